import { useState } from 'react';
import { adminRoutes } from '#contract/admin-routes.ts';
import { listingState } from '#contract/listings.ts';
import { address } from '#web/api/client.ts';
import { usePages } from '#web/api/query.ts';
import { StatusBadge } from '#web/nouns/status-badge.tsx';
import { paths } from '#web/routes/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { Money } from '#web/ui/money.tsx';
import { RowTitle } from '#web/ui/row-title.tsx';
import type { Column } from '#web/ui/table.tsx';
import { given, useFilters } from '#web/ui/use-filters.ts';
import { FilterSelect } from '../filter-select.tsx';
import { FilteredTable } from '../filtered-table.tsx';
import type { AdminListing } from './admin-listing.ts';
import { RemoveDialog } from './remove-dialog.tsx';
import { UnfreezeDialog } from './unfreeze-dialog.tsx';

const about: Column<AdminListing>[] = [
  {
    header: 'Title',
    phone: 'title',
    cell: (row) => (
      <RowTitle to={paths.listing(row.id)}>
        <bdi>{row.title}</bdi>
      </RowTitle>
    ),
  },
  { header: 'Creator', phone: 'next', cell: (row) => `@${row.creator}` },
  { header: 'Status', phone: 'status', cell: (row) => <StatusBadge status={row.status} /> },
  { header: 'Date', cell: (row) => <DateText at={row.createdAt} /> },
  { header: 'Budget', align: 'right', phone: 'amount', cell: (row) => <Money micros={row.budgetMicros} /> },
];

/** States in which a listing can no longer be removed. */
const gone = new Set<AdminListing['status']>(['settled', 'removed']);

const states = listingState.options;

export function Listings() {
  const { read, one } = useFilters();
  const query = given({ search: read('search'), state: one('state', states) });
  const found = usePages(adminRoutes.adminListings, { query }, { placeholderData: (before) => before });
  const [removing, setRemoving] = useState<AdminListing | null>(null);
  const [unfreezing, setUnfreezing] = useState<AdminListing | null>(null);
  const action: Column<AdminListing> = {
    header: 'Action',
    align: 'right',
    cell: (row) =>
      row.remainderFrozen ? (
        <Button size="sm" aria-label={`Lift the freeze of ${row.title}`} onClick={() => setUnfreezing(row)}>
          Lift freeze
        </Button>
      ) : gone.has(row.status) ? null : (
        <Button
          size="sm"
          variant="danger"
          aria-label={`Delete ${row.title}`}
          onClick={() => setRemoving(row)}
        >
          Delete
        </Button>
      ),
  };
  return (
    <>
      <FilteredTable
        of={found}
        what="listings"
        caption="Listings"
        columns={[...about, action]}
        csv={address(adminRoutes.adminListingsCsv, { query })}
        filters={['search', 'state']}
        empty="Listings that hosts post are shown here."
      >
        <FilterSelect name="state" label="Status" any="All Status" values={states} />
      </FilteredTable>
      {removing ? <RemoveDialog listing={removing} onClose={() => setRemoving(null)} /> : null}
      {unfreezing ? <UnfreezeDialog listing={unfreezing} onClose={() => setUnfreezing(null)} /> : null}
    </>
  );
}
