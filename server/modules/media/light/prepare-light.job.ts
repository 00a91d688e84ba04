import { sql } from 'kysely';
import { after, MINUTE, SECOND } from '#server/infra/clock.ts';
import type { Job } from '#server/infra/tick.ts';
import type { Database } from '#server/infra/transaction.ts';
import type { MediaStorage } from '../storage.ts';
import { whileKept } from '../while-kept.ts';
import type { MakeLight } from './make-light.ts';

export interface LightDeps {
  db: Database;
  storage: MediaStorage;
  makeLight: MakeLight;
  /** A video below this bit rate needs no copy. */
  leastBitsPerSecond?: number;
}

const LEAST_BITS_PER_SECOND = 1_500_000;
/** If the process that claimed a file dies, another one may claim the file after this time. */
const LEASE_MS = 10 * MINUTE;
const WAITS_MS = [MINUTE, 30 * MINUTE];
const NOTED_EVERY_MS = 2 * SECOND;

interface Due {
  id: string;
  storage_key: string;
  size_bytes: bigint;
  duration_ms: bigint;
  light_tries: number;
}

/** Makes a light copy of each ready source video, one at a time. */
export function prepareLight(deps: LightDeps): Job {
  let underWay: Promise<void> | null = null;
  return {
    name: 'media.prepare-light',
    async run(now, signal) {
      if (underWay) return;
      underWay = workOff(deps, now).finally(() => (underWay = null));
      // Hours of video take long, so a run that is asked to end returns at once and the work continues in the
      // background.
      const work = underWay;
      await Promise.race([work, ended(signal)]);
      work.catch(() => undefined);
    },
    isIdleUntilDue: true,
    nextDueAt: () => sql`
      select min(coalesce(light_due_at, ready_at)) from media_files
      where light is null and state = 'ready' and kind = 'source'`,
  };
}

async function workOff(deps: LightDeps, now: Date): Promise<void> {
  const began = performance.now();
  for (;;) {
    // The lease is counted from the current time, not from the run's start: a lease from an earlier time
    // could be expired already, and another process would make the same copy.
    const at = after(now, performance.now() - began);
    const due = await claimDue(deps.db, at);
    if (!due) return;
    await whileKept(deps, due, () => prepare(deps, due, at));
  }
}

async function claimDue(db: Database, now: Date): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    update media_files set light_due_at = ${after(now, LEASE_MS)}
    where id = (
      select id from media_files
      where light is null and state = 'ready' and kind = 'source' and coalesce(light_due_at, ready_at) <= ${now}
      order by coalesce(light_due_at, ready_at) limit 1 for update skip locked)
    returning id, storage_key, size_bytes, duration_ms, light_tries`.execute(db);
  return rows[0];
}

async function prepare({ db, storage, makeLight, leastBitsPerSecond }: LightDeps, file: Due, now: Date) {
  const durationMs = Number(file.duration_ms);
  const bitsPerSecond = (Number(file.size_bytes) * 8000) / durationMs;
  if (bitsPerSecond < (leastBitsPerSecond ?? LEAST_BITS_PER_SECOND)) {
    return void (await note(db, file.id, { light: 'unneeded', light_due_at: null }));
  }
  const gone = new AbortController();
  const onShare = sparsely(async (share, sinceMs) => {
    const kept = { light_share: share, light_due_at: after(now, sinceMs + LEASE_MS) };
    if (!(await note(db, file.id, kept))) gone.abort();
  });
  const part = storage.newPart(file.storage_key);
  try {
    const how = { durationMs, onShare, signal: gone.signal };
    const made = await storage.borrow(file.storage_key, 'file', (path) => makeLight(path, part, how));
    if (!made) {
      const wait = WAITS_MS[file.light_tries];
      const again = { light_tries: file.light_tries + 1, light_due_at: after(now, wait ?? 0) };
      await note(db, file.id, wait === undefined ? { light: 'failed', light_due_at: null } : again);
      return;
    }
    // The copy is not stored if another process made one first, because that copy is already served.
    if (!(await note(db, file.id, { light_share: 1 }))) return;
    await storage.keep(file.storage_key, part, 'light');
    await note(db, file.id, { light: 'ready', light_due_at: null });
  } finally {
    await storage.removePart(part);
  }
}

/**
 * Updates the file's row. Returns false if the file was erased or removed, or another process made its copy.
 */
async function note(db: Database, id: string, set: object): Promise<boolean> {
  const row = await db
    .updateTable('media_files')
    .set(set)
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .where('light', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Returns a function that passes the finished share of the copy (0 to 1) to `write`. It drops calls while a
 * write runs and for two seconds after it.
 */
function sparsely(write: (share: number, sinceMs: number) => Promise<void>): (share: number) => void {
  const began = performance.now();
  let next = 0;
  return (share) => {
    const sinceMs = performance.now() - began;
    if (sinceMs < next) return;
    next = Number.POSITIVE_INFINITY;
    const again = () => (next = performance.now() - began + NOTED_EVERY_MS);
    write(share, sinceMs).then(again, again);
  };
}

const ended = (signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) resolve();
    signal?.addEventListener('abort', () => resolve(), { once: true });
  });
