import { useState } from 'react';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import type { SuspenseItem } from '#contract/suspense.ts';
import { useListed } from '#web/api/use-listed.ts';
import { paths } from '#web/routes/paths.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Segmented } from '#web/ui/forms/segmented.tsx';
import { RowTitle } from '#web/ui/lists/row-title.tsx';
import type { Column } from '#web/ui/lists/table.tsx';
import { useFilters } from '#web/ui/lists/use-filters.ts';
import { humanize } from '#web/ui/lists/use-list.ts';
import { Badge } from '#web/ui/pages/badge.tsx';
import { DateText } from '#web/ui/texts/date-text.tsx';
import { Money } from '#web/ui/texts/money.tsx';
import { FilteredTable } from '../filtered-table.tsx';
import { ItemOwner } from './item-owner.tsx';
import { causeLabels } from './suspense-labels.ts';
import { TransferDialog } from './suspense-transfer.tsx';

/** Tables of money without an owner: open amounts, oldest first, or resolved ones. */
export function Suspense() {
  const { read, change } = useFilters();
  const isOpen = read('view') !== 'resolved';
  const state = isOpen ? ('open' as const) : ('resolved' as const);
  const listed = useListed(
    adminRoutes.adminSuspense,
    adminRoutes.adminSuspenseCsv,
    {
      search: 'Search by reference',
      usual: isOpen ? 'date' : '-date',
    },
    { state },
  );
  const [isRecording, setRecording] = useState(false);
  return (
    <>
      <FilteredTable
        {...listed}
        what="amounts"
        caption={isOpen ? 'Money without an owner' : 'Resolved'}
        columns={isOpen ? openColumns : resolvedColumns}
        rowKey={(row) => row.id}
        csvWhat="suspense"
        nothing={isOpen ? 'Nothing in suspense' : 'Nothing was resolved yet'}
        empty="Money that comes back to a closed account, or that names no owner, is listed here."
      >
        <Segmented
          label="Amounts shown"
          value={state}
          options={[
            { value: 'open', label: 'Waiting' },
            { value: 'resolved', label: 'Resolved' },
          ]}
          onChange={(view) => change({ view: view === 'resolved' ? view : '' })}
        />
        <Button size="sm" onClick={() => setRecording(true)}>
          Record a transfer
        </Button>
      </FilteredTable>
      {isRecording ? <TransferDialog onClose={() => setRecording(false)} /> : null}
    </>
  );
}

const source: Column<SuspenseItem> = {
  header: 'Source',
  phone: 'title',
  cell: (row) => (
    <RowTitle
      to={paths.adminSuspenseItem(row.id)}
      label={`${causeLabels[row.cause]}, ${row.reference}`}
      below={<span className="mono">{row.reference}</span>}
    >
      {causeLabels[row.cause]}
    </RowTitle>
  ),
};
const amount: Column<SuspenseItem> = {
  header: 'Amount',
  align: 'right',
  phone: 'amount',
  cell: (row) => <Money micros={row.amountMicros} className="font-semibold" />,
};
const owner: Column<SuspenseItem> = { header: 'Owner', cell: (row) => <ItemOwner item={row} /> };

const openColumns: Column<SuspenseItem>[] = [
  source,
  owner,
  amount,
  {
    header: 'Waiting since',
    sort: { by: 'date', kind: 'date' },
    cell: (row) => <DateText at={row.arrivedAt} />,
  },
];

const resolvedColumns: Column<SuspenseItem>[] = [
  source,
  amount,
  {
    header: 'Outcome',
    phone: 'status',
    cell: (row) => <Badge tone="grey">{humanize(row.state)}</Badge>,
  },
  { header: 'Reason', cell: (row) => <span className="wrap-anywhere">{row.reason ?? '-'}</span> },
  {
    header: 'Resolved',
    cell: (row) => (row.resolvedAt ? <DateText at={row.resolvedAt} /> : '-'),
  },
];
