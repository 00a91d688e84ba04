import { Link } from 'react-router';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import type { Reconciliation as Result } from '#contract/ledger/ledger.ts';
import { useAction } from '#web/api/action.ts';
import { useRead } from '#web/api/query.ts';
import { paths } from '#web/routes/paths.ts';
import { Button, buttonStyle } from '#web/ui/forms/button.tsx';
import { QueryState } from '#web/ui/lists/query-state.tsx';
import { Badge } from '#web/ui/pages/badge.tsx';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { TrialBalanceTable } from './trial-balance-table.tsx';

/**
 * Shows the result of the last reconciliation and in which accounts all money currently is. Reconciliations
 * run nightly, or when an admin starts one here.
 */
export function ReconciliationPanel() {
  const found = useRead(adminRoutes.latestReconciliation, {});
  const reconcile = useAction(adminRoutes.reconcileLedger);
  return (
    <QueryState flush of={found} failed="The reconciliation did not load.">
      {({ reconciliation }) => (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3 border-line border-b px-4.5 py-3">
            <span role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1">
              {reconciliation ? (
                <Verdict of={reconciliation} />
              ) : (
                <Badge tone="grey">Not reconciled yet</Badge>
              )}
            </span>
            <span className="flex flex-wrap gap-2">
              <Link to={paths.trialBalance()} className={buttonStyle({ size: 'sm' })}>
                Trial balance
              </Link>
              <Button
                size="sm"
                busy={reconcile.isPending && 'Checking...'}
                onClick={() => reconcile.mutate({})}
              >
                Check now
              </Button>
            </span>
          </div>
          {reconciliation ? (
            <Invariants of={reconciliation.invariants} />
          ) : (
            <EmptyState title="No reconciliation yet">
              The ledger is reconciled every night at 03:00 UTC, and whenever you ask.
            </EmptyState>
          )}
          <TrialBalanceTable />
        </>
      )}
    </QueryState>
  );
}

function Verdict({ of: { ok, at, nightly } }: { of: Result }) {
  return (
    <>
      {ok ? <Badge tone="green">All invariants hold</Badge> : <Badge tone="red">An invariant fails</Badge>}
      <span className="text-muted text-sm">
        {nightly ? 'Nightly' : 'Asked for'}, <MomentText at={at} full />
      </span>
    </>
  );
}

function Invariants({ of }: { of: Result['invariants'] }) {
  return (
    <section aria-label="Invariants" className="p-4.5">
      <h2 className="label mb-2">Invariants</h2>
      <ul className="border-line border-t">
        {of.map((row) => (
          <li key={row.name} className="flex items-start justify-between gap-4 border-line border-b py-2.5">
            <span className="min-w-0">
              <b className="font-semibold">{row.name}</b>
              {row.ok ? null : <span className="block break-words text-muted text-sm">{row.detail}</span>}
            </span>
            {row.ok ? <Badge tone="green">Holds</Badge> : <Badge tone="red">Fails</Badge>}
          </li>
        ))}
      </ul>
    </section>
  );
}
