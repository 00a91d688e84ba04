import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import { fullMoment } from '#contract/dates.ts';
import type { viewSnapshot } from '#contract/tracking.ts';
import { Chart } from '#web/ui/charts/chart.tsx';
import type { ChartSeries } from '#web/ui/charts/chart-spec.ts';
import { Segmented } from '#web/ui/forms/segmented.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { axisMoment } from '#web/ui/texts/dates.ts';

const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

const measures = [
  { value: 'views', label: 'Views' },
  { value: 'likes', label: 'Likes' },
  { value: 'comments', label: 'Comments' },
] as const;
type Measure = (typeof measures)[number]['value'];

type Snapshot = Pick<z.infer<typeof viewSnapshot>, 'fetchedAt' | Measure>;

export interface ViewsChartProps {
  title: string;
  /** Readings of the counter with their times, oldest first. */
  snapshots: readonly Snapshot[];
  /** The number of settled views. The chart marks the part below it. */
  settledViews?: number | undefined;
  /** Height in pixels. */
  height: number;
  /** Periods to mark in the chart. */
  flags?: readonly { from: number; to: number }[];
  /** An explanation of the marks. */
  below?: ReactNode;
  empty: ReactNode;
}

/** Shows every count read from the platform for a clip over time: views, likes or comments. */
export function ViewsChart({
  title,
  snapshots,
  settledViews,
  height,
  flags = [],
  below,
  empty,
}: ViewsChartProps) {
  const [measure, setMeasure] = useState<Measure>('views');
  const x = snapshots.map(({ fetchedAt }) => fetchedAt.getTime());
  return (
    <Chart
      title={title}
      xName="Read at"
      kind="line"
      height={height}
      action={
        snapshots.length > 0 ? (
          <Segmented label="Count" value={measure} options={measures} onChange={setMeasure} />
        ) : null
      }
      x={x}
      series={seriesOf(measure, snapshots, settledViews)}
      format={(count) => `${formatCount(Math.round(count))} ${measure}`}
      formatAxis={(count) => short.format(count)}
      formatX={fullMoment}
      formatXAxis={axisMoment((x.at(-1) ?? 0) - (x[0] ?? 0))}
      flags={flags}
      below={below}
      empty={empty}
    />
  );
}

function seriesOf(measure: Measure, snapshots: readonly Snapshot[], settledViews = 0): ChartSeries[] {
  const counted: ChartSeries = {
    name: 'Counted',
    style: 'main',
    values: snapshots.map((snapshot) => snapshot[measure]),
  };
  if (measure !== 'views' || settledViews === 0) return [counted];
  const settled = snapshots.map(({ views }) => Math.min(views, settledViews));
  return [counted, { name: 'Settled by now', style: 'settled', values: settled }];
}
