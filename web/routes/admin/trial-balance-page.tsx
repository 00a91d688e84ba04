import { Link, useSearchParams } from 'react-router';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { accountKind } from '#contract/ledger/ledger.ts';
import { idSchema } from '#contract/wire/primitives.ts';
import { address } from '#web/api/client.ts';
import { AccountsOfKind, TransfersOfAccount } from '#web/features/admin/ledger/account-tables.tsx';
import { JournalDownload } from '#web/features/admin/ledger/journal-download.tsx';
import { TrialBalanceTable } from '#web/features/admin/ledger/trial-balance-table.tsx';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { CsvLink } from '#web/ui/lists/csv-link.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { paths } from '../paths.ts';

/**
 * The ledger in three levels: kinds of account, the accounts of a kind, and the transfers of an account. The
 * address stores the level.
 */
export function TrialBalancePage() {
  const [params] = useSearchParams();
  const kind = accountKind.safeParse(params.get('kind')).data;
  const owner = idSchema.safeParse(params.get('owner')).data;
  return (
    <>
      <PageHeader
        title="Trial balance"
        meaning="Every micro-dollar on both sides, straight from the ledger. The difference must read zero."
        noIndex
        action={
          <Link to={paths.adminView('reconciliation')} className={buttonStyle({ size: 'sm' })}>
            Reconciliation
          </Link>
        }
      />
      {kind ? <Trail kind={kind} owner={owner} /> : null}
      {kind && owner ? (
        <TransfersOfAccount kind={kind} owner={owner} />
      ) : kind ? (
        <AccountsOfKind kind={kind} />
      ) : (
        <>
          <Panel
            title="All kinds of account"
            flush
            action={
              <CsvLink href={address(adminRoutes.trialBalanceCsv, { query: {} })} what="trial balance" />
            }
          >
            <TrialBalanceTable />
          </Panel>
          <JournalDownload />
        </>
      )}
    </>
  );
}

function Trail({ kind, owner }: { kind: string; owner: string | undefined }) {
  return (
    <nav aria-label="Breadcrumb" className="flex flex-wrap items-center gap-x-2 text-sm">
      <Link to={paths.trialBalance()} className="link">
        All kinds
      </Link>
      <span aria-hidden>/</span>
      {owner ? (
        <Link to={paths.trialBalance({ kind })} className="link mono">
          {kind}
        </Link>
      ) : (
        <span className="mono">{kind}</span>
      )}
      {owner ? (
        <>
          <span aria-hidden>/</span>
          <span className="mono break-all">{owner}</span>
        </>
      ) : null}
    </nav>
  );
}
