import { useState } from 'react';
import { Link } from 'react-router';
import type { HostListingRow } from '#contract/listings/listings.ts';
import type { Micros } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { address } from '#web/api/client.ts';
import { usePages } from '#web/api/query.ts';
import { paths } from '#web/routes/paths.ts';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { TablePanel } from '#web/ui/lists/query-table.tsx';
import { type ChoiceFilter, optionsOf, useList } from '#web/ui/lists/use-list.ts';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { listingColumns } from './listing-columns.tsx';
import { type AskedOfListing, ListingDialogs } from './listing-dialogs.tsx';
import { useBudgetQueues } from './use-budget-queues.ts';

const stateFilter: ChoiceFilter = {
  name: 'state',
  label: 'Status',
  any: 'All Status',
  options: optionsOf(['active', 'paused', 'budget_used_up', 'ended', 'settled', 'removed']),
};

export interface MyListingsProps {
  balance: Micros | undefined;
  onAddFunds: (missing: Micros | undefined) => void;
  onInvite: (listing: HostListingRow) => void;
}

/** A table of all listings of the host with their money, clips and actions. */
export function MyListings({ balance, onAddFunds, onInvite }: MyListingsProps) {
  const list = useList(routes.hostListings, {
    search: 'Search your listings',
    filters: [stateFilter],
    usual: '-date',
  });
  const { query } = list;
  const listings = usePages(
    routes.hostListings,
    { query },
    {
      placeholderData: (before) => before,
      // An ended listing is settled later without an action of the host, and its remaining budget then
      // returns.
      refetchInterval: ({ state }) =>
        state.data?.pages.some((page) => page.rows.some((row) => row.state === 'ended')) ? 5_000 : false,
    },
  );
  const queueOf = useBudgetQueues();
  const [asked, setAsked] = useState<AskedOfListing | null>(null);
  const columns = listingColumns(
    {
      onTopUp: (listing) => setAsked({ what: 'top-up', listing }),
      onInvite,
      onEnd: (listing) => setAsked({ what: 'end', listing }),
    },
    queueOf,
  );
  return (
    <TablePanel
      title="Your listings"
      of={listings}
      what="listings"
      failed="Your listings did not load."
      csv={address(routes.hostListingsCsv, { query })}
      list={list}
      caption="My listings"
      columns={columns}
      rowKey={(row) => row.id}
      empty={
        <EmptyState
          title="No listings yet"
          action={
            <Link to={paths.hostCreate()} className={buttonStyle({ variant: 'primary' })}>
              Create New Listing
            </Link>
          }
        >
          A listing says what you want clipped, what 1,000 views pay and how much may be spent. Its budget is
          held when you post it.
        </EmptyState>
      }
    >
      <ListingDialogs
        asked={asked}
        queue={asked ? queueOf(asked.listing) : undefined}
        balance={balance}
        onClose={() => setAsked(null)}
        onAddFunds={onAddFunds}
      />
    </TablePanel>
  );
}
