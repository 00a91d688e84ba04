import { sql } from 'kysely';
import { after, MINUTE } from '#server/infra/clock.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import type { Compared, CompareSound } from '#server/modules/media/media.ts';
import { type MatchState, stateOf } from './rules.ts';

interface MatchDeps {
  db: Database;
  compareSound: CompareSound;
}

/** If the process that claimed a clip dies, the clip is free again after this time. */
const LEASE_MS = 10 * MINUTE;
/**
 * If a source has no fingerprint yet, the job checks again after this time. Fingerprints are made within
 * minutes.
 */
const PREPARING_MS = MINUTE;
/**
 * A killed child process says nothing about the file, so the comparison is retried after these waits. If the
 * last retry is killed too, the file is at fault.
 */
const WAITS_MS = [MINUTE, 10 * MINUTE];

interface Due {
  submission_id: string;
  media_id: string;
  duration_ms: bigint;
  tries: number;
  source_media_id: string | null;
}

/** Compares each attached clip with its listing's source. */
export function matchClips(deps: MatchDeps): Job {
  const { db } = deps;
  return {
    name: 'clip-files.match',
    async run(now, signal) {
      while (!signal?.aborted) {
        const due = await claimDue(db, now);
        if (!due) return;
        await match(deps, due, now);
      }
    },
    isIdleUntilDue: true,
    nextDueAt: () =>
      db
        .selectFrom('clip_files as f')
        .innerJoin('media_files as m', 'm.id', 'f.media_id')
        .select(sql<Date | null>`min(f.due_at)`.as('next'))
        .where('m.state', '=', 'ready'),
  };
}

async function claimDue(db: Database, now: Date): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    update clip_files f set due_at = ${after(now, LEASE_MS)}
    from submissions s
    join listing_versions v on v.listing_id = s.listing_id and v.version = s.listing_version, media_files m
    where s.id = f.submission_id and m.id = f.media_id and f.submission_id = (
      select d.submission_id from clip_files d join media_files r on r.id = d.media_id and r.state = 'ready'
      where d.due_at <= ${now} order by d.due_at limit 1 for update of d skip locked)
    returning f.submission_id, f.media_id, m.duration_ms, f.tries, v.source_media_id`.execute(db);
  return rows[0];
}

async function match(deps: MatchDeps, clip: Due, now: Date): Promise<void> {
  const compared: Compared = clip.source_media_id
    ? await deps.compareSound(clip.media_id, clip.source_media_id)
    : { state: 'no_source' };
  if (compared.state === 'preparing')
    return await putOff(deps.db, clip, after(now, PREPARING_MS), clip.tries);
  const wait = WAITS_MS[clip.tries];
  if (compared.state === 'unreadable' && wait !== undefined) {
    return await putOff(deps.db, clip, after(now, wait), clip.tries + 1);
  }
  await keep(deps.db, clip, compared);
}

async function putOff(db: Database, clip: Due, until: Date, tries: number): Promise<void> {
  await db
    .updateTable('clip_files')
    .set({ due_at: until, tries })
    .where('submission_id', '=', clip.submission_id)
    .where('media_id', '=', clip.media_id)
    .where('state', '=', 'waiting')
    .execute();
}

const withoutSegments: Record<Exclude<Compared['state'], 'compared'>, MatchState | 'waiting'> = {
  preparing: 'waiting',
  no_source: 'no_source',
  silent: 'no_sound',
  too_little: 'too_little_sound',
  unreadable: 'unreadable',
  undecodable: 'unreadable',
};

/** Stores the result, state and segments together, unless another process already did. */
async function keep(db: Database, clip: Due, compared: Compared): Promise<void> {
  const segments = compared.state === 'compared' ? compared.segments : [];
  const state =
    compared.state === 'compared'
      ? stateOf(segments, Number(clip.duration_ms))
      : withoutSegments[compared.state];
  await transact(db, async (tx) => {
    const row = await tx
      .updateTable('clip_files')
      .set({ state, due_at: null })
      .where('submission_id', '=', clip.submission_id)
      .where('media_id', '=', clip.media_id)
      .where('state', '=', 'waiting')
      .returning('submission_id')
      .executeTakeFirst();
    if (!row || segments.length === 0) return;
    const values = segments.map((segment, ordinal) => ({
      submission_id: clip.submission_id,
      ordinal,
      source_media_id: clip.source_media_id!,
      clip_from_ms: segment.clipFromMs,
      clip_to_ms: segment.clipToMs,
      source_from_ms: segment.sourceFromMs,
      source_to_ms: segment.sourceToMs,
      bit_error: segment.bitError,
      tempo: segment.tempo,
      pitch: segment.pitch,
    }));
    await tx.insertInto('clip_segments').values(values).execute();
  });
}
