import { adminRoutes } from '#contract/admin/admin-routes.ts';
import type { TrialBalanceRow } from '#contract/ledger/ledger.ts';
import { useRead } from '#web/api/query.ts';
import { paths } from '#web/routes/paths.ts';
import { QueryTable } from '#web/ui/lists/query-table.tsx';
import { RowTitle } from '#web/ui/lists/row-title.tsx';
import type { Column } from '#web/ui/lists/table.tsx';
import { Badge } from '#web/ui/pages/badge.tsx';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { Money } from '#web/ui/texts/money.tsx';

const columns: Column<TrialBalanceRow>[] = [
  {
    header: 'Accounts',
    phone: 'title',
    cell: (row) => <RowTitle to={paths.trialBalance({ kind: row.kind })}>{row.name}</RowTitle>,
  },
  { header: 'Kind', phone: 'next', cell: (row) => <span className="mono text-muted">{row.kind}</span> },
  { header: 'Accounts', align: 'right', cell: (row) => formatCount(row.accounts) },
  {
    header: 'Debit',
    align: 'right',
    phone: 'amount',
    cell: (row) => <Side micros={row.debitMicros} name="debit" />,
  },
  {
    header: 'Credit',
    align: 'right',
    phone: 'amount',
    cell: (row) => <Side micros={row.creditMicros} name="credit" />,
  },
];

/** An amount that also names its side on a phone, where debits and credits share a column. */
const Side = ({ micros, name }: { micros: TrialBalanceRow['debitMicros']; name: string }) =>
  micros === 0n ? (
    <span className="@max-4xl:hidden">-</span>
  ) : (
    <>
      <Money exact micros={micros} />
      <span className="@4xl:hidden"> {name}</span>
    </>
  );

/** Shows all money by kind of account, to the micro-dollar. If the two sides differ, something is wrong. */
export function TrialBalanceTable() {
  const found = useRead(adminRoutes.trialBalance, { query: {} });
  return (
    <QueryTable
      of={found}
      what="trial balance"
      caption="Trial balance, by kind of account"
      columns={columns}
      rowKey={(row) => row.kind}
      empty={<EmptyState title="No money has moved">The first deposit opens the books.</EmptyState>}
      footer={found.data ? <Totals of={found.data} /> : undefined}
    />
  );
}

type Sums = Record<'debitMicros' | 'creditMicros' | 'differenceMicros', TrialBalanceRow['debitMicros']>;

function Totals({ of }: { of: Sums }) {
  return (
    <>
      <span className="flex items-center gap-2">
        Difference <Money exact micros={of.differenceMicros} className="font-semibold text-ink" />
        {of.differenceMicros === 0n ? (
          <Badge tone="green">Balanced</Badge>
        ) : (
          <Badge tone="red">Not balanced</Badge>
        )}
      </span>
      <span className="flex flex-wrap gap-x-4 text-ink">
        <span>
          Debit <Money exact micros={of.debitMicros} className="font-semibold" />
        </span>
        <span>
          Credit <Money exact micros={of.creditMicros} className="font-semibold" />
        </span>
      </span>
    </>
  );
}
