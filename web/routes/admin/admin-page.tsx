import { useSearchParams } from 'react-router';
import { Users } from '#web/features/admin/accounts/users.tsx';
import { Agreements } from '#web/features/admin/agreements.tsx';
import { Appeals } from '#web/features/admin/appeals/appeals.tsx';
import { WaitingAttestations } from '#web/features/admin/attestations/waiting-attestations.tsx';
import { ConnectionCodes } from '#web/features/admin/connections/connection-codes.tsx';
import { Deposits } from '#web/features/admin/deposits/deposits.tsx';
import { Debts } from '#web/features/admin/earnings/debts.tsx';
import { ExternalStatements } from '#web/features/admin/external-statements/external-statements.tsx';
import { ReconciliationPanel } from '#web/features/admin/ledger/reconciliation-panel.tsx';
import { Listings } from '#web/features/admin/listings/listings.tsx';
import { Payouts } from '#web/features/admin/payouts/payouts.tsx';
import { ScoreRules } from '#web/features/admin/scoring/score-rules.tsx';
import { Submissions } from '#web/features/admin/submissions/submissions.tsx';
import { AdminSummary } from '#web/features/admin/summary.tsx';
import { SupportInbox } from '#web/features/admin/support/support-inbox.tsx';
import { Takedowns } from '#web/features/admin/support/takedowns.tsx';
import { Suspense } from '#web/features/admin/suspense/suspense.tsx';
import { SystemLogs } from '#web/features/admin/system-logs.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { AdminOnly } from './admin-only.tsx';

export function AdminPage() {
  return (
    <AdminOnly>
      <PageHeader title="Admin Panel" meaning="Every action here is written to the audit log." noIndex />
      <Agreements />
      <AdminSummary />
      <AdminTabs />
    </AdminOnly>
  );
}

const names = [
  'users',
  'listings',
  'submissions',
  'appeals',
  'deposits',
  'payouts',
  'debts',
  'suspense',
  'support',
  'takedowns',
  'codes',
  'screenshots',
  'logs',
  'ledger',
  'statements',
  'score',
] as const;

/** The open tab and its filters stand in the address. */
function AdminTabs() {
  const [params, setParams] = useSearchParams();
  const tab = names.find((name) => name === params.get('tab')) ?? 'users';
  return (
    <section aria-label="Records" className="min-w-0 rounded-panel border border-line bg-surface">
      <Tabs
        label="Admin"
        value={tab}
        onChange={(next) => setParams(next === 'users' ? {} : { tab: next })}
        className="[&>[role=tablist]]:px-4.5 [&>[role=tabpanel]]:pt-0"
        tabs={[
          { value: 'users', label: 'Users', content: <Users /> },
          { value: 'listings', label: 'Listings', content: <Listings /> },
          {
            value: 'submissions',
            label: 'Submissions',
            content: <Submissions />,
          },
          { value: 'appeals', label: 'Appeals', content: <Appeals /> },
          { value: 'deposits', label: 'Deposits', content: <Deposits /> },
          {
            value: 'payouts',
            label: 'Payouts',
            content: <Payouts />,
          },
          { value: 'debts', label: 'Debts', content: <Debts /> },
          { value: 'suspense', label: 'Suspense', content: <Suspense /> },
          { value: 'support', label: 'Support', content: <SupportInbox /> },
          { value: 'takedowns', label: 'Takedowns', content: <Takedowns /> },
          { value: 'codes', label: 'Codes', content: <ConnectionCodes /> },
          { value: 'screenshots', label: 'Screenshots', content: <WaitingAttestations /> },
          { value: 'logs', label: 'System Logs', content: <SystemLogs /> },
          { value: 'ledger', label: 'Reconciliation', content: <ReconciliationPanel /> },
          { value: 'statements', label: 'Statements', content: <ExternalStatements /> },
          { value: 'score', label: 'Score', content: <ScoreRules /> },
        ]}
      />
    </section>
  );
}
