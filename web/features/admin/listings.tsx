import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { z } from 'zod';
import { routes } from '#contract/routes.ts';
import { pagedQuery } from '#web/api/query.ts';
import { paths } from '#web/routes/paths.ts';
import { StatusBadge } from '#web/ui/badge.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Money } from '#web/ui/money.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { tableState } from './table-state.tsx';

type Listing = z.infer<typeof routes.adminListings.reply>['rows'][number];

const columns: Column<Listing>[] = [
  {
    key: 'title',
    header: 'Title',
    lead: true,
    cell: (row) => (
      <Link to={paths.listing(row.id)} className="font-semibold hover:underline">
        {row.title}
      </Link>
    ),
  },
  { key: 'creator', header: 'Creator', cell: (row) => `@${row.creator}` },
  { key: 'status', header: 'Status', cell: (row) => <StatusBadge status={row.status} /> },
  { key: 'created', header: 'Date', cell: (row) => <DateText at={row.createdAt} /> },
  { key: 'budget', header: 'Budget', align: 'right', cell: (row) => <Money micros={row.budgetMicros} /> },
];

export function Listings() {
  const found = useInfiniteQuery(pagedQuery(routes.adminListings, { query: {} }));
  return (
    <Table
      caption="Listings"
      columns={columns}
      rowKey={(row) => row.id}
      empty={<EmptyState title="No listings">What hosts post stands here.</EmptyState>}
      {...tableState(found, 'listings')}
    />
  );
}
