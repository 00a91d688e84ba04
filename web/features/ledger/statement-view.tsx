import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Statement, StatementRow } from '#contract/ledger/statements.ts';
import { monthAfter, monthBefore, monthName, monthOf } from '#contract/months.ts';
import { routes } from '#contract/routes.ts';
import { address } from '#web/api/client.ts';
import { useRead } from '#web/api/query.ts';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { CsvLink } from '#web/ui/lists/csv-link.tsx';
import { PrintButton } from '#web/ui/lists/print-button.tsx';
import { QueryState } from '#web/ui/lists/query-state.tsx';
import { type Column, Table } from '#web/ui/lists/table.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { SkeletonRows } from '#web/ui/pages/skeleton.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { Money } from '#web/ui/texts/money.tsx';

export interface StatementViewProps {
  whose: 'host' | 'clipper';
  month: string;
  now: Date;
  /** Returns the address of another month's statement. */
  to: (month: string) => string;
  /** The page to which the back link leads. */
  back: { to: string; name: string };
}

/** Shows a month of the ledger to the owner of the money, with a layout for printing or saving as PDF. */
export function StatementView({ whose, month, now, to, back }: StatementViewProps) {
  const [json, csv] =
    whose === 'host'
      ? [routes.hostStatement, routes.hostStatementCsv]
      : [routes.clipperStatement, routes.clipperStatementCsv];
  const found = useRead(json, { query: { month } });
  return (
    <>
      <nav
        aria-label="Breadcrumb"
        className="-mb-3 flex items-center gap-1.5 text-muted text-sm print:hidden"
      >
        <Link to={back.to} className="hover:text-ink">
          {back.name}
        </Link>
        <ChevronRight aria-hidden className="size-3.5" />
        <span>Statements</span>
      </nav>
      <PageHeader
        title={`Statement, ${monthName(month)}`}
        meaning={found.data ? <Meaning of={found.data} /> : 'Opening balance, movements and closing balance.'}
        noIndex
        action={
          <span className="flex flex-wrap items-center gap-2 print:hidden">
            <Months month={month} now={now} to={to} />
            <CsvLink href={address(csv, { query: { month } })} what="statement" />
            <PrintButton />
          </span>
        }
      />
      <QueryState
        of={found}
        failed="The statement did not load."
        loading={
          <Panel>
            <SkeletonRows rows={6} />
          </Panel>
        }
      >
        {({ rows }) =>
          sectionsOf(rows).map((section) => <Section key={section[0]!.section} rows={section} />)
        }
      </QueryState>
    </>
  );
}

function Meaning({ of: { holder, isComplete, drawnAt } }: { of: Statement }) {
  return (
    <>
      {holder}. {isComplete ? 'The whole month' : 'The month so far'}, days in UTC, drawn{' '}
      <MomentText at={drawnAt} full />.
    </>
  );
}

function Months({ month, now, to }: Pick<StatementViewProps, 'month' | 'now' | 'to'>) {
  const next = monthAfter(month);
  return (
    <>
      <Link to={to(monthBefore(month))} className={buttonStyle({ size: 'sm' })}>
        <ChevronLeft aria-hidden />
        {monthName(monthBefore(month))}
      </Link>
      {next <= monthOf(now) ? (
        <Link to={to(next)} className={buttonStyle({ size: 'sm' })}>
          {monthName(next)}
          <ChevronRight aria-hidden />
        </Link>
      ) : null}
    </>
  );
}

function sectionsOf(rows: StatementRow[]): StatementRow[][] {
  const sections = new Map<string, StatementRow[]>();
  for (const row of rows) sections.set(row.section, [...(sections.get(row.section) ?? []), row]);
  return [...sections.values()];
}

const strong = (row: StatementRow, cell: ReactNode) =>
  row.what === 'movement' ? cell : <b className="font-semibold">{cell}</b>;

const columns: Column<StatementRow>[] = [
  { header: 'What', phone: 'title', cell: (row) => strong(row, row.name) },
  {
    header: 'Transfers',
    align: 'right',
    phone: 'next',
    cell: (row) =>
      row.what === 'movement' ? (
        <>
          {formatCount(row.transfers)}
          <span className="@4xl:hidden">{row.transfers === 1 ? ' transfer' : ' transfers'}</span>
        </>
      ) : (
        <span className="@max-4xl:hidden">-</span>
      ),
  },
  {
    header: 'Amount',
    align: 'right',
    phone: 'amount',
    cell: (row) => strong(row, <Money exact signed={row.what === 'movement'} micros={row.amountMicros} />),
  },
];

function Section({ rows }: { rows: StatementRow[] }) {
  const { section } = rows[0]!;
  return (
    <Panel title={section} flush className="break-inside-avoid">
      <Table caption={section} columns={columns} rows={rows} rowKey={(row) => `${row.what} ${row.name}`} />
    </Panel>
  );
}
