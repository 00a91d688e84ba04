import { adminRoutes } from '#contract/admin/admin-routes.ts';
import type { RailSummary } from '#contract/external-statements/external-statements.ts';
import { useRead } from '#web/api/query.ts';
import { Segmented } from '#web/ui/forms/segmented.tsx';
import { CsvLink } from '#web/ui/lists/csv-link.tsx';
import { moneyColumn } from '#web/ui/lists/money-column.tsx';
import { QueryTable } from '#web/ui/lists/query-table.tsx';
import { RowTitle } from '#web/ui/lists/row-title.tsx';
import type { Column } from '#web/ui/lists/table.tsx';
import { useFilters } from '#web/ui/lists/use-filters.ts';
import { Badge } from '#web/ui/pages/badge.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { DateText } from '#web/ui/texts/date-text.tsx';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { Money } from '#web/ui/texts/money.tsx';
import { railLabels } from '../suspense/suspense-labels.ts';
import { ExternalLines } from './external-lines.tsx';
import { MissingMovements } from './missing-movements.tsx';
import { StatementActions } from './statement-actions.tsx';

/**
 * Compares the statements of Stripe, PayPal and the bank with the ledger: a summary by account, followed by
 * the differences.
 */
export function ExternalStatements() {
  const found = useRead(adminRoutes.externalSummary, {}, { select: ({ rails }) => ({ rows: rails }) });
  const { read, change } = useFilters();
  const view = read('view') === 'booked' ? 'booked' : 'lines';
  const show = (next: string) =>
    change({ view: next === 'booked' ? next : '', rail: '', state: '', search: '' });
  const open = found.data?.rows.reduce((sum, row) => sum + row.onlyOutside + row.differs, 0);
  const missing = found.data?.rows.reduce((sum, row) => sum + row.onlyBooked, 0);
  return (
    <>
      <QueryTable
        of={found}
        what="statements"
        caption="Accounts and their statements"
        columns={columns}
        rowKey={(row) => row.rail}
        empty={null}
        footer={
          <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            Importing moves no money. The test card of a demo has no statements.
            <CsvLink href={adminRoutes.externalSummaryCsv.path} what="accounts and their statements" />
          </span>
        }
      />
      <div className="border-line border-t px-4.5 py-3 max-md:px-4">
        <Segmented
          label="Differences"
          value={view}
          options={[
            { value: 'lines', label: counted('Lines', open) },
            { value: 'booked', label: counted('Only in our books', missing) },
          ]}
          onChange={show}
        />
      </div>
      <div className="border-line border-t">
        {view === 'booked' ? <MissingMovements /> : <ExternalLines />}
      </div>
    </>
  );
}

const counted = (label: string, open: number | undefined): string =>
  open ? `${label} (${formatCount(open)})` : label;

const columns: Column<RailSummary>[] = [
  {
    header: 'Account',
    phone: 'title',
    cell: (row) => <RowTitle below={<LastImport of={row} />}>{railLabels[row.rail]}</RowTitle>,
  },
  { header: 'Period', cell: ({ period }) => (period ? <Period of={period} /> : '-') },
  {
    header: 'By statements',
    align: 'right',
    cell: (row) => (row.period && row.rail !== 'manual' ? <Money exact micros={row.outsideMicros} /> : '-'),
  },
  moneyColumn('By our books', (row) => row.bookedMicros, { exact: true, zero: '-' }),
  { header: 'Matches', phone: 'status', cell: (row) => <Fit of={row} /> },
  { header: 'Action', align: 'right', cell: (row) => <StatementActions of={row} /> },
];

function LastImport({ of: { rail, lastImport } }: { of: RailSummary }) {
  if (rail === 'manual') return 'In the statements of the bank and PayPal';
  if (!lastImport) return <span className="text-muted text-sm">Nothing imported yet</span>;
  return (
    <span>
      {lastImport.fileName ?? 'Its own report'}, <MomentText at={lastImport.at} />
    </span>
  );
}

const Period = ({ of: { from, to } }: { of: { from: Date; to: Date } }) => (
  <span className="text-sm">
    <DateText at={from} /> to <DateText at={to} />
  </span>
);

function Fit({ of: row }: { of: RailSummary }) {
  const open = row.onlyOutside + row.differs + row.onlyBooked;
  if (!row.period) return <Badge tone="grey">Not compared</Badge>;
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      {open > 0 ? (
        <Badge tone="red">{`${formatCount(open)} open`}</Badge>
      ) : (
        <Badge tone="green">All match</Badge>
      )}
      <span className="text-muted text-sm">
        {[
          row.rail === 'manual' ? null : `${formatCount(row.matched)} matched`,
          row.explained > 0 ? `${formatCount(row.explained)} explained` : null,
        ]
          .filter(Boolean)
          .join(', ')}
      </span>
    </span>
  );
}
