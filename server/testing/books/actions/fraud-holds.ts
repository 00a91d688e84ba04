import { readPayouts } from '../facts-payouts.ts';
import type { ClipBook } from '../model/books.ts';
import { countedViews } from '../model/counts.ts';
import { upholdFraud } from '../model/fraud.ts';
import { followPayout } from '../model/payouts.ts';
import { settle } from '../model/settle.ts';
import { dollars } from '../money.ts';
import type { AdminSubmissionRow, AppealRow, ClipShown } from '../shown.ts';
import { type Action, personOf, type World } from '../world.ts';

export const decideHold: Action = {
  name: 'decide a hold',
  weight: 5,
  async run(w) {
    const admin = await w.stage.admin();
    const rows = await admin.rows<AdminSubmissionRow>('/api/admin/submissions?held=true');
    const own = rows.filter(({ id }) => w.books.clips.has(id));
    if (own.length === 0) return null;
    const { id, fraudHoldId } = w.dice.oneOf(own);
    const verb = w.dice.percent(50) ? 'release' : 'uphold';
    const range = verb === 'uphold' && w.dice.percent(40) ? await partOf(w, id) : null;
    const { status, body } = await admin.send('POST', `/api/admin/fraud-holds/${fraudHoldId}/${verb}`, {
      note: 'Seen.',
      ...(range ? { range } : {}),
    });
    const which = range ? `from ${range.fromViews} to ${range.toViews} ` : '';
    return `a reviewer ${verb}s the hold ${which}of ${id}: ${status === 200 ? 'done' : body.code}`;
  },
};

/** Picks a range inside the held views; null when the hold is too small or has no upper end. */
async function partOf(w: World, clipId: string): Promise<{ fromViews: number; toViews: number } | null> {
  const admin = await w.stage.admin();
  const { holds } = await admin.read<ClipShown>(`/api/clips/${clipId}`);
  const { fromViews: from, toViews: to } = holds[0]!;
  if (to === null || to - from < 2) return null;
  const fromViews = from + w.dice.below(to - from - 1);
  return { fromViews, toViews: w.dice.between(fromViews + 1, to) };
}

export const appeal: Action = {
  name: 'appeal',
  weight: 5,
  async run(w) {
    const found = [...w.books.clips.values()].filter(({ status, hold, clipperId }) => {
      const { banned, closed } = personOf(w.clippers, clipperId);
      return !banned && !closed && (status === 'rejected' || (hold && hold.state !== 'released'));
    });
    if (found.length === 0) return null;
    const clip = w.dice.oneOf(found);
    const clipper = personOf(w.clippers, clip.clipperId);
    const path = `/api/clipper/submissions/${clip.id}/appeal`;
    const { status, body } = await clipper.caller.send('POST', path, { text: 'It is all real.' });
    if (status !== 200) return null;
    clip.changedAt = w.now;
    if (clip.status === 'rejected') clip.appealed = true;
    return `${clipper.name} appeals ${clip.status === 'rejected' ? 'the rejection' : 'the hold'} of ${clip.id} until ${body.decideBy}`;
  },
};

export const decideAppeal: Action = {
  name: 'decide an appeal',
  weight: 5,
  async run(w) {
    const admin = await w.stage.admin();
    const rows = await admin.rows<AppealRow>('/api/admin/appeals');
    const own = rows.filter(({ submissionId }) => w.books.clips.has(submissionId));
    if (own.length === 0) return null;
    const { id, submissionId, of } = w.dice.oneOf(own);
    const verb = w.dice.percent(60) ? 'overturn' : 'dismiss';
    const { status, body } = await admin.send('POST', `/api/admin/appeals/${id}/${verb}`, {
      note: 'Seen again.',
    });
    const clip = w.books.clips.get(submissionId)!;
    clip.changedAt = w.now;
    if (status === 200 && of === 'rejection') clip.appealed = false;
    return `an admin ${verb}s the appeal of the ${of} of ${submissionId}: ${status === 200 ? 'done' : body.code}`;
  },
};

/** An admin upholds fraud on views that may already be paid. */
export const fraud: Action = {
  name: 'uphold fraud',
  weight: 2,
  async run(w) {
    const clips = [...w.books.clips.values()].filter(
      ({ status, steps }) => status === 'approved' && steps.length > 0,
    );
    if (clips.length === 0) return null;
    const clip = w.dice.oneOf(clips);
    return await upholdOn(w, clip, chooseRange(w, clip));
  },
};

/** Without a `to`, fraud is upheld on the whole clip, which is counted no more. */
export async function upholdOn(
  w: World,
  clip: ClipBook,
  range: { from: number; to: number | null },
): Promise<string> {
  const admin = await w.stage.admin();
  const decision = { fromViews: range.from, toViews: range.to, note: 'Bought.' };
  const { status, body } = await admin.send(
    'POST',
    `/api/admin/submissions/${clip.id}/uphold-fraud`,
    decision,
  );
  const what = `an admin upholds fraud on ${clip.id} from ${range.from} to ${range.to}`;
  if (status !== 200) return `${what}: ${body.code}`;
  const { holds } = await admin.read<ClipShown>(`/api/clips/${clip.id}`);
  w.holds.set(clip.id, holds);
  await learnCanceled(w, clip.clipperId);
  if (range.to === null) clip.stoppedAt ??= w.now;
  const { taken, owed } = upholdFraud(w.books, clip, { ...range, nth: holds.length - 1 }, w.now);
  settle(w.books, w.books.listings.get(clip.listingId)!, w.now);
  const seen = { taken: BigInt(body.takenBackMicros), owed: BigInt(body.owedMicros) };
  if (seen.taken !== taken || seen.owed !== owed)
    throw new Error(
      `${what}: expected ${dollars(taken)} taken and ${dollars(owed)} owed, seen ${dollars(seen.taken)} and ${dollars(seen.owed)}`,
    );
  return `${what}: ${dollars(taken)} taken back, ${dollars(owed)} owed`;
}

/** Follows the payouts that PayPal was to send, and that the fraud canceled before any attempt. */
async function learnCanceled(w: World, clipperId: string): Promise<void> {
  for (const { id, state } of await readPayouts(w)) {
    const payout = w.books.payouts.get(id);
    const isCanceled = payout?.clipperId === clipperId && state === 'canceled';
    if (isCanceled && payout.state === 'processing') followPayout(w.books, payout, 'canceled', w.now);
  }
}

function chooseRange({ dice }: World, clip: ClipBook): { from: number; to: number | null } {
  if (dice.percent(50)) return { from: 0, to: null };
  const counted = Math.max(2, countedViews(clip));
  const from = dice.below(counted - 1);
  return { from, to: dice.between(from + 1, counted) };
}

export const writeOff: Action = {
  name: 'write a debt off',
  weight: 1,
  async run(w) {
    const debtors = [...w.books.clippers.values()].filter(({ owed }) => owed > 0n);
    if (debtors.length === 0) return null;
    const clipper = w.dice.oneOf(debtors);
    const admin = await w.stage.admin();
    const { writtenOffMicros } = await admin.ask(`/api/admin/users/${clipper.id}/write-off-debt`, {
      reason: 'Lost.',
    });
    if (BigInt(writtenOffMicros) !== clipper.owed)
      throw new Error(`expected ${dollars(clipper.owed)} written off, seen ${writtenOffMicros}`);
    w.books.outside.platform_loss -= clipper.owed;
    const what = `an admin writes ${dollars(clipper.owed)} of ${personOf(w.clippers, clipper.id).name} off`;
    clipper.writtenOff += clipper.owed;
    clipper.owed = 0n;
    return what;
  },
};
