import { Scissors, Upload } from 'lucide-react';
import { Link } from 'react-router';
import type { SessionReply } from '#contract/accounts/accounts.ts';
import { paidViewsText, paysByFigures } from '#contract/clips/counted-views.ts';
import { earnsAt } from '#contract/earnings/earned.ts';
import type { ListingPage } from '#contract/listings/listings.ts';
import { formatRate, formatUsd, formatUsdExact, micros } from '#contract/money.ts';
import { BudgetTrack, listingBudget } from '#web/nouns/budget-track.tsx';
import { paths } from '#web/routes/paths.ts';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { lazyPart } from '#web/ui/pages/lazy-part.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { Money } from '#web/ui/texts/money.tsx';
import { FORECAST_VIEWS, sureAt } from './forecast.ts';
import { closedReason, limitsLine, runwayLine, viewsLeft } from './listing-labels.ts';

export type Viewer = SessionReply['user'];

/** Whether the viewer may cut the source, or a file of it, in the Clip Studio. */
export const canCut = ({ state, source }: ListingPage, viewer: Viewer): boolean =>
  viewer?.role === 'clipper' && state === 'active' && (source.kind === 'link' || source.mayWatch);

/** Whether the Clip Studio opens the source at once, so that cutting is the first action. */
export const isStudioReady = (listing: ListingPage, viewer: Viewer): boolean =>
  listing.opensInStudio && canCut(listing, viewer);

/** Shows the rate, the remaining budget, and the main action. */
export function ListingOffer({ listing, viewer }: { listing: ListingPage; viewer: Viewer }) {
  const { budget, rateCentsPerMille } = listing;
  return (
    <section
      aria-label="What it pays"
      className="flex flex-col gap-4 self-start rounded-panel border border-well-line bg-well p-6 text-well-ink max-md:p-4.5"
    >
      <div>
        <p className="text-sm text-well-muted">
          {listing.isOwn ? 'Clippers earn' : 'You earn'} per 1,000 {paidViewsText(listing)}
        </p>
        <p className="num mt-2 text-5xl text-signal">{formatRate(rateCentsPerMille)}</p>
        <p className="mt-2.5 text-sm text-well-muted">{limitsLine(listing)}</p>
        <Forecast listing={listing} />
      </div>
      <OfferAction listing={listing} viewer={viewer} />
      <div className="flex items-end justify-between gap-3">
        <span>
          <Money micros={budget.freeMicros} className="num text-figure" />
          <span className="ml-1 text-sm text-well-muted">free</span>
        </span>
        <b className="font-semibold text-sm">
          {formatCount(viewsLeft(budget.freeMicros, rateCentsPerMille))} views left
        </b>
      </div>
      <BudgetTrack large className="ring-1 ring-well-line" budget={listingBudget(listing)} />
      {listing.state === 'active' ? <p className="text-sm text-well-muted">{runwayLine(listing)}</p> : null}
      <BudgetBill listing={listing} />
    </section>
  );
}

/** Shows what a clip would earn by the current rules and budget. */
function Forecast({ listing }: { listing: ListingPage }) {
  if (listing.state !== 'active') return null;
  const gets = earnsAt(FORECAST_VIEWS, listing);
  const isSure = sureAt(FORECAST_VIEWS, listing) > 0n;
  const counted = paysByFigures(listing) ? 'such views' : 'views';
  return (
    <p className="mt-2.5 text-sm">
      At {formatCount(FORECAST_VIEWS)} {counted} {listing.isOwn ? 'a clip would earn' : 'you’d earn'}
      {isSure ? ' ' : ' up to '}
      <b className="font-semibold">{formatUsd(gets)}</b>.{' '}
      <span className="text-well-muted">
        {isSure
          ? `${listing.isOwn ? 'Its maximum is reserved when it' : 'Your maximum is reserved when your clip'} is approved.`
          : `Earlier-approved clips are paid first, so the budget could run out before ${listing.isOwn ? 'it is paid' : 'yours'}.`}
      </span>
    </p>
  );
}

