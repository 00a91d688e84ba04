import { sql } from 'kysely';
import { after, MINUTE } from '#server/infra/clock.ts';
import { forEachSettled } from '#server/infra/for-each-settled.ts';
import type { Job } from '#server/infra/tick.ts';
import type { Database } from '#server/infra/transaction.ts';
import { markIfComplete } from './append-bytes.ts';
import { type FinishDeps, finishUpload, type WholeFile } from './finish-upload.ts';

const LOOK_EVERY_MS = MINUTE;
/** Number of concurrent checks. Each uses a processor. */
const AT_ONCE = 2;
/**
 * If the process that checks a file is killed, another one may claim the file after this time. Each run, of a
 * minute at most, renews the lease.
 */
const LEASE_MS = 3 * MINUTE;

/** Checks videos whose bytes have all arrived, and makes them ready. */
export function wholeUploads(deps: FinishDeps): Job {
  const underWay = new Set<string>();
  let nextLook = 0;
  return {
    name: 'media.finish-uploads',
    async run(now, signal) {
      const faults: unknown[] = [];
      if (now.getTime() >= nextLook) {
        nextLook = now.getTime() + LOOK_EVERY_MS;
        // An unreadable file must not prevent the check of others.
        await noteForgotten(deps, now).catch((fault: unknown) => faults.push(fault));
      }
      await renew(deps.db, [...underWay], now);
      const checkSome = async () => {
        while (!signal?.aborted) {
          const file = await claimNext(deps.db, [...underWay], now);
          if (!file) return;
          underWay.add(file.id);
          await finishUpload(deps, file, now)
            .catch((fault: unknown) => faults.push(fault))
            .finally(() => underWay.delete(file.id));
        }
      };
      const free = Math.max(0, AT_ONCE - underWay.size);
      const all = Promise.all(Array.from({ length: free }, checkSome));
      // Reading a long video may take minutes, so a run that is asked to end returns at once and the work
      // continues in the background.
      await Promise.race([all, ended(signal)]);
      all.catch(() => undefined);
      if (faults.length > 0) throw faults[0];
    },
    nextDueAt: () =>
      deps.db
        .selectFrom('media_files')
        .select(sql<Date | null>`min(check_at)`.as('next'))
        .where('state', '=', 'uploading'),
  };
}

/** Claims the file that has waited longest, so that no other process checks it. */
async function claimNext(db: Database, but: string[], now: Date): Promise<WholeFile | undefined> {
  const { rows } = await sql<WholeFile>`
    update media_files set check_at = ${after(now, LEASE_MS)}
    where id = (
      select id from media_files
      where state = 'uploading' and check_at <= ${now} and id <> all(${but}::uuid[])
      order by check_at limit 1 for update skip locked)
    returning id, kind, storage_key, size_bytes`.execute(db);
  return rows[0];
}

async function renew(db: Database, ids: string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('media_files')
    .set({ check_at: after(now, LEASE_MS) })
    .where('id', 'in', ids)
    .where('state', '=', 'uploading')
    .where('check_at', 'is not', null)
    .execute();
}

/** Marks whole files whose arrival nobody recorded. */
async function noteForgotten(deps: FinishDeps, now: Date): Promise<void> {
  const open = await deps.db
    .selectFrom('media_files')
    .select(['id', 'storage_key', 'size_bytes', 'held_bytes', 'remove_at'])
    // The condition is a literal, because a partial index covers exactly these rows.
    .where(sql<boolean>`state = 'uploading' and check_at is null`)
    .execute();
  await forEachSettled(open, (file) => markIfComplete(deps, file, now));
}

const ended = (signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) resolve();
    signal?.addEventListener('abort', () => resolve(), { once: true });
  });
