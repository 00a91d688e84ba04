import { dayText } from '#contract/dates.ts';
import type { ListingResults } from '#contract/listing-results/listing-results.ts';
import { formatUsd, type Micros, microsPerView } from '#contract/money.ts';
import { chartCents, moneyFormats } from '#web/nouns/money-chart.ts';
import { Chart } from '#web/ui/charts/chart.tsx';
import type { ChartSpec } from '#web/ui/charts/chart-spec.ts';
import { Fact, Facts, Panel } from '#web/ui/pages/panel.tsx';
import { formatCount } from '#web/ui/texts/count.ts';

/** Returns the chart of spend per day and its forecast. */
export function daysSpec(days: ListingResults['days']) {
  return {
    kind: 'line',
    x: days.map(({ day }) => Date.parse(day)),
    series: [
      { name: 'Spent', style: 'main', values: days.map(({ spentMicros }) => chartCents(spentMicros)) },
      {
        name: 'Forecast',
        style: 'expected',
        values: days.map(({ forecastMicros: of }) => (of === null ? null : chartCents(of))),
      },
    ],
    ...moneyFormats,
    formatX: dayText,
  } satisfies ChartSpec;
}

/** Spend per day against the forecast that the days before it allowed. */
export function ResultDays({ days }: Pick<ListingResults, 'days'>) {
  return (
    <Chart
      title="Spend per day"
      xName="Day"
      className="break-inside-avoid"
      {...daysSpec(days)}
      below={
        <p className="mt-2.5 text-muted text-sm">
          The forecast of a day is the average of up to 7 days before it. Days are in UTC.
        </p>
      }
    />
  );
}

interface ResultForecastProps {
  results: ListingResults;
  listing: { budget: { fundedMicros: Micros }; rateCentsPerMille: number };
}

/** Shows the forecasts of the budget and of a clip beside the facts. */
export function ResultForecast({ results: { totals, clipEarnings }, listing }: ResultForecastProps) {
  const { expectedMicros, medianMicros } = clipEarnings;
  const views = listing.budget.fundedMicros / microsPerView(listing.rateCentsPerMille);
  return (
    <Panel title="Forecast and fact" className="break-inside-avoid">
      <Facts>
        <Fact name="Views that the whole budget buys">{formatCount(Number(views))}</Fact>
        <Fact name="Views so far, paid or not">{formatCount(totals.views)}</Fact>
        <Fact name="Expected earnings of one more clip">
          {expectedMicros !== null && formatUsd(expectedMicros)}
        </Fact>
        <Fact name="Earnings of a typical paid clip">
          {medianMicros === null ? 'No clip paid yet' : formatUsd(medianMicros)}
        </Fact>
      </Facts>
    </Panel>
  );
}
