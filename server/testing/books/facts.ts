import { learnPayouts, readPayouts, runWeekly, weeklyRuns } from './facts-payouts.ts';
import { verdictFacts } from './facts-verdicts.ts';
import { fewAtOnce } from './few-at-once.ts';
import { type ClipBook, pendingOf } from './model/books.ts';
import { keepStates, maySettle } from './model/listings.ts';
import { finish, releaseDue, releaseTimes } from './model/release.ts';
import { dueAfter, settle, wantedViews } from './model/settle.ts';
import type { AdminPayoutRow, ClipShown, HoldShown, ListingShown, ReceiptShown } from './shown.ts';
import type { Fact, World } from './world.ts';

const DAY = 86_400_000;
const NEARBY_MS = 90_000;
/** The longest time between a count and its settlement, on a busy machine. */
const LATEST_MS = 3_600_000 + NEARBY_MS;
const QUIET_MS = 2 * DAY;
/** Clips whose figures can no longer change are read again only in every tenth round. */
const QUIET_EVERY = 10;

const isQuiet = (w: World, { status, finished, appealed, changedAt }: ClipBook): boolean =>
  (finished || status === 'withdrawn' || (status === 'rejected' && !appealed)) &&
  w.now.getTime() - changedAt.getTime() > QUIET_MS;

async function readReceipts(w: World): Promise<Map<string, ReceiptShown>> {
  const admin = await w.stage.admin();
  const all = w.trail.length % QUIET_EVERY === 0;
  const clips = [...w.books.clips.values()].filter((clip) => all || !isQuiet(w, clip));
  const read = await fewAtOnce(clips, ({ id }) => admin.read<ReceiptShown>(`/api/submissions/${id}/receipt`));
  return new Map(read.map((receipt) => [receipt.submissionId, receipt]));
}

/** Reads the fraud holds of all clips that have one, open or decided. */
async function readHolds(w: World, receipts: Map<string, ReceiptShown>): Promise<Map<string, HoldShown[]>> {
  const admin = await w.stage.admin();
  const held = [...receipts.values()].filter(({ verdict }) => verdict.fraudHoldState !== null);
  const read = await fewAtOnce(
    held,
    async ({ submissionId: id }) => [id, (await admin.read<ClipShown>(`/api/clips/${id}`)).holds] as const,
  );
  return new Map(read);
}

/** Reads ended listings, which may have settled since the last round. */
async function readListings(w: World): Promise<Map<string, ListingShown>> {
  const admin = await w.stage.admin();
  const closing = [...w.books.listings.values()].filter(
    ({ state, endsAt }) =>
      state === 'ended' || (state !== 'settled' && state !== 'removed' && endsAt && endsAt <= w.now),
  );
  const read = await fewAtOnce(closing, ({ id }) => admin.read<ListingShown>(`/api/listings/${id}`));
  return new Map(read.map((page) => [page.id, page]));
}

export interface Read {
  receipts: Map<string, ReceiptShown>;
  holds: Map<string, HoldShown[]>;
  /** The public listing pages, by id. */
  listings: Map<string, ListingShown>;
  payouts: AdminPayoutRow[];
}

export const readFacts = async (w: World): Promise<Read> => {
  const [receipts, listings, payouts] = await Promise.all([readReceipts(w), readListings(w), readPayouts(w)]);
  return { receipts, holds: await readHolds(w, receipts), listings, payouts };
};

/**
 * Applies new counts and decisions to the model in order of time, with the releases that become due in
 * between.
 */
export function learn(w: World, { receipts, holds, listings, payouts }: Read): void {
  w.later = [
    ...[...w.books.clips.values()].flatMap((clip) => factsOf(w, clip, receipts.get(clip.id))),
    ...[...w.books.clips.values()].flatMap((clip) =>
      verdictFacts(w, clip, receipts.get(clip.id), holds.get(clip.id)),
    ),
    ...learnPayouts(w, payouts),
    ...w.scheduled.filter(({ at }) => at <= w.now),
    ...weeklyRuns(w.learned, w.now).map((at) => ({ at, apply: () => runWeekly(w, at, payouts) })),
  ];
  w.scheduled = w.scheduled.filter(({ at }) => at > w.now);
  // If a dispute or a decision delayed a release, the money is released when the delay ends, not on its due
  // date.
  let done = w.learned.getTime();
  while (true) {
    w.later.sort((a, b) => a.at.getTime() - b.at.getTime());
    const at = new Date(Math.min(w.later[0]?.at.getTime() ?? Infinity, nextDue(w, done)));
    if (Number.isNaN(at.getTime())) break;
    const end = at.getTime() + NEARBY_MS;
    // Events this close together count as simultaneous, because a job can handle them in either order.
    while (w.later[0] && w.later[0].at.getTime() < end) w.later.shift()!.apply();
    bringUpTo(w, receipts, at, new Date(Math.min(end, w.now.getTime())));
    done = end;
  }
  // The model settles even without a new count, because an action can change how much a clip may be paid.
  bringUpTo(w, receipts, w.now, w.now);
  for (const clip of w.books.clips.values()) {
    const receipt = receipts.get(clip.id);
    if (areSettledTogether(clip, receipt)) adoptSteps(clip, receipt);
  }
  w.observed.clear();
  learnSettled(w, listings);
  keepStates(w.books, w.now);
  w.learned = w.now;
}

