import { formatUsd } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { useRead } from '#web/api/query.ts';
import { NotLoaded } from '#web/ui/lists/query-state.tsx';
import { StatCard, StatRow } from '#web/ui/pages/stat-card.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { shareOfTotal } from './weeks.ts';

const approvedText = (clips: number): string => `${clips} approved ${clips === 1 ? 'clip' : 'clips'}`;

/** Shows the overview's four cards, each with a hint if its figure is zero. */
export function DashboardCards() {
  const found = useRead(routes.clipperOverview, {});
  const { data } = found;
  if (found.error && !data) return <NotLoaded of={found} failed="Your figures did not load." />;
  const share = data && shareOfTotal(data.figures.thisMonthMicros, data.figures.earnedMicros);
  return (
    <StatRow>
      <StatCard
        label="Total Earnings"
        value={data && formatUsd(data.figures.earnedMicros)}
        hint={data && (data.approved === 0 ? 'No approved clips yet' : `+$ ${share}% of total this month`)}
      />
      <StatCard
        label="Clips Submitted"
        value={data && formatCount(data.submitted)}
        hint={data && (data.submitted === 0 ? 'Submit your first clip' : approvedText(data.approved))}
      />
      <StatCard
        label="Pending Review"
        value={data && formatCount(data.pending)}
        hint={
          data && (data.pending === 0 ? 'No pending submissions' : 'Each with its date in My Submissions')
        }
      />
      <StatCard
        label="Success Rate"
        value={data && `${data.successRate ?? 0}%`}
        hint={data && (data.submitted === 0 ? 'Submit clips to see rate' : 'Approved of all submissions')}
      />
    </StatRow>
  );
}
