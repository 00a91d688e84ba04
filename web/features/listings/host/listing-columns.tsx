import { Link } from 'react-router';
import type { BudgetQueue } from '#contract/earnings/earnings.ts';
import { effectiveCents } from '#contract/listings/effective-cents.ts';
import { type HostListingRow, namedState } from '#contract/listings/listings.ts';
import { formatRate } from '#contract/money.ts';
import { BudgetTrack, listingBudget } from '#web/nouns/budget-track.tsx';
import { PlatformIcon } from '#web/nouns/platform-icon.tsx';
import { StatusBadge } from '#web/nouns/status-badge.tsx';
import { paths } from '#web/routes/paths.ts';
import { moneyColumn } from '#web/ui/lists/money-column.tsx';
import type { Column } from '#web/ui/lists/table.tsx';
import { stateNote } from './listing-actions.ts';
import { ListingButtons, type ListingButtonsProps } from './listing-buttons.tsx';
import { ListingName } from './listing-name.tsx';
import { runwayLine } from './spend-rate.ts';

/** The columns of My Listings. */
export const listingColumns = (
  on: Omit<ListingButtonsProps, 'listing'>,
  queueOf: (listing: HostListingRow) => BudgetQueue | undefined,
): Column<HostListingRow>[] => [
  {
    header: 'Listing',
    sort: { by: 'title', kind: 'text' },
    phone: 'title',
    picture: true,
    cell: (row) => <Name listing={row} queue={queueOf(row)} />,
  },
  {
    header: 'Status',
    phone: 'status',
    cell: (row) => <StatusBadge status={namedState(row)} />,
  },
  {
    header: 'Pending',
    sort: { by: 'pending', kind: 'number' },
    align: 'right',
    cell: (row) => <Pending listing={row} />,
  },
  {
    header: 'Approved',
    sort: { by: 'approved', kind: 'number' },
    align: 'right',
    cell: (row) => row.approvedClips,
  },
  moneyColumn('Spent', (row) => row.budget.paidMicros, { exact: true, sort: 'spent', onPhone: false }),
  moneyColumn('Reserved', (row) => row.budget.reservedMicros, {
    exact: true,
    sort: 'reserved',
    onPhone: false,
  }),
  moneyColumn('Free', (row) => row.budget.freeMicros, {
    exact: true,
    bold: true,
    unit: 'free',
    sort: 'free',
  }),
  { header: 'Actions', align: 'right', cell: (row) => <ListingButtons listing={row} {...on} /> },
];

interface NameProps {
  listing: HostListingRow;
  queue: BudgetQueue | undefined;
}

function Name({ listing, queue }: NameProps) {
  const note = stateNote(listing, queue) ?? runwayLine(listing);
  const effective = effectiveCents(listing.budget.paidMicros, listing.views);
  return (
    <ListingName listing={listing}>
      <span className="flex items-center gap-1.5 @max-4xl:hidden">
        <span>
          {formatRate(listing.rateCentsPerMille)} per 1,000
          {effective === null || effective === listing.rateCentsPerMille
            ? null
            : `, effective ${formatRate(effective)}`}
        </span>
        {listing.platforms.map((platform) => (
          <PlatformIcon key={platform} platform={platform} />
        ))}
      </span>
      <BudgetTrack className="my-1 w-48 @max-4xl:hidden" budget={listingBudget(listing)} />
      {note ? <span className="block text-xs">{note}</span> : null}
    </ListingName>
  );
}

function Pending({ listing }: { listing: HostListingRow }) {
  if (listing.pendingClips === 0) return '0';
  return (
    <Link
      to={paths.hostSubmissions({ listing: listing.id })}
      aria-label={`Review ${listing.pendingClips} pending ${listing.pendingClips === 1 ? 'clip' : 'clips'} of ${listing.title}`}
      className="link font-semibold"
    >
      {listing.pendingClips}
    </Link>
  );
}
