import type { ListingResults } from '#contract/listing-results/listing-results.ts';
import { Chart } from '#web/ui/charts/chart.tsx';
import type { ChartSpec } from '#web/ui/charts/chart-spec.ts';
import { formatCount } from '#web/ui/texts/count.ts';
import { bestHour, hourText, type ResultHour, viewsEach } from './best-hour.ts';

/** Returns the chart of views per clip for each hour of the day. Hours without a clip have no bar. */
export function hoursSpec(hours: readonly ResultHour[], what: 'Views' | 'Paid views') {
  const values = Array.from({ length: 24 }, (_, hour) => {
    const found = hours.find((one) => one.hour === hour);
    return found ? viewsEach(found) : null;
  });
  return {
    kind: 'bar',
    x: values.map((_, hour) => hour),
    series: [{ name: `${what} per clip`, values }],
    format: (count) => `${formatCount(count)} ${what.toLowerCase()} per clip`,
    formatAxis: formatCount,
    formatX: (hour) => `${hourText(hour)} UTC`,
    formatXAxis: hourText,
  } satisfies ChartSpec;
}

/** Views by the hour in which the clips were posted. */
export function ResultHours({ hours, isShared }: Pick<ListingResults, 'hours'> & { isShared: boolean }) {
  const best = bestHour(hours);
  const what = isShared ? 'Paid views' : 'Views';
  return (
    <Chart
      title={`${what} per clip by hour of posting`}
      xName="Hour"
      className="break-inside-avoid"
      {...hoursSpec(hours, what)}
      below={
        viewsEach(best) > 0 ? (
          <p className="mt-2.5 text-muted text-sm">
            Clips posted from {hourText(best.hour)} UTC on got most: {formatCount(viewsEach(best))}{' '}
            {what.toLowerCase()} each ({best.clips === 1 ? '1 clip' : `${formatCount(best.clips)} clips`}).
          </p>
        ) : null
      }
    />
  );
}
