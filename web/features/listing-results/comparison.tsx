import { Link } from 'react-router';
import type { HostListingResults } from '#contract/listing-results/listing-results.ts';
import { namedState } from '#contract/listings/listings.ts';
import { formatRate, formatUsd, formatUsdExact } from '#contract/money.ts';
import { platforms } from '#contract/platforms/platforms.ts';
import { StatusBadge } from '#web/nouns/status-badge.tsx';
import { paths } from '#web/routes/paths.ts';
import { CsvLink } from '#web/ui/lists/csv-link.tsx';
import { type Column, Table } from '#web/ui/lists/table.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { bestHour, hourText } from './best-hour.ts';

interface Measure {
  name: string;
  of: (row: HostListingResults) => React.ReactNode;
}

const none = '-';

const measures: readonly Measure[] = [
  { name: 'State', of: ({ listing }) => <StatusBadge status={namedState(listing)} /> },
  { name: 'Rate per 1,000', of: ({ listing }) => formatRate(listing.rateCentsPerMille) },
  {
    name: 'Cost per 1,000 views',
    of: ({ results: { costCentsPerMille: cost } }) => (cost === null ? none : formatRate(cost)),
  },
  { name: 'Views', of: ({ results }) => formatCount(results.totals.views) },
  { name: 'Paid views', of: ({ results }) => formatCount(results.totals.paidViews) },
  { name: 'Spent', of: ({ results }) => formatUsdExact(results.totals.spentMicros) },
  { name: 'Reserved', of: ({ listing }) => formatUsdExact(listing.budget.reservedMicros) },
  { name: 'Free', of: ({ listing }) => formatUsdExact(listing.budget.freeMicros) },
  { name: 'Approved clips', of: ({ results }) => formatCount(results.totals.clips) },
  { name: 'Clippers', of: ({ results }) => formatCount(results.clipperCount) },
  {
    name: 'Typical paid clip',
    of: ({ results: { clipEarnings } }) =>
      clipEarnings.medianMicros === null ? none : formatUsd(clipEarnings.medianMicros),
  },
  {
    name: 'Best platform',
    of: ({ results: { platforms: rows } }) => {
      const [best] = rows.toSorted((a, b) => b.paidViews - a.paidViews);
      return best ? platforms[best.platform].name : none;
    },
  },
  {
    name: 'Best hour of posting',
    of: ({ results: { hours } }) => (hours.length > 0 ? `${hourText(bestHour(hours).hour)} UTC` : none),
  },
];

/** Listings side by side, one measure per row. */
export function Comparison({ rows, csv }: { rows: readonly HostListingResults[]; csv: string }) {
  const columns: Column<Measure>[] = [
    { header: 'Measure', cell: ({ name }) => <span className="text-muted">{name}</span> },
    ...rows.map(
      (row, at): Column<Measure> => ({
        // The number tells listings with the same title apart.
        header: `${at + 1}. ${row.listing.title}`,
        align: 'right',
        cell: ({ of }) => of(row),
      }),
    ),
  ];
  return (
    <Panel flush title="Side by side" action={<CsvLink href={csv} what="comparison" />}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section aria-label="Side by side, table" tabIndex={0} className="overflow-x-auto">
        {/* A phone shows two listings at once; the measures stay visible while the others scroll into view. */}
        <div
          className="[&_:is(th,td):first-child]:sticky [&_:is(th,td):first-child]:left-0 [&_:is(th,td):first-child]:bg-surface [&_th:first-child]:z-2 [&_th]:whitespace-normal [&_th]:align-bottom [&_th]:wrap-anywhere"
          style={{ minWidth: `${7.5 + 6.5 * rows.length}rem` }}
        >
          <Table
            caption="Listings side by side"
            columns={columns}
            rows={measures}
            rowKey={({ name }) => name}
          />
        </div>
      </section>
      <ul className="flex flex-wrap gap-x-4 gap-y-1.5 border-line border-t px-4.5 py-3 text-sm print:hidden">
        {rows.map(({ listing }, at) => (
          <li key={listing.id}>
            <Link to={paths.hostListing(listing.id)} className="link">
              Results of {at + 1}. <bdi>{listing.title}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
