import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { type AdminViewName, adminViewNames } from '#contract/admin/admin-views.ts';
import { Users } from '#web/features/admin/accounts/users.tsx';
import { Agreements } from '#web/features/admin/agreements.tsx';
import { Appeals } from '#web/features/admin/appeals/appeals.tsx';
import { WaitingAttestations } from '#web/features/admin/attestations/waiting-attestations.tsx';
import { Cohorts } from '#web/features/admin/cohorts/cohorts.tsx';
import { ConnectionCodes } from '#web/features/admin/connections/connection-codes.tsx';
import { Deposits } from '#web/features/admin/deposits/deposits.tsx';
import { Debts } from '#web/features/admin/earnings/debts.tsx';
import { ExternalStatements } from '#web/features/admin/external-statements/external-statements.tsx';
import { ReconciliationPanel } from '#web/features/admin/ledger/reconciliation-panel.tsx';
import { Listings } from '#web/features/admin/listings/listings.tsx';
import { Payouts } from '#web/features/admin/payouts/payouts.tsx';
import { SavedFilters } from '#web/features/admin/saved-filters.tsx';
import { ScoreRules } from '#web/features/admin/scoring/score-rules.tsx';
import { ScoreWeeks } from '#web/features/admin/scoring/score-weeks.tsx';
import { Submissions } from '#web/features/admin/submissions/submissions.tsx';
import { SupportInbox } from '#web/features/admin/support/support-inbox.tsx';
import { Takedowns } from '#web/features/admin/support/takedowns.tsx';
import { Suspense } from '#web/features/admin/suspense/suspense.tsx';
import { SystemLogs } from '#web/features/admin/system-logs.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { paths } from '../paths.ts';

interface View {
  title: string;
  meaning: string;
  content: ReactNode;
}

const views: Record<AdminViewName, View> = {
  users: { title: 'Users', meaning: 'Everyone with an account.', content: <Users /> },
  listings: { title: 'Listings', meaning: 'Listings of all hosts.', content: <Listings /> },
  submissions: {
    title: 'Submissions',
    meaning: 'All clips. Decide overdue and held ones on the clip’s page.',
    content: <Submissions />,
  },
  cohorts: {
    title: 'Cohorts',
    meaning: 'Linked accounts, decided together.',
    content: <Cohorts />,
  },
  appeals: {
    title: 'Appeals',
    meaning: 'Rejections and holds that clippers appealed.',
    content: <Appeals />,
  },
  screenshots: {
    title: 'Screenshots',
    meaning: 'View counts from platforms without API access. Two reviewers confirm each.',
    content: <WaitingAttestations />,
  },
  codes: {
    title: 'Codes',
    meaning: 'Codes in clippers’ bios, for platforms without API access.',
    content: <ConnectionCodes />,
  },
  support: {
    title: 'Support',
    meaning: 'Messages from the contact page, answered by email.',
    content: <SupportInbox />,
  },
  takedowns: {
    title: 'Takedowns',
    meaning: 'Requests of owners to take their work down.',
    content: <Takedowns />,
  },
  payouts: { title: 'Payouts', meaning: 'Pending and completed payouts.', content: <Payouts /> },
  deposits: {
    title: 'Deposits',
    meaning: 'Deposits and refunds of hosts.',
    content: <Deposits />,
  },
  debts: {
    title: 'Debts',
    meaning: 'Debts of clippers for views that were not real.',
    content: <Debts />,
  },
  suspense: {
    title: 'Suspense',
    meaning: 'Money without an owner, until an admin says where it belongs.',
    content: <Suspense />,
  },
  reconciliation: {
    title: 'Reconciliation',
    meaning: 'Whether the ledger’s invariants hold.',
    content: <ReconciliationPanel />,
  },
  statements: {
    title: 'Statements',
    meaning: 'What Stripe, PayPal and the bank report, compared with the ledger.',
    content: <ExternalStatements />,
  },
  logs: {
    title: 'System Logs',
    meaning: 'The audit log: who did what, newest first. Nobody can change it.',
    content: <SystemLogs />,
  },
  score: {
    title: 'Score',
    meaning: 'The signals of the fraud score and their weights.',
    content: <ScoreRules />,
  },
  'score-report': {
    title: 'Score report',
    meaning: 'Fraud score accuracy by submission week.',
    content: <ScoreWeeks />,
  },
};

/** Shows the view of the admin panel that the address names. */
export function ViewPage() {
  const { pathname } = useLocation();
  const name = adminViewNames.find((one) => paths.adminView(one) === pathname.replace(/\/$/, ''));
  if (!name) return null;
  const { title, meaning, content } = views[name];
  return (
    <>
      <PageHeader title={title} meaning={meaning} noIndex />
      <Agreements />
      <SavedFilters view={name} />
      <section aria-label={title} className="min-w-0 rounded-panel border border-line bg-surface">
        {content}
      </section>
    </>
  );
}
