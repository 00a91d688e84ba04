import { Suspense, useState } from 'react';
import { cx } from '#web/ui/cx.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Table } from '#web/ui/lists/table.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { Skeleton } from '#web/ui/pages/skeleton.tsx';
import { ChartCanvas } from './chart-part.ts';
import type { ChartSeries, ChartSpec } from './chart-spec.ts';

export interface ChartProps extends ChartSpec {
  title: string;
  /** Header of the first column of the table: "Day", "Week". */
  xName: string;
  /** Height in pixels; 200 by default. */
  height?: number;
  /** Content beside the legend, such as a `Segmented` for the period. */
  action?: React.ReactNode;
  /** Replaces the plot if there is nothing to draw. */
  empty?: React.ReactNode;
  /** An explanation of the marks, below the plot. */
  below?: React.ReactNode;
  className?: string;
}

/**
 * A titled chart with a legend and its unit. It can be read by keyboard, and shows the same figures as a
 * table.
 */
export function Chart(props: ChartProps) {
  const { title, xName, height = 200, action, empty, below, className, ...spec } = props;
  const [asTable, setAsTable] = useState(false);
  const hasData = spec.x.length > 0;
  return (
    <Panel
      title={title}
      flush={asTable}
      {...(className ? { className } : {})}
      action={
        <>
          {spec.series.length > 1 ? <Legend kind={spec.kind} series={spec.series} /> : null}
          {action}
          {hasData ? (
            <Button
              variant="quiet"
              size="sm"
              className="print:hidden"
              aria-pressed={asTable}
              onClick={() => setAsTable(!asTable)}
            >
              {asTable ? 'View as chart' : 'View as table'}
            </Button>
          ) : null}
        </>
      }
    >
      {!hasData ? empty : asTable ? <ChartTable title={title} xName={xName} spec={spec} /> : null}
      {hasData && !asTable ? (
        <div style={{ height }}>
          <Suspense
            fallback={
              <div aria-busy="true" className="h-full">
                <Skeleton className="h-full w-full" />
              </div>
            }
          >
            <ChartCanvas label={title} spec={spec} />
          </Suspense>
        </div>
      ) : null}
      {hasData && !asTable ? below : null}
    </Panel>
  );
}

const swatches: Record<NonNullable<ChartSeries['style']>, string> = {
  main: 'bg-chart-1',
  expected: 'border border-chart-2 border-dashed',
  pending: 'border border-chart-2 border-dashed',
  settled: 'bg-chart-area',
};

function Legend({ kind, series }: Pick<ChartSpec, 'kind' | 'series'>) {
  const swatch = (style: ChartSeries['style']) =>
    style ? swatches[style] : kind === 'bar' ? 'bg-chart-bar' : swatches.main;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-sm">
      {series.map((one) => (
        <li key={one.name} className="flex items-center gap-1.75">
          <i aria-hidden="true" className={cx('size-2.5 rounded-[2px]', swatch(one.style))} />
          {one.name}
        </li>
      ))}
    </ul>
  );
}

function ChartTable({ title, xName, spec }: { title: string; xName: string; spec: ChartSpec }) {
  const rows = spec.x.map((x, at) => ({ x, at }));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label={`${title}, table`} tabIndex={0} className="max-h-80 overflow-y-auto">
      <Table
        caption={title}
        rows={rows}
        rowKey={(row) => String(row.at)}
        columns={[
          { header: xName, cell: (row) => spec.formatX(row.x) },
          ...spec.series.map((one) => ({
            header: one.name,
            align: 'right' as const,
            cell: (row: { at: number }) => {
              const value = one.values[row.at];
              return value === null || value === undefined ? '-' : spec.format(value);
            },
          })),
        ]}
      />
    </section>
  );
}
