import { expect } from 'vitest';
import { after, SECOND } from '#server/infra/clock.ts';
import { count } from '#server/testing/clips.ts';
import { testHold } from '#server/testing/questions.ts';
import { chosen } from './chosen.ts';
import { type Done, nothing, pick } from './done.ts';
import { takeBack } from './model-earnings.ts';
import type { MoneyWorld } from './world.ts';

export type ClipStep =
  | { do: 'submit'; listing: number; clipper: number }
  | { do: 'decide'; clip: number; how: 'approve' | 'reject' }
  | { do: 'withdraw-clip'; clip: number }
  | { do: 'count'; clip: number; views: number[] }
  | { do: 'hold'; clip: number; range: readonly [number, number] | null }
  | { do: 'decide-hold'; clip: number; how: 'release' | 'uphold' }
  | { do: 'appeal'; clip: number }
  | { do: 'decide-appeal'; how: 'overturn' | 'dismiss' }
  | { do: 'fraud'; clip: number; to: number | null };

const note = { note: 'Looked at it.' };

export async function takeClipStep(w: MoneyWorld, step: ClipStep): Promise<Done> {
  if (step.do === 'submit') return await submit(w, step);
  if (step.do === 'decide-appeal') return await decideAppeal(w, step.how);
  if (step.do === 'count') return await countSome(w, step);
  const clip = await clipFor(w, step);
  if (!clip) return nothing;
  if (step.do === 'decide') await decide(w, clip, step.how);
  else if (step.do === 'hold') await hold(w, clip, step.range);
  else if (step.do === 'decide-hold') await decideHold(w, clip, step.how);
  else if (step.do === 'fraud') return await upholdFraud(w, clip, step.to);
  else {
    const { clipper_id } = await peopleOf(w, clip);
    const as = w.clippers.find(({ userId }) => userId === clipper_id)!;
    if (w.gone.has(as.userId)) return nothing;
    if (step.do === 'withdraw-clip') await w.api.send('POST', `/api/submissions/${clip}/withdraw`, { as });
    else {
      const body = { text: 'It is from the stream.' };
      await w.api.send('POST', `/api/clipper/submissions/${clip}/appeal`, { as, body });
    }
  }
  return nothing;
}

function clipFor(w: MoneyWorld, { do: what, clip }: { do: string; clip: number }) {
  if (what === 'decide' || what === 'withdraw-clip') return chosen.pendingClip(w, clip);
  if (what === 'hold') return chosen.countedClip(w, clip);
  if (what === 'decide-hold') return chosen.heldClip(w, clip);
  return what === 'appeal' ? chosen.decidedClip(w, clip) : chosen.approvedClip(w, clip);
}

async function submit(
  w: MoneyWorld,
  { listing, clipper }: { listing: number; clipper: number },
): Promise<Done> {
  const listingId = await chosen.openListing(w, listing);
  const as = pick(w.clippers, clipper)!;
  if (!listingId || w.gone.has(as.userId)) return nothing;
  const url = `https://www.tiktok.com/@clips/video/${7_300_000_000_000_000_000n + BigInt(++w.asked)}`;
  const body = { listingId, url, platform: 'tiktok', reportedViews: 0 };
  const reply = await w.api.send('POST', '/api/submissions', { as, body });
  if (reply.status === 200) w.clipIds.push(reply.body.id);
  return nothing;
}

const peopleOf = (w: MoneyWorld, clip: string) =>
  w.db
    .selectFrom('submissions as s')
    .innerJoin('listings as l', 'l.id', 's.listing_id')
    .innerJoin('clip_tracking as t', 't.submission_id', 's.id')
    .select(['s.clipper_id', 'l.host_id', 's.escalated', 't.state', 's.status'])
    .where('s.id', '=', clip)
    .executeTakeFirstOrThrow();

/** Decides a clip as its host, or as a reviewer after the host's deadline. */
async function decide(w: MoneyWorld, clip: string, how: 'approve' | 'reject'): Promise<void> {
  const { host_id, escalated } = await peopleOf(w, clip);
  const reason = how === 'reject' ? { reason: 'wrong_content', note: null } : {};
  if (escalated) {
    const body = how === 'reject' ? reason : note;
    await w.api.send('POST', `/api/admin/submissions/${clip}/${how}`, { as: w.admin, body });
    return;
  }
  const as = w.hosts.find(({ userId }) => userId === host_id)!;
  await w.api.send('POST', `/api/submissions/${clip}/${how}`, {
    as,
    ...(how === 'reject' && { body: reason }),
  });
  // The host can undo the decision until then.
  w.clock.advance(11 * SECOND);
}

/** Returns a moment at which no job stores another snapshot of the clip's count. */
function momentOfItsOwn(w: MoneyWorld): Date {
  const at = after(w.clock.now(), 1);
  w.clock.advance(2);
  return at;
}

/**
 * Counts some clips in a row again, if they are still counted. `views` has the change of each count, up or
 * down.
 */
async function countSome(w: MoneyWorld, { clip, views }: { clip: number; views: number[] }): Promise<Done> {
  for (const [index, counted] of views.entries()) {
    const id = pick(w.clipIds, clip + index);
    if (!id || index >= w.clipIds.length) return nothing;
    if ((await peopleOf(w, id)).state === 'polling')
      await count(w.db, id, counted, momentOfItsOwn(w), { band: 'clean' });
  }
  return nothing;
}

const openFraudHold = (w: MoneyWorld, clip: string) =>
  w.db
    .selectFrom('fraud_holds')
    .select('id')
    .where('submission_id', '=', clip)
    .where('state', 'in', ['open', 'escalated'])
    .executeTakeFirst();

/** Places a hold on a clip, unless counting has ended: only counting places holds. */
async function hold(w: MoneyWorld, clip: string, range: readonly [number, number] | null): Promise<void> {
  if ((await peopleOf(w, clip)).state !== 'polling' || (await openFraudHold(w, clip))) return;
  const [fromViews, toViews] = range?.toSorted((a, b) => a - b) ?? [];
  await testHold(w.db, clip, w.clock.now(), range && { fromViews: fromViews!, toViews: toViews! });
}

async function decideHold(w: MoneyWorld, clip: string, how: 'release' | 'uphold'): Promise<void> {
  const open = await openFraudHold(w, clip);
  if (open) await w.api.send('POST', `/api/admin/fraud-holds/${open.id}/${how}`, { as: w.admin, body: note });
}

async function decideAppeal(w: MoneyWorld, how: 'overturn' | 'dismiss'): Promise<Done> {
  const appeal = await w.db
    .selectFrom('appeals')
    .select('id')
    .where('state', 'in', ['open', 'escalated'])
    .orderBy('id')
    .executeTakeFirst();
  if (appeal) await w.api.send('POST', `/api/admin/appeals/${appeal.id}/${how}`, { as: w.admin, body: note });
  return nothing;
}

async function upholdFraud(w: MoneyWorld, clip: string, toViews: number | null): Promise<Done> {
  const body = { fromViews: 0, toViews, ...note };
  const reply = await w.api.send('POST', `/api/admin/submissions/${clip}/uphold-fraud`, {
    as: w.admin,
    body,
  });
  if (reply.status !== 200) return nothing;
  const found = { back: BigInt(reply.body.takenBackMicros), owed: BigInt(reply.body.owedMicros) };
  return {
    booked: [],
    after: (model) => {
      const listing = [...model.listings.values()].find(({ clips }) => clips.some(({ id }) => id === clip));
      expect(found).toEqual(listing ? takeBack(model, listing, clip) : { back: 0n, owed: 0n });
    },
  };
}