function BudgetBill({ listing: { budget } }: { listing: ListingPage }) {
  const rows = [
    ['bg-spent', 'Paid to clippers', budget.paidMicros],
    ['hatch', 'Reserved for approved clips', budget.reservedMicros],
    ['bg-signal', 'Free', budget.freeMicros],
  ] as const;
  return (
    <dl className="flex flex-col gap-2.25 text-sm [&>div]:flex [&>div]:items-center [&>div]:gap-2 [&_dd]:ml-auto [&_dd]:font-semibold [&_dt]:text-well-muted">
      {rows.map(([swatch, name, amount]) => (
        <div key={name}>
          <i
            aria-hidden="true"
            className={`size-2.5 shrink-0 rounded-[2px] ring-1 ring-well-line ${swatch}`}
          />
          <dt>{name}</dt>
          <dd>{formatUsdExact(amount)}</dd>
        </div>
      ))}
      {budget.returnedMicros > budget.takenBackMicros ? (
        <div>
          <dt>Returned to the host</dt>
          <dd>{formatUsdExact(micros(budget.returnedMicros - budget.takenBackMicros))}</dd>
        </div>
      ) : null}
      {budget.takenBackMicros > 0n ? (
        <div>
          <dt>Taken back by a bank</dt>
          <dd>{formatUsdExact(budget.takenBackMicros)}</dd>
        </div>
      ) : null}
      <div className="border-well-line border-t pt-2.25">
        <dt>Total budget held</dt>
        <dd>{formatUsdExact(budget.fundedMicros)}</dd>
      </div>
    </dl>
  );
}

const UsedUpNote = lazyPart(async () => (await import('./host/used-up-note.tsx')).UsedUpNote);

const wide = `${buttonStyle({ variant: 'primary', size: 'lg' })} w-full`;
const noticeClass = 'rounded-control bg-well-2 px-3.5 py-2.75 text-sm';

/** Shows the actions, the main one first, or why there is none. */
function OfferAction({ listing, viewer }: { listing: ListingPage; viewer: Viewer }) {
  const closed = closedReason(listing);
  if (listing.isOwn) {
    return (
      <div className="flex flex-col gap-2">
        <Link to={paths.hostListing(listing.id)} className={wide}>
          Results and actions
        </Link>
        {listing.isBudgetUsedUp ? <UsedUpNote id={listing.id} className={noticeClass} /> : null}
      </div>
    );
  }
  if (closed) return <p className={noticeClass}>{closed}</p>;
  if (viewer === null) {
    return (
      <div className="flex flex-col gap-2">
        <Link to={paths.auth({ role: 'clipper', next: paths.listing(listing.id) })} className={wide}>
          Sign up as a clipper
        </Link>
        <p className="text-sm text-well-muted">
          No upfront fees, 0% platform fee.{' '}
          <Link
            to={paths.auth({ mode: 'login', next: paths.listing(listing.id) })}
            className="link text-well-ink"
          >
            Login
          </Link>{' '}
          if you have an account.
        </p>
      </div>
    );
  }
  if (viewer.role !== 'clipper')
    return <p className={noticeClass}>Clips are submitted from clipper accounts.</p>;
  const submit = paths.clipperSubmit({ listing: listing.id });
  if (!isStudioReady(listing, viewer)) {
    return (
      <Link to={submit} className={wide}>
        <Upload aria-hidden />
        Submit Clip
      </Link>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      <Link reloadDocument to={paths.clipperStudio(listing.id)} className={wide}>
        <Scissors aria-hidden />
        Cut a clip
      </Link>
      <Link to={submit} className={`${buttonStyle({ size: 'lg' })} w-full`}>
        Submit Clip
      </Link>
      <p className="text-sm text-well-muted">
        Cut, frame and caption the video in your browser, then post it.
      </p>
    </div>
  );
}
