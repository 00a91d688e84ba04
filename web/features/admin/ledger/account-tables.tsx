import { Link } from 'react-router';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import type { AccountKind, LedgerAccountRow, LedgerTransferRow } from '#contract/ledger/ledger.ts';
import { address } from '#web/api/client.ts';
import { usePages } from '#web/api/query.ts';
import { useListed } from '#web/api/use-listed.ts';
import { paths } from '#web/routes/paths.ts';
import { Segmented } from '#web/ui/forms/segmented.tsx';
import { moneyColumn } from '#web/ui/lists/money-column.tsx';
import { TablePanel } from '#web/ui/lists/query-table.tsx';
import { RowTitle } from '#web/ui/lists/row-title.tsx';
import type { Column } from '#web/ui/lists/table.tsx';
import { useFilters } from '#web/ui/lists/use-filters.ts';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { Money } from '#web/ui/texts/money.tsx';

const Id = ({ of }: { of: string }) => <span className="mono break-all text-muted">{of}</span>;

const accountColumns = (kind: AccountKind): Column<LedgerAccountRow>[] => [
  {
    header: 'Owner',
    phone: 'title',
    cell: (row) => (
      <RowTitle to={paths.trialBalance({ kind, owner: row.ownerId })}>{row.owner ?? 'No name'}</RowTitle>
    ),
  },
  { header: 'Id', phone: 'next', cell: (row) => <Id of={row.ownerId} /> },
  moneyColumn('Balance', (row) => row.balanceMicros, { exact: true, bold: true }),
];

/** A table of the accounts of one kind. Accounts with a balance are first. */
export function AccountsOfKind({ kind }: { kind: AccountKind }) {
  const { one, change } = useFilters();
  const all: 'true' | 'false' = one('all', ['true']) ?? 'false';
  const query = { kind, all };
  const found = usePages(adminRoutes.ledgerAccounts, { query });
  return (
    <TablePanel
      title="Accounts"
      of={found}
      what="accounts"
      csv={address(adminRoutes.ledgerAccountsCsv, { query })}
      action={
        <Segmented
          label="Which accounts"
          value={all}
          options={[
            { value: 'false', label: 'With a balance' },
            { value: 'true', label: 'All' },
          ]}
          onChange={(next) => change({ all: next === 'true' ? next : '' })}
        />
      }
      caption="Accounts of this kind"
      columns={accountColumns(kind)}
      rowKey={(row) => row.ownerId}
      empty={<EmptyState title="No accounts">No account of this kind has a balance.</EmptyState>}
    />
  );
}

const transferColumns: Column<LedgerTransferRow>[] = [
  {
    header: 'What',
    phone: 'title',
    cell: (row) => (
      <RowTitle>
        <span title={`${row.kind}, entry ${row.entryId}`}>{row.name}</span>
      </RowTitle>
    ),
  },
  {
    header: 'When',
    sort: { by: 'date', kind: 'date' },
    phone: 'next',
    cell: (row) => <MomentText at={row.occurredAt} />,
  },
  {
    header: 'Other account',
    cell: (row) => (
      <Link
        to={paths.trialBalance({ kind: row.otherKind, owner: row.otherOwnerId })}
        className="link mono break-all"
      >
        {row.otherKind} {row.otherOwnerId.slice(-8)}
      </Link>
    ),
  },
  { header: 'For', cell: (row) => <Id of={row.subjectId.slice(-8)} /> },
  {
    header: 'Change',
    align: 'right',
    phone: 'amount',
    cell: (row) => (
      <Money
        exact
        signed
        micros={row.changeMicros}
        className={row.changeMicros > 0n ? 'font-semibold text-green' : ''}
      />
    ),
  },
];

/** Maximum number of ids that the server accepts in one request. */
const ABOUT_MOST = 100;

interface TransfersOfAccountProps {
  kind: AccountKind;
  owner: string;
  /** If given, only transfers about these ids, such as a deposit and its parts. */
  about?: readonly string[];
}

/** A table of all transfers of one account. Each links to the other account of the transfer. */
export function TransfersOfAccount({ kind, owner, about }: TransfersOfAccountProps) {
  const listed = useListed(
    adminRoutes.ledgerTransfers,
    adminRoutes.ledgerTransfersCsv,
    { usual: '-date' },
    { kind, owner, ...(about && { about: about.slice(0, ABOUT_MOST) }) },
  );
  return (
    <TablePanel
      title="Transfers"
      {...listed}
      what="transfers"
      caption={about ? 'Transfers for it' : 'Transfers of this account'}
      columns={transferColumns}
      rowKey={(row) => row.id}
      empty={
        <EmptyState title="No transfers">
          {about ? 'No money has moved for it.' : 'No money moved on this account.'}
        </EmptyState>
      }
    />
  );
}
