import { type Database, transact } from '#server/infra/transaction.ts';
import type { Readings } from '#server/modules/connections/connections.ts';
import { writeEvent } from '#server/modules/events/events.ts';
import { scoreClips } from '#server/modules/scoring/scoring.ts';
import {
  type ClaimedClip,
  isDoubtful,
  recordDeferred,
  recordDoubted,
  recordFailure,
  recordMissing,
  storeCounts,
} from '#server/modules/tracking/tracking.ts';

type Unread = Readings['unread'] extends Map<string, infer Reason> ? Reason : never;

/**
 * The state of clips whose posts can't be read until their owner acts. The clips stop earning, and their
 * counting ends after the grace period.
 */
const lost = {
  gone: 'post_hidden',
  before_professional: 'before_professional',
  unsupported: 'unsupported',
} as const;

/** Stores the platform's answers for the posts of one account, then scores them. */
export async function recordCounts(
  db: Database,
  clips: ClaimedClip[],
  { read, unread, details, cut }: Readings,
  now: Date,
): Promise<void> {
  // Locked in id order, so that two processes that count the same clips wait for each other.
  const inOrder = clips.toSorted((a, b) => (a.submission_id < b.submission_id ? -1 : 1));
  const isDoubted = (clip: ClaimedClip) => isDoubtful(clip, read.get(clip.post_id)!.views, now);
  const answered = inOrder.filter((clip) => read.has(clip.post_id));
  const doubted = answered.filter(isDoubted);
  const counted = answered.filter((clip) => !isDoubted(clip));
  const unreadFor = (reason: Unread) =>
    inOrder.filter(({ post_id: id }) => !read.has(id) && (unread.get(id) ?? 'later') === reason);
  await transact(db, async (tx) => {
    const counts = new Map(counted.map((clip) => [clip.submission_id, read.get(clip.post_id)!]));
    const wasDue = new Map(counted.map((clip) => [clip.submission_id, clip.was_due]));
    const stillCounted = await storeCounts(tx, counts, now, wasDue);
    for (const clip of inOrder) {
      const why = read.has(clip.post_id) ? undefined : unread.get(clip.post_id);
      if (why && isLost(why)) await recordMissing(tx, clip, lost[why], now);
    }
    await scoreClips(tx, stillCounted, now);
    await writeEvent(tx, 'clip.counted', { clipIds: stillCounted });
  });
  await recordFailure(db, unreadFor('no_data'), { trouble: 'no_counts' }, now);
  await recordFailure(db, unreadFor('impossible'), { trouble: 'impossible_count' }, now);
  for (const clip of [...unreadFor('unanswered'), ...unreadFor('rejected')]) {
    const trouble = unread.get(clip.post_id) === 'rejected' ? 'failed' : 'no_answer';
    await recordFailure(db, [clip], { trouble, detail: details?.get(clip.post_id) }, now);
  }
  await recordDoubted(db, doubted, read, now);
  const later = unreadFor('later');
  if (cut?.kind === 'quota') await recordDeferred(db, later, cut, now);
  else
    await recordFailure(db, later, { trouble: 'no_answer', detail: 'the platform stopped answering' }, now);
}

const isLost = (why: Unread): why is keyof typeof lost => Object.hasOwn(lost, why);
