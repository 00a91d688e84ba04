import { useEffect } from 'react';
import { NotLoaded, type Query } from '#web/ui/lists/query-state.tsx';
import { fetchEarly } from '#web/ui/pages/lazy-part.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { Loading, Skeleton } from '#web/ui/pages/skeleton.tsx';
import { ChartCanvas } from './chart-part.ts';

export interface ChartWaitingProps {
  of: Query<unknown>;
  title: string;
  /** Height in pixels, equal to the chart's height. */
  height?: number;
  className?: string | undefined;
}

/** The panel of a chart while its figures load, or after loading failed. */
export function ChartWaiting({ of, title, height = 200, className }: ChartWaitingProps) {
  useEffect(() => fetchEarly(ChartCanvas), []);
  return (
    <Panel title={title} {...(className ? { className } : {})}>
      {of.error ? (
        <NotLoaded of={of} failed="The chart did not load." />
      ) : (
        <Loading label="Loading the chart">
          <div style={{ height }}>
            <Skeleton className="size-full" />
          </div>
        </Loading>
      )}
    </Panel>
  );
}
