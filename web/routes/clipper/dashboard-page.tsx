import { ChevronRight, Film, HandCoins, type LucideIcon, Upload } from 'lucide-react';
import { Link } from 'react-router';
import { useInside } from '#web/features/accounts/session.ts';
import { DashboardCards } from '#web/features/earnings/dashboard-cards.tsx';
import { EarnedSummary } from '#web/features/earnings/earned-summary.tsx';
import { NewestListings } from '#web/features/listings/newest-listings.tsx';
import { FirstSteps } from '#web/features/profiles/first-steps.tsx';
import { NewestSubmissions } from '#web/features/submissions/newest-submissions.tsx';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { paths } from '../paths.ts';

export function DashboardPage() {
  const { user } = useInside();
  return (
    <>
      <PageHeader
        title={`Welcome Back, ${user.username ?? 'clipper'}!`}
        documentTitle="Dashboard"
        noIndex
        meaning="Ready to explore new clip opportunities?"
        action={
          <Link to={paths.clipperExplore()} className={buttonStyle({ variant: 'primary' })}>
            Explore Listings
          </Link>
        }
      />
      <FirstSteps whose="clipper" />
      <EarnedSummary />
      <DashboardCards />
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_15rem] items-start gap-5 max-xl:grid-cols-2 max-lg:grid-cols-1">
        <NewestSubmissions />
        <NewestListings />
        <QuickActions />
      </div>
    </>
  );
}

const actions: [LucideIcon, string, string][] = [
  [Upload, 'Submit New Clip', paths.clipperSubmit()],
  [Film, 'View My Submissions', paths.clipperSubmissions()],
  [HandCoins, 'Check Earnings', paths.clipperEarnings()],
];

function QuickActions() {
  return (
    <Panel title="Quick Actions" flush className="max-xl:col-span-full">
      <ul className="divide-y divide-line">
        {actions.map(([Icon, text, to]) => (
          <li key={to}>
            <Link
              to={to}
              className="flex items-center gap-3 px-4.5 py-3.75 font-semibold hover:bg-hover max-md:px-4"
            >
              <Icon aria-hidden className="size-4 text-muted" />
              <span className="flex-1">{text}</span>
              <ChevronRight aria-hidden className="size-4 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