/** Reads and applies what happened up to now. */
export async function catchUp(w: World): Promise<void> {
  w.now = await w.stage.now();
  learn(w, await readFacts(w));
}

/** Settles, releases and closes what is due by `until`. */
function bringUpTo({ books }: World, receipts: Read['receipts'], at: Date, until: Date): void {
  for (const listing of books.listings.values()) settle(books, listing, at);
  for (const clip of books.clips.values()) adoptMoments(clip, receipts.get(clip.id));
  releaseDue(books, until);
  finish(books, (clip) => wantedViews(books, clip).now);
  for (const listing of books.listings.values()) settle(books, listing, at);
  keepStates(books, until);
}

/**
 * Takes the exact moments of earnings from the server. It settles some seconds after a count, and on a busy
 * machine only with the next count. Money that is due at the end of the window is released, and money that is
 * due seconds later waits.
 */
function adoptMoments(clip: ClipBook, receipt: ReceiptShown | undefined): void {
  const rows = settledIn(receipt);
  for (const [n, step] of clip.steps.filter(({ state }) => state !== 'reversed').entries()) {
    const row = rows[n];
    if (!row || step.state !== 'pending') continue;
    const late = new Date(row.accruedAt).getTime() - step.at.getTime();
    const most = BigInt(row.amountMicros) === step.amount ? LATEST_MS : NEARBY_MS;
    if (late < -NEARBY_MS || late > most) continue;
    step.at = new Date(row.accruedAt);
    step.due = dueAfter(clip.platform, step.at);
  }
}

/** Whether a busy server paid in one step for several counts of the clip. */
const areSettledTogether = (clip: ClipBook, receipt: ReceiptShown | undefined): boolean =>
  receipt !== undefined &&
  settledIn(receipt).length < clip.steps.filter(({ state }) => state !== 'reversed').length;

const settledIn = (receipt: ReceiptShown | undefined): ReceiptShown['accruals'] =>
  receipt?.accruals.filter(({ state }) => state !== 'reversed') ?? [];

/** Replaces a clip's pending earnings steps with the server's if both have the same sum. */
function adoptSteps(clip: ClipBook, receipt: ReceiptShown | undefined): void {
  if (!receipt || pendingOf(clip) !== BigInt(receipt.pendingMicros)) return;
  const held = receipt.accruals.filter(({ state }) => state === 'pending');
  clip.steps = [
    ...clip.steps.filter(({ state }) => state !== 'pending'),
    ...held.map((row) => ({
      views: row.viewsTo - row.viewsFrom,
      amount: BigInt(row.amountMicros),
      at: new Date(row.accruedAt),
      due: dueAfter(clip.platform, new Date(row.accruedAt)),
      state: 'pending' as const,
      releasedAt: null,
    })),
  ];
}

/** Adopts the time at which the server settled an ended listing, if the rules allowed it by then. */
function learnSettled(w: World, pages: Map<string, ListingShown>): void {
  for (const listing of w.books.listings.values()) {
    const isSettled = pages.get(listing.id)?.state === 'settled';
    if (listing.state === 'ended' && isSettled && maySettle(w.books, listing, w.now)) {
      listing.state = 'settled';
      listing.changedAt = w.now;
    }
  }
}

/** Returns the next due date of a pending step, in milliseconds since 1970. */
function nextDue(w: World, after: number): number {
  const moments = [...w.books.clips.values()].flatMap(({ steps }) =>
    steps.filter(({ state }) => state === 'pending').flatMap(releaseTimes),
  );
  return Math.min(...moments.map(Number).filter((at) => at > after && at <= w.now.getTime()), Infinity);
}

function factsOf(w: World, clip: ClipBook, receipt: ReceiptShown | undefined): Fact[] {
  if (!receipt) return [];
  const facts: Fact[] = [];
  const last = clip.snapshots.at(-1)?.at.getTime() ?? 0;
  for (const { fetchedAt, views } of receipt.snapshots) {
    const at = new Date(fetchedAt);
    if (at.getTime() > last) facts.push({ at, apply: () => clip.snapshots.push({ at, views }) });
  }
  if (clip.status !== 'approved' && receipt.status === 'approved') {
    const at = new Date(receipt.approvedAt!);
    facts.push({
      at,
      apply() {
        clip.status = 'approved';
        clip.appealed = false;
        clip.changedAt = at;
        clip.approvedAt = at;
        clip.windowEnd = new Date(at.getTime() + clip.terms.trackingDays * DAY);
      },
    });
  } else if (receipt.status !== clip.status) {
    facts.push({
      at: w.learned,
      apply() {
        clip.status = receipt.status;
        clip.changedAt = w.now;
      },
    });
  }
  return facts;
}
