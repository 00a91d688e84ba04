import type { ReactNode } from 'react';
import { Chart } from './chart.tsx';
import { formatCount } from './count.ts';
import { axisMoment, fullMoment } from './dates.ts';

const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

export interface ViewsChartProps {
  title: string;
  /** What the platform said and when, oldest first. */
  snapshots: readonly { fetchedAt: Date; views: number }[];
  /** In px. */
  height: number;
  empty: ReactNode;
}

/** Every count of a clip's views that was read from the platform, over time. */
export function ViewsChart({ title, snapshots, height, empty }: ViewsChartProps) {
  const x = snapshots.map(({ fetchedAt }) => fetchedAt.getTime());
  return (
    <Chart
      title={title}
      xName="Read at"
      kind="line"
      height={height}
      x={x}
      series={[{ name: 'Views', look: 'main', values: snapshots.map(({ views }) => views) }]}
      format={(views) => `${formatCount(Math.round(views))} views`}
      formatAxis={(views) => short.format(views)}
      formatX={fullMoment}
      formatXAxis={axisMoment((x.at(-1) ?? 0) - (x[0] ?? 0))}
      empty={empty}
    />
  );
}
