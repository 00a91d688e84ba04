import type { AccountId } from '#contract/accounts/ids.ts';
import { centsToMicros } from '#contract/money.ts';
import { after, DAY, HOUR, MINUTE } from '#server/infra/clock.ts';
import { isRefusal, type Refusal } from '#server/infra/outcome.ts';
import { type Tx, transact } from '#server/infra/transaction.ts';
import { fileAppeal } from '#server/modules/appeals/appeals.ts';
import { releaseDue, settle } from '#server/modules/earnings/earnings.ts';
import { endListing, pauseListing, settleEnded } from '#server/modules/listings/listings.ts';
import { markFailed, markPaid, payWeeklyTo, pickUp, withdraw } from '#server/modules/payouts/payouts.ts';
import { scoreClips } from '#server/modules/scoring/scoring.ts';
import { finishJob } from '#server/modules/tracking/tracking.ts';
import { countTo, insertClips, type SeededClip } from '../clip-rows.ts';
import type { DemoPeople } from '../demo-people.ts';
import { lastRunUntil } from '../demo-plan.ts';
import type { DemoWorld } from '../demo-world.ts';
import { personOf } from '../person-of.ts';
import { postClip } from './crowd-clips.ts';
import { postCrowdListings } from './crowd-listings.ts';
import { type Crowd, makeCrowd } from './crowd-people.ts';
import { type PlannedListing, planCrowd } from './crowd-plan.ts';
import { planDemoQueue } from './demo-queue.ts';
import { disputePayment } from './dispute-payment.ts';

/**
 * Rounds of the history, in days ago. A round counts, pays and releases everything since the previous one.
 */
const ROUNDS = [42, 35, 28, 21, 15, 10, 6, 3, 2, 1, 0];

interface Stage {
  world: DemoWorld;
  crowd: Crowd;
  now: Date;
  listingIds: Map<PlannedListing, string>;
  clips: SeededClip[];
  seen: Set<SeededClip>;
  ended: Set<string>;
}

/**
 * Creates a market for the demo: hosts and clippers besides the demo accounts, with weeks of clips. The
 * simulator counts them, the product's own score judges them, and its own settlement pays them. Their posts
 * keep growing.
 */
export async function seedCrowd(
  world: DemoWorld,
  people: DemoPeople,
  demoListingIds: string[],
  { now, spread }: { now: Date; spread: boolean },
): Promise<void> {
  const { listings, clips: planned } = planCrowd(now, spread);
  const queue = planDemoQueue(now);
  const crowd = await makeCrowd(world, now);
  const listingIds = await postCrowdListings(world.db, crowd, listings, now);
  for (const [nth, listing] of queue.listings.entries()) listingIds.set(listing, demoListingIds[nth]!);
  const posting = [...planned, ...queue.clips].map((plan) =>
    postClip(world, { crowd, people, listingIds }, plan, now),
  );
  const stage: Stage = {
    world,
    crowd,
    now,
    listingIds,
    clips: await Promise.all(posting),
    seen: new Set(),
    ended: new Set(),
  };
  const monday = lastRunUntil(now.getTime());
  const steps = [
    ...ROUNDS.map((days) => ({ at: after(now, -days * DAY), act: playRound })),
    ...[monday - 7 * DAY, monday].map((at) => ({ at: new Date(at), act: payRun })),
  ].sort((a, b) => a.at.getTime() - b.at.getTime());
  for (const { at, act } of steps) await act(stage, at);
  for (const listing of listings.filter(({ spec }) => spec.state === 'paused')) {
    const hostId = crowd.hosts[listing.host]!;
    const change = { hostId, userId: personOf(hostId), listingId: listingIds.get(listing)! };
    await pauseListing(world.db, { ...change, now: after(now, -30 * HOUR) });
  }
  const { db, stripe } = world;
  if (stripe) await disputePayment({ db, stripe }, crowd.hosts.quietboard!, now);
  await appealOne(stage);
  await withdrawSome(stage);
}

const isDecidedBy = ({ decision, submittedAt }: SeededClip, at: Date): boolean =>
  (decision?.at ?? after(submittedAt, DAY)) <= at;

