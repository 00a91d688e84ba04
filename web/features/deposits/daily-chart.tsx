import { useState } from 'react';
import type { z } from 'zod';
import { dayText } from '#contract/dates.ts';
import type { seriesPoint } from '#contract/earnings/earnings.ts';
import { routes } from '#contract/routes.ts';
import { useRead } from '#web/api/query.ts';
import { chartCents, moneyFormats, sinceFirst } from '#web/nouns/money-chart.ts';
import { Chart } from '#web/ui/charts/chart.tsx';
import type { ChartSpec } from '#web/ui/charts/chart-spec.ts';
import { ChartWaiting } from '#web/ui/charts/chart-waiting.tsx';
import { Segmented } from '#web/ui/forms/segmented.tsx';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { formatCount } from '#web/ui/texts/count.ts';

type Measure = 'views' | 'spend';
type Period = '7' | '30' | '84';

const periods: { value: Period; label: string }[] = [
  { value: '7', label: '7 d' },
  { value: '30', label: '30 d' },
  { value: '84', label: '12 w' },
];

const viewFormats = { format: (count: number) => `${formatCount(count)} views`, formatAxis: formatCount };
const titles: Record<Measure, string> = { views: 'Verified views per day', spend: 'Spend per day' };

/** Returns the chart of these days. */
export function dailySpec(measure: Measure, points: readonly z.output<typeof seriesPoint>[]) {
  const views = measure === 'views';
  const values = points.map((point) => (views ? point.views : chartCents(point.amountMicros)));
  return {
    kind: 'bar',
    highlightLast: true,
    x: points.map((point) => Date.parse(point.day)),
    series: [{ name: views ? 'Verified views' : 'Spend', values }],
    ...(views ? viewFormats : moneyFormats),
    formatX: dayText,
  } satisfies ChartSpec;
}

/**
 * Shows verified views or spending per day, from the first day with any on, and the periods that these days fill. With `fixed` the measure is given and the host chooses the
 * period; otherwise the host chooses the measure.
 */
export function DailyChart({ fixed, className }: { fixed?: Measure; className?: string }) {
  const series = useRead(routes.hostSeries, {});
  const [chosen, setChosen] = useState<Measure>('spend');
  const [period, setPeriod] = useState<Period>('84');
  const measure = fixed ?? chosen;
  const title = titles[measure];
  if (!series.data) return <ChartWaiting of={series} title={title} className={className} />;
  const all = sinceFirst(series.data.points);
  const points = all.slice(-Number(period));
  const hasAny = all.length > 0;
  const spans = periods.filter((_, at) => at === 0 || all.length > Number(periods[at - 1]!.value));
  return (
    <Chart
      title={title}
      xName="Day"
      {...(className ? { className } : {})}
      {...dailySpec(measure, hasAny ? points : [])}
      empty={<Nothing />}
      action={
        hasAny ? (
          <>
            {fixed ? null : (
              <Segmented
                label="Measure"
                value={chosen}
                options={[
                  { value: 'spend', label: 'Spend' },
                  { value: 'views', label: 'Views' },
                ]}
                onChange={setChosen}
              />
            )}
            {spans.length > 1 ? (
              <Segmented
                label="Period"
                value={spans.some(({ value }) => value === period) ? period : spans.at(-1)!.value}
                options={spans}
                onChange={setPeriod}
              />
            ) : null}
          </>
        ) : null
      }
    />
  );
}

function Nothing() {
  return (
    <EmptyState title="Nothing to show yet" className="px-0! py-2!">
      Approved clips earn for every verified view. Each day shows here what they earned and how many views
      that bought.
    </EmptyState>
  );
}
