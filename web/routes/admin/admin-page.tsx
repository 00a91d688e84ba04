import { useSearchParams } from 'react-router';
import { AdminLoginForm } from '#web/features/accounts/admin-login-form.tsx';
import { useSession } from '#web/features/accounts/session.ts';
import { signOut } from '#web/features/accounts/sign-out.ts';
import { AdminBoard } from '#web/features/admin/board.tsx';
import { LedgerProof } from '#web/features/admin/ledger-proof.tsx';
import { Listings } from '#web/features/admin/listings.tsx';
import { Payouts } from '#web/features/admin/payouts.tsx';
import { Submissions, type SubmissionsShown } from '#web/features/admin/submissions.tsx';
import { SystemLogs } from '#web/features/admin/system-logs.tsx';
import { Users } from '#web/features/admin/users.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Spinner } from '#web/ui/skeleton.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { NoAnswer } from '../guard.tsx';
import { AdminLayout } from './layout.tsx';

/** The form for anyone who is not signed in as admin, the panel for who is; every call is checked by the server. */
export function AdminPage() {
  const { data: session, isPending, refetch } = useSession();
  if (isPending) return <Spinner />;
  if (!session) return <NoAnswer onRetry={() => refetch()} />;
  if (session.user?.role !== 'admin')
    return (
      <AdminLayout demo={session.demo}>
        <div className="mx-auto w-full max-w-100 pt-[min(14vh,8rem)]">
          <title>Admin login · Permille</title>
          <h1 className="disp mb-4.5 text-2xl" tabIndex={-1}>
            Admin Panel
          </h1>
          <AdminLoginForm />
        </div>
      </AdminLayout>
    );
  return (
    <AdminLayout demo={session.demo} onLogout={signOut}>
      <PageHeader title="Admin Panel" meaning="Every action here is written to the audit log." noIndex />
      <AdminBoard />
      <AdminTabs />
    </AdminLayout>
  );
}

const shown: SubmissionsShown[] = ['all', 'waiting', 'held'];
const names = ['users', 'listings', 'submissions', 'payouts', 'logs', 'ledger'] as const;

/** The open tab and its filters stand in the address. */
function AdminTabs() {
  const [params, setParams] = useSearchParams();
  const tab = names.find((name) => name === params.get('tab')) ?? 'users';
  const narrow = (filter: Record<string, string>) => setParams({ tab, ...filter }, { replace: true });
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
            content: (
              <Submissions
                shown={shown.find((name) => name === params.get('show')) ?? 'all'}
                onShow={(show) => narrow(show === 'all' ? {} : { show })}
              />
            ),
          },
          {
            value: 'payouts',
            label: 'Payouts',
            content: (
              <Payouts
                view={params.get('view') === 'finished' ? 'finished' : 'open'}
                onView={(view) => narrow(view === 'finished' ? { view } : {})}
              />
            ),
          },
          { value: 'logs', label: 'System Logs', content: <SystemLogs /> },
          { value: 'ledger', label: 'Ledger proof', content: <LedgerProof /> },
        ]}
      />
    </section>
  );
}
