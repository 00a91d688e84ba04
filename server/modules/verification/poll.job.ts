import { sql } from 'kysely';
import { after, MINUTE } from '#server/infra/clock.ts';
import type { Log } from '#server/infra/log.ts';
import type { DueWork } from '#server/infra/tick.ts';
import type { Database } from '#server/infra/transaction.ts';
import type { Answer, PostRef, Readings } from '#server/modules/connections/connections.ts';
import { recordCounts, recordFailure, recordLost } from './record.ts';

/** Claimed clips are given back after this long if the process that claimed them died. */
const LEASE_MS = 10 * MINUTE;
const BATCH = 500;
const PARALLEL = 8;

export interface ClaimedClip {
  submission_id: string;
  connection_id: string;
  platform: string;
  post_id: string;
  post_api_id: string | null;
  posted_at: Date;
  tracking_until: Date | null;
  failures: number;
}

/** Reads counts of one connected account's posts from its platform; never throws for what a platform may do. */
export type ReadCounts = (connectionId: string, posts: PostRef[], now: Date) => Promise<Answer<Readings>>;

/** Counts the posts that are due, all of one account in one go, and scores them. */
export function pollJob(deps: { db: Database; readCounts: ReadCounts; log: Log }): DueWork {
  const { db, readCounts, log } = deps;
  return {
    name: 'verification.poll',
    async run(now, signal) {
      while (!signal?.aborted) {
        const clips = await claimDue(db, now);
        const groups = byConnection(clips);
        while (groups.length > 0 && !signal?.aborted) {
          await Promise.all(groups.splice(0, PARALLEL).map((group) => pollSafely(group, now)));
        }
        await giveBack(db, groups.flat(), now);
        if (clips.length < BATCH) return;
      }
    },
    async nextDueAt() {
      const row = await db
        .selectFrom('clip_tracking')
        .select(sql<Date | null>`min(next_poll_at)`.as('at'))
        .where('state', '=', 'polling')
        .executeTakeFirst();
      return row?.at ?? null;
    },
  };

  /** One account that can't be read must not keep the others of its batch from being counted. */
  async function pollSafely(group: ClaimedClip[], now: Date): Promise<void> {
    try {
      await pollGroup(group, now);
    } catch (error) {
      log.error({ err: error, connection: group[0]!.connection_id }, 'views not read; they are read again');
      await recordFailure(db, group, 'counting failed', now);
    }
  }

  async function pollGroup(group: ClaimedClip[], now: Date): Promise<void> {
    const { platform, connection_id } = group[0]!;
    const result = await readCounts(
      connection_id,
      group.map((clip) => ({ postId: clip.post_id, apiId: clip.post_api_id })),
      now,
    );
    if (result.ok) await recordCounts(db, group, result.value, now);
    else {
      const { kind, detail } = result.problem;
      log.warn({ platform, connection: connection_id, kind, detail }, 'views not read; they are read again');
      if (kind === 'token_dead' || kind === 'denied') await recordLost(db, group, now);
      else await recordFailure(db, group, `${kind}: ${detail}`, now);
    }
  }
}

function byConnection(clips: ClaimedClip[]): ClaimedClip[][] {
  const groups = new Map<string, ClaimedClip[]>();
  for (const clip of clips) {
    const group = groups.get(clip.connection_id);
    if (group) group.push(clip);
    else groups.set(clip.connection_id, [clip]);
  }
  return [...groups.values()];
}

/** Makes clips that were claimed and not counted due again. */
async function giveBack(db: Database, clips: ClaimedClip[], now: Date): Promise<void> {
  if (clips.length === 0) return;
  const ids = clips.map((clip) => clip.submission_id);
  await db
    .updateTable('clip_tracking')
    .set({ next_poll_at: now })
    .where('submission_id', 'in', ids)
    .where('state', '=', 'polling')
    .where('next_poll_at', '=', after(now, LEASE_MS))
    .execute();
}

/** Takes due clips for this process by moving their next poll past the lease; whole accounts at a time. */
async function claimDue(db: Database, now: Date): Promise<ClaimedClip[]> {
  return await db
    .with('due', (q) =>
      q
        .selectFrom('clip_tracking as t')
        .innerJoin('submissions as s', 's.id', 't.submission_id')
        .select(['t.submission_id', 's.tracking_until'])
        .where('t.state', '=', 'polling')
        .where('t.next_poll_at', '<=', now)
        .orderBy('t.next_poll_at')
        .limit(BATCH)
        .forUpdate('t')
        .skipLocked(),
    )
    .updateTable('clip_tracking')
    .from('due')
    .whereRef('clip_tracking.submission_id', '=', 'due.submission_id')
    .set({ next_poll_at: after(now, LEASE_MS) })
    .returning([
      'clip_tracking.submission_id',
      'clip_tracking.connection_id',
      'clip_tracking.platform',
      'clip_tracking.post_id',
      'clip_tracking.post_api_id',
      'clip_tracking.posted_at',
      'due.tracking_until',
      'clip_tracking.failures',
    ])
    .execute();
}
