import { sql } from 'kysely';
import { after, MINUTE } from '#server/infra/clock.ts';
import type { Job } from '#server/infra/tick.ts';
import type { Database } from '#server/infra/transaction.ts';
import type { ReadSlice } from './sound/in-child.ts';
import { slicesOf } from './sound/slices.ts';
import { keepSlice } from './sound/store.ts';
import type { MediaStorage } from './storage.ts';
import { whileKept } from './while-kept.ts';

export interface PrepareDeps {
  db: Database;
  storage: MediaStorage;
  readSlice: ReadSlice;
}

/** If the process that claimed a file dies, another one may claim the file after this time. */
const LEASE_MS = 10 * MINUTE;
/** A machine short of memory recovers within these waits; a file that still fails is itself at fault. */
const WAITS_MS = [MINUTE, 10 * MINUTE];

interface Due {
  id: string;
  storage_key: string;
  duration_ms: bigint;
  sound_slices: number;
  sound_tries: number;
}

/**
 * Makes fingerprint and waveform of each ready source video, slice by slice. Finished slices survive a crash.
 */
export function prepareSound(deps: PrepareDeps): Job {
  const { db } = deps;
  return {
    name: 'media.prepare-sound',
    async run(now, signal) {
      while (!signal?.aborted) {
        const due = await claimDue(db, now);
        if (!due) return;
        await prepare(deps, due, now, signal);
      }
    },
    isIdleUntilDue: true,
    nextDueAt: () => sql`
      select min(coalesce(sound_due_at, ready_at)) from media_files
      where sound is null and state = 'ready' and kind = 'source'`,
  };
}

async function claimDue(db: Database, now: Date): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    update media_files set sound_due_at = ${after(now, LEASE_MS)}
    where id = (
      select id from media_files
      where sound is null and state = 'ready' and kind = 'source' and coalesce(sound_due_at, ready_at) <= ${now}
      order by coalesce(sound_due_at, ready_at) limit 1 for update skip locked)
    returning id, storage_key, duration_ms, sound_slices, sound_tries`.execute(db);
  return rows[0];
}

async function prepare(deps: PrepareDeps, file: Due, now: Date, signal?: AbortSignal): Promise<void> {
  await whileKept(deps, file, () =>
    deps.storage.borrow(file.storage_key, 'file', (path) => readSlices(deps, file, path, now, signal)),
  );
}

async function readSlices(
  deps: PrepareDeps,
  file: Due,
  path: string,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const durationMs = Number(file.duration_ms);
  const { slices } = slicesOf(durationMs);
  for (let slice = file.sound_slices; slice < slices; slice++) {
    if (signal?.aborted) return await putOff(deps.db, file.id, now);
    const sound = await deps.readSlice(path, durationMs, slice);
    if (sound === null) return await tryAgain(deps.db, file, now);
    if (sound.state !== 'sound') {
      const codec = sound.state === 'undecodable' ? sound.codec : null;
      return await settle(deps.db, file.id, sound.state, codec);
    }
    await keepSlice(deps.storage, file.storage_key, slice, sound);
    if (!(await progress(deps.db, file.id, slice + 1, now))) return;
    file.sound_tries = 0;
  }
  await settle(deps.db, file.id, 'ready');
}

/**
 * Records a finished slice. Returns false if the file was erased or another process has already recorded the
 * slice.
 */
async function progress(db: Database, id: string, slices: number, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('media_files')
    .set({ sound_slices: slices, sound_tries: 0, sound_due_at: after(now, LEASE_MS) })
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .where('sound', 'is', null)
    .where('sound_slices', '=', slices - 1)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

async function settle(
  db: Database,
  id: string,
  sound: 'ready' | 'silent' | 'undecodable' | 'unreadable',
  codec: string | null = null,
): Promise<void> {
  await db
    .updateTable('media_files')
    .set({ sound, sound_codec: codec, sound_due_at: null })
    .where('id', '=', id)
    .where('sound', 'is', null)
    .execute();
}

async function tryAgain(db: Database, { id, sound_tries }: Due, now: Date): Promise<void> {
  const wait = WAITS_MS[sound_tries];
  if (wait === undefined) return await settle(db, id, 'unreadable');
  await putOff(db, id, after(now, wait), sound_tries + 1);
}

async function putOff(db: Database, id: string, until: Date, tries?: number): Promise<void> {
  await db
    .updateTable('media_files')
    .set({ sound_due_at: until, ...(tries !== undefined && { sound_tries: tries }) })
    .where('id', '=', id)
    .where('sound', 'is', null)
    .execute();
}
