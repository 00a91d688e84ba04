import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { routes } from '#contract/routes.ts';
import { useRead } from '#web/api/query.ts';
import { useInside } from '#web/features/accounts/session.ts';
import { AddFundsDialog } from '#web/features/deposits/add-funds-dialog.tsx';
import { DailyChart } from '#web/features/deposits/daily-chart.tsx';
import { OverviewSummary } from '#web/features/deposits/overview-summary.tsx';
import { ActiveListings } from '#web/features/listings/host/active-listings.tsx';
import { FirstSteps } from '#web/features/profiles/first-steps.tsx';
import { PendingStrip } from '#web/features/submissions/decisions/pending-strip.tsx';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { paths } from '../paths.ts';
import { QuickActions } from './quick-actions.tsx';

export function OverviewPage() {
  const { demo } = useInside();
  const overview = useRead(routes.hostOverview, {});
  const [adding, setAdding] = useState(false);
  return (
    <>
      <PageHeader
        title="Overview"
        meaning="Your balance, results and clips to review."
        action={
          <Link to={paths.hostCreate()} className={buttonStyle({ variant: 'primary' })}>
            <Plus aria-hidden />
            Create New Listing
          </Link>
        }
      />
      <FirstSteps whose="host" />
      <OverviewSummary />
      <PendingStrip hasListings={overview.data && overview.data.totalBudgetMicros > 0n} />
      <div className="grid grid-cols-1 items-start gap-5 max-md:gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <DailyChart fixed="views" />
        <QuickActions onAddFunds={() => setAdding(true)} />
      </div>
      <ActiveListings />
      <AddFundsDialog open={adding} onOpenChange={setAdding} demo={demo} />
    </>
  );
}
