import type { Insertable } from 'kysely';
import type { MediaFiles } from '#db/types.ts';
import { newId } from '#server/infra/id.ts';
import type { Database } from '#server/infra/transaction.ts';

type Given = Partial<Insertable<MediaFiles>> & Pick<Insertable<MediaFiles>, 'owner_id' | 'kind'>;

/** Inserts a ready file without its bytes; returns its id. */
export async function testMediaFile(db: Database, given: Given): Promise<string> {
  const id = newId();
  const now = new Date();
  const file = { file_name: 'a.mp4', content_type: 'video/mp4', size_bytes: 1n, storage_key: id };
  await db
    .insertInto('media_files')
    .values({ id, state: 'ready', ...file, created_at: now, ready_at: now, ...given })
    .execute();
  return id;
}
