import { Link } from 'react-router';
import { dayText } from '#contract/dates.ts';
import { routes } from '#contract/routes.ts';
import { useRead } from '#web/api/query.ts';
import { chartCents, moneyFormats, sinceFirst } from '#web/nouns/money-chart.ts';
import { paths } from '#web/routes/paths.ts';
import { Chart } from '#web/ui/charts/chart.tsx';
import { ChartWaiting } from '#web/ui/charts/chart-waiting.tsx';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { perWeek } from './weeks.ts';

const title = 'Earned per week';

/** A chart of the earnings of the last twelve weeks, from the first week with earnings on. The current week is highlighted. */
export function WeeklyChart() {
  const series = useRead(routes.clipperSeries, {});
  if (!series.data) return <ChartWaiting of={series} title={title} height={232} />;
  const weeks = perWeek(sinceFirst(series.data.points));
  const hasAny = weeks.some((week) => week.amountMicros > 0n);
  return (
    <Chart
      title={title}
      xName="Week of"
      kind="bar"
      height={232}
      highlightLast
      x={hasAny ? weeks.map((week) => week.startsAt) : []}
      series={[{ name: 'Earned', values: weeks.map((week) => chartCents(week.amountMicros)) }]}
      {...moneyFormats}
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
