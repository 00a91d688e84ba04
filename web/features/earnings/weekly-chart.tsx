import { Link } from 'react-router';
import { dayText } from '#contract/dates.ts';
import { centsToMicros, formatUsd } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { useRead } from '#web/api/query.ts';
import { paths } from '#web/routes/paths.ts';
import { buttonStyle } from '#web/ui/button.tsx';
import { Chart } from '#web/ui/chart.tsx';
import { ChartWaiting } from '#web/ui/chart-waiting.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { perWeek } from './weeks.ts';

const usd = (cents: number) => formatUsd(centsToMicros(Math.round(cents)));
const title = 'Earned per week';

/** Earnings of the last twelve weeks; the current week is highlighted. */
export function WeeklyChart() {
  const series = useRead(routes.clipperSeries, {});
  if (!series.data) return <ChartWaiting of={series} title={title} height={232} />;
  const weeks = perWeek(series.data.points);
  const hasAny = weeks.some((week) => week.cents > 0);
  return (
    <Chart
      title={title}
      xName="Week of"
      kind="bar"
      height={232}
      highlightLast
      x={hasAny ? weeks.map((week) => week.startsAt) : []}
      series={[{ name: 'Earned', values: weeks.map((week) => week.cents) }]}
      format={usd}
      formatAxis={(cents) => usd(cents).replace(/\.00$/, '')}
      formatX={dayText}
      empty={
        <EmptyState
          title="No earnings data"
          className="p-0!"
          action={
            <Link to={paths.clipperExplore()} className={buttonStyle()}>
              Find Opportunities
            </Link>
          }
        >
          Your weeks appear here once a clip is approved and its views are verified.
        </EmptyState>
      }
    />
  );
}
