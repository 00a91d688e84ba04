import { sql } from 'kysely';
import { MINUTE } from '#server/infra/clock.ts';
import { forEachSettled } from '#server/infra/for-each-settled.ts';
import type { Job } from '#server/infra/tick.ts';
import { noteWhole } from './append-bytes.ts';
import { type FinishDeps, finishUpload } from './finish-upload.ts';

const BATCH = 20;
const LOOK_EVERY_MS = MINUTE;
/** Each takes a processor. */
const AT_ONCE = 2;

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
        // One file that can't be read keeps no other from being checked.
        await noteForgotten(deps, now).catch((fault: unknown) => faults.push(fault));
      }
      const due = await deps.db
        .selectFrom('media_files')
        .select(['id', 'kind', 'storage_key', 'size_bytes'])
        .where('check_at', '<=', now)
        .where('state', '=', 'uploading')
        .orderBy('check_at')
        .limit(BATCH)
        .execute();
      const waiting = due.filter(({ id }) => !underWay.has(id));
      const work = async (file: (typeof due)[number]) => {
        underWay.add(file.id);
        await finishUpload(deps, file, now).finally(() => underWay.delete(file.id));
      };
      const all = forEachSettled(waiting, work, signal, AT_ONCE);
      // Reading a long video may take minutes: a run that is asked to end leaves it to go on by itself.
      await Promise.race([all, ended(signal)]);
      all.catch(() => undefined);
      if (faults.length > 0) throw faults[0];
    },
    async nextDueAt() {
      const row = await deps.db
        .selectFrom('media_files')
        .select(sql<Date | null>`min(check_at)`.as('next'))
        .where('state', '=', 'uploading')
        .executeTakeFirst();
      return row?.next ?? null;
    },
  };
}

/** A server that died between the last byte and its note leaves a whole file that nobody waits for. */
async function noteForgotten({ db, storage }: FinishDeps, now: Date): Promise<void> {
  const open = await db
    .selectFrom('media_files')
    .select(['id', 'storage_key', 'size_bytes'])
    // Written out, because an index holds just these.
    .where(sql<boolean>`state = 'uploading' and check_at is null`)
    .execute();
  await forEachSettled(open, async ({ id, storage_key, size_bytes }) => {
    if ((await storage.sizeOfPart(storage_key)) !== Number(size_bytes)) return;
    await storage.flush(storage_key);
    await noteWhole(db, id, now);
  });
}

const ended = (signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) resolve();
    signal?.addEventListener('abort', () => resolve(), { once: true });
  });