async function playRound(
  { world, crowd, now, listingIds, clips, seen, ended }: Stage,
  at: Date,
): Promise<void> {
  const { db } = world;
  const known = clips.filter((clip) => seen.has(clip));
  const added = clips.filter((clip) => !seen.has(clip) && (at >= now || isDecidedBy(clip, at)));
  await transact(db, async (tx) => {
    if (known.length > 0) await countTo(tx, known, at);
    if (added.length === 0) return;
    await insertClips(tx, added, { at, now });
    await scoreClips(
      tx,
      added.map(({ id }) => id),
      at,
    );
  });
  for (const clip of added) seen.add(clip);
  // Clips that wait or are rejected earn nothing, and the demo's own history is settled already.
  const earning = [...seen].filter(({ decision }) => decision?.kind === 'approved');
  const ids = [...new Set(earning.map(({ listingId }) => listingId))];
  if (ids.length > 0) await settle(db, at, { listingIds: ids });
  for (const [{ endedAt, host }, listingId] of listingIds) {
    if (!endedAt || endedAt > at || ended.has(listingId)) continue;
    ended.add(listingId);
    await endListing(db, {
      hostId: crowd.hosts[host]!,
      userId: personOf(crowd.hosts[host]!),
      listingId,
      now: endedAt,
    });
  }
  await finishJob(db).run(at);
  if (ids.length > 0) await settle(db, at, { listingIds: ids });
  await settleEnded(db).run(at);
  await releaseDue(db, at, { clipperIds: Object.values(crowd.clippers) });
}

/** Makes a weekly run and the results of its payouts, one of which could not be delivered. */
async function payRun({ world: { db }, crowd, now }: Stage, at: Date): Promise<void> {
  const clipperIds = Object.values(crowd.clippers);
  await releaseDue(db, after(at, -MINUTE), { clipperIds });
  await payWeeklyTo(db, clipperIds, at);
  const failing = now.getTime() - at.getTime() > 7 * DAY;
  await transact(db, async (tx) => {
    const ids = await payoutsOf(tx, clipperIds);
    for (const [nth, payoutId] of ids.entries()) {
      const act = { payoutId, actorId: null };
      if (after(at, 2 * HOUR) > now) continue;
      done(await pickUp(tx, { ...act, now: after(at, 2 * HOUR) }));
      const end = { ...act, now: after(at, 4 * HOUR) };
      if (end.now > now) continue;
      if (nth === 1 && failing)
        done(await markFailed(tx, end, 'PayPal: this account can’t receive payments in US dollars.'));
      else done(await markPaid(tx, end, `PP-${at.toISOString().slice(0, 10)}-C${nth + 1}`));
    }
  });
}

/** Throws on a refusal, which would leave half of an act, so that the whole round is rolled back. */
function done(outcome: Refusal | null): void {
  if (outcome) throw new Error(`a payout of the demo was refused: ${outcome.code}`);
}

async function payoutsOf(tx: Tx, clipperIds: AccountId[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('payouts')
    .select('id')
    .where('state', '=', 'requested')
    .where('clipper_id', 'in', clipperIds)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

async function appealOne({ world: { db }, clips, now }: Stage): Promise<void> {
  const clip = clips.find(
    ({ decision }) => decision?.kind === 'rejected' && decision.reason === 'wrong_content',
  )!;
  const text =
    'The clip is from the second hour of this source, at 1:12:40. The lighthouse door is in the frame.';
  const asked = {
    submissionId: clip.id,
    clipperId: clip.clipperId,
    userId: personOf(clip.clipperId),
    text,
    now: after(now, -20 * HOUR),
  };
  const filed = await transact(db, (tx) => fileAppeal(tx, asked));
  if (isRefusal(filed)) throw new Error(`the demo's appeal was refused: ${filed.code}`);
}

/** Withdraws a part of two people's balances; the money leaves within the day. */
async function withdrawSome({ world: { db }, crowd, now }: Stage): Promise<void> {
  const rich = await db
    .selectFrom('ledger_accounts')
    .select('owner_id')
    .where('kind', '=', 'clipper_available')
    .where('owner_id', 'in', Object.values(crowd.clippers))
    .where('balance_micros', '>=', 20_000_000n)
    .orderBy('balance_micros', 'desc')
    .limit(2)
    .execute();
  for (const { owner_id } of rich) {
    const clipperId = owner_id as AccountId;
    const asked = centsToMicros(1_250);
    await transact(db, (tx) =>
      withdraw(tx, { clipperId, userId: personOf(clipperId), asked, now: after(now, -HOUR) }),
    );
  }
}
