import { useEffect } from 'react';
import { ChartCanvas } from './chart-part.ts';
import { fetchEarly } from './lazy-part.tsx';
import { Panel } from './panel.tsx';
import { NotLoaded, type Query } from './query-state.tsx';
import { Loading, Skeleton } from './skeleton.tsx';

export interface ChartWaitingProps {
  of: Query<unknown>;
  title: string;
  /** Pixels; equals the chart's height. */
  height?: number;
  className?: string | undefined;
}

/** A chart's panel while its figures load, or after they failed to load. */
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
