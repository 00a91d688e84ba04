import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { listingState } from '#contract/listings/listings.ts';
import { address } from '#web/api/client.ts';
import { usePages } from '#web/api/query.ts';
import { useListed } from '#web/api/use-listed.ts';
import { StatusBadge } from '#web/nouns/status-badge.tsx';
import { paths } from '#web/routes/paths.ts';
import { moneyColumn } from '#web/ui/lists/money-column.tsx';
import { TablePanel } from '#web/ui/lists/query-table.tsx';
import { RowTitle } from '#web/ui/lists/row-title.tsx';
import type { Column } from '#web/ui/lists/table.tsx';
import { type ChoiceFilter, optionsOf } from '#web/ui/lists/use-list.ts';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { DateText } from '#web/ui/texts/date-text.tsx';
import { FilteredTable } from '../filtered-table.tsx';
import { PersonLink } from '../person-link.tsx';
import { type AdminListing, listingStatus } from './admin-listing.ts';

const columns: Column<AdminListing>[] = [
  {
    header: 'Title',
    sort: { by: 'title', kind: 'text' },
    phone: 'title',
    cell: (row) => (
      <RowTitle to={paths.adminListing(row.id)}>
        <bdi>{row.title}</bdi>
      </RowTitle>
    ),
  },
  {
    header: 'Creator',
    phone: 'next',
    cell: (row) => <PersonLink id={row.creatorId}>@{row.creator}</PersonLink>,
  },
  { header: 'Status', phone: 'status', cell: (row) => <StatusBadge status={listingStatus(row)} /> },
  { header: 'Date', sort: { by: 'date', kind: 'date' }, cell: (row) => <DateText at={row.createdAt} /> },
  moneyColumn('Budget', (row) => row.budgetMicros, { sort: 'budget' }),
];

const ofHost = columns.filter(({ header }) => header !== 'Creator');

const stateFilter: ChoiceFilter = {
  name: 'state',
  label: 'Status',
  any: 'All Status',
  options: optionsOf(listingState.options),
};

/** A table of all listings. The actions on a listing are on its page. */
export function Listings() {
  const listed = useListed(adminRoutes.adminListings, adminRoutes.adminListingsCsv, {
    search: 'Search listings',
    filters: [stateFilter],
    usual: '-date',
  });
  return (
    <FilteredTable
      {...listed}
      what="listings"
      caption="Listings"
      columns={columns}
      rowKey={(row) => row.id}
      empty="Listings that hosts post are shown here."
    />
  );
}

/** A table of the listings of one host. */
export function ListingsOf({ host }: { host: string }) {
  const found = usePages(adminRoutes.adminListings, { query: { host } });
  return (
    <TablePanel
      title="Listings"
      csv={address(adminRoutes.adminListingsCsv, { query: { host } })}
      of={found}
      what="listings"
      caption="Listings, newest first"
      columns={ofHost}
      rowKey={(row) => row.id}
      empty={<EmptyState title="No listings">Listings that the host posts are shown here.</EmptyState>}
    />
  );
}
