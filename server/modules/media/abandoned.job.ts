import { sql } from 'kysely';
import { after, DAY } from '#server/infra/clock.ts';
import { eachApart } from '#server/infra/each-apart.ts';
import type { DueWork } from '#server/infra/tick.ts';
import type { Database } from '#server/infra/transaction.ts';
import type { MediaStorage } from './storage.ts';

const ABANDONED_MS = DAY;

/** Forgets uploads that were announced a day ago and never finished, or were refused, with whatever arrived of them. */
export function abandonedUploads(db: Database, storage: MediaStorage): DueWork {
  return {
    name: 'abandoned uploads',
    async run(now) {
      const rows = await db
        .deleteFrom('media_files')
        .where('state', 'in', ['uploading', 'refused'])
        .where('created_at', '<=', after(now, -ABANDONED_MS))
        .returning('storage_key')
        .execute();
      await eachApart(rows, (row) => storage.remove(row.storage_key));
    },
    async nextDueAt() {
      const row = await db
        .selectFrom('media_files')
        .select(sql<Date | null>`min(created_at)`.as('oldest'))
        .where('state', 'in', ['uploading', 'refused'])
        .executeTakeFirst();
      return row?.oldest ? after(row.oldest, ABANDONED_MS) : null;
    },
  };
}
