import { Navigate, useSearchParams } from 'react-router';
import { Agreements } from '#web/features/admin/agreements.tsx';
import { InboxTable } from '#web/features/admin/inbox-table.tsx';
import { AdminSummary } from '#web/features/admin/summary.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { formerView } from './former-view.ts';

/** The first page of the admin panel, with the figures and everything that waits for an admin. */
export function InboxPage() {
  const [params] = useSearchParams();
  const former = formerView(params);
  if (former) return <Navigate to={former} replace />;
  return (
    <>
      <PageHeader title="Admin Panel" meaning="Every action here is written to the audit log." noIndex />
      <Agreements />
      <AdminSummary />
      <InboxTable />
    </>
  );
}
