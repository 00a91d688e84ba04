import type { HostListingResults, ResultFigures } from '#contract/listing-results/listing-results.ts';
import { centsToMicros } from '#contract/money.ts';
import { platforms } from '#contract/platforms/platforms.ts';
import { type CsvCell, csvLine } from '#server/http/csv.ts';

const headers = [
  'Listing',
  'Part',
  'What',
  'Clips',
  'Views',
  'Paid views',
  'Amount (USD)',
  'Forecast (USD)',
  'Link',
  'Id',
];

interface Line extends Partial<ResultFigures> {
  amount?: CsvCell;
  forecast?: CsvCell;
  link?: string | null;
  id?: string;
}

function linesOf({ listing, results }: HostListingResults): string[] {
  const line = (
    part: string,
    what: string | null,
    { amount, forecast, link, id, ...figures }: Line,
  ): string => {
    const { clips, views, paidViews, spentMicros } = figures;
    const cells = [clips, views, paidViews, amount ?? spentMicros, forecast, link, id];
    return csvLine([listing.title, part, what, ...cells.map((cell) => cell ?? null)]);
  };
  const { budget } = listing;
  const { totals, costCentsPerMille: cost, clipEarnings } = results;
  return [
    line('Total', 'Spent on approved clips', { ...totals, id: listing.id }),
    line('Budget', 'Funded', { amount: budget.fundedMicros }),
    line('Budget', 'Reserved', { amount: budget.reservedMicros }),
    line('Budget', 'Free', { amount: budget.freeMicros }),
    line('Budget', 'Returned', { amount: budget.returnedMicros }),
    line('Rate', 'Per 1,000 paid views', { amount: centsToMicros(listing.rateCentsPerMille) }),
    line('Rate', 'Cost per 1,000 views', { amount: cost === null ? null : centsToMicros(cost) }),
    line('Clip earnings', 'Typical paid clip', {
      amount: clipEarnings.medianMicros,
      forecast: clipEarnings.expectedMicros,
    }),
    ...results.days.map(({ day, forecastMicros, ...figures }) =>
      line('Day', day, { ...figures, forecast: forecastMicros }),
    ),
    ...results.bestClips.map(({ caption, url, id, ...clip }) =>
      line('Best clip', caption, { ...clip, link: url, id }),
    ),
    ...results.clippers.map(({ username, ...figures }) => line('Clipper', username, figures)),
    ...results.platforms.map(({ platform, ...figures }) =>
      line('Platform', platforms[platform].name, figures),
    ),
    ...results.hours.map(({ hour, ...figures }) => line('Hour of posting (UTC)', String(hour), figures)),
  ];
}

/** Returns the results of these listings as lines of a CSV file, in the order of the page. */
export const resultLines = (found: readonly HostListingResults[]): string[] => [
  csvLine(headers),
  ...found.flatMap(linesOf),
];
