import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { PostPlatform } from '#contract/platforms/platforms.ts';
import { after, HOUR, MINUTE } from '#server/infra/clock.ts';
import { forEachSettled } from '#server/infra/for-each-settled.ts';
import { isRefusal } from '#server/infra/outcome.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import type { Answer } from '#server/modules/connections/connections.ts';
import type { KeepPoster } from '#server/modules/media/media.ts';

export interface PosterDeps {
  db: Database;
  /** Downloads the picture at an address that a platform named. */
  fetchPoster: (address: string, platform: PostPlatform) => Promise<Answer<Buffer>>;
  keepPoster: KeepPoster;
}

const BATCH = 20;
/** If the process that claimed posters dies, other processes may claim them after this time. */
const LEASE_MS = 10 * MINUTE;
/**
 * Waits between attempts. After the last one, the platform's address of the picture may have expired; the
 * clip is then shown with a drawing.
 */
const WAITS_MS = [MINUTE, 10 * MINUTE, HOUR];

interface Due {
  submission_id: string;
  clipper_id: AccountId;
  platform: PostPlatform;
  source_url: string;
  tries: number;
}

/** Downloads the poster of each new clip from its platform and stores it re-encoded. */
export function postersJob(deps: PosterDeps): Job {
  const { db } = deps;
  return {
    name: 'submissions.posters',
    async run(now, signal) {
      while (!signal?.aborted) {
        const due = await claimDue(db, now);
        await forEachSettled(due, (clip) => storePoster(deps, clip, now), signal);
        if (due.length < BATCH) return;
      }
    },
    isIdleUntilDue: true,
    nextDueAt: () => db.selectFrom('clip_posters').select(sql<Date | null>`min(next_try_at)`.as('at')),
  };
}

async function claimDue(db: Database, now: Date): Promise<Due[]> {
  const { rows } = await sql<Due>`
    update clip_posters p set next_try_at = ${after(now, LEASE_MS)}, tries = p.tries + 1
    from submissions s
    where s.id = p.submission_id and p.submission_id in (
      select submission_id from clip_posters where next_try_at <= ${now}
      order by next_try_at limit ${BATCH} for update skip locked)
    returning p.submission_id, s.clipper_id, s.platform, p.source_url, p.tries`.execute(db);
  return rows;
}

async function storePoster(deps: PosterDeps, clip: Due, now: Date): Promise<void> {
  const fetched = await deps.fetchPoster(clip.source_url, clip.platform);
  const kept = fetched.ok ? await deps.keepPoster(fetched.value) : null;
  if (kept === null || isRefusal(kept)) return await putOff(deps.db, clip, now);
  try {
    const stored = await transact(deps.db, async (tx) => {
      const waits = await tx
        .selectFrom('clip_posters')
        .select('submission_id')
        .where('submission_id', '=', clip.submission_id)
        .where('source_url', '=', clip.source_url)
        .where('next_try_at', 'is not', null)
        .forUpdate()
        .executeTakeFirst();
      if (!waits) return false;
      await tx
        .updateTable('clip_posters')
        .set({ media_id: await kept.enter(tx, clip.clipper_id, now), source_url: null, next_try_at: null })
        .where('submission_id', '=', clip.submission_id)
        .execute();
      return true;
    });
    // The post was deleted meanwhile at its owner's request.
    if (!stored) await kept.forget();
  } catch (error) {
    await kept.forget();
    throw error;
  }
}

async function putOff(db: Database, { submission_id, source_url, tries }: Due, now: Date): Promise<void> {
  const wait = WAITS_MS[tries - 1];
  await db
    .updateTable('clip_posters')
    .set(wait === undefined ? { source_url: null, next_try_at: null } : { next_try_at: after(now, wait) })
    .where('submission_id', '=', submission_id)
    .where('source_url', '=', source_url)
    .execute();
}
