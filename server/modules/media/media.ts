import type { Module } from '#server/http/module.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { abandonedUploads } from './abandoned.job.ts';
import { mediaRoutes } from './routes.ts';
import { createMediaStorage } from './storage.ts';

export { importSource } from './import-source.ts';

/** Uploaded source videos: received, judged by their content, served by ranges. Files lie under `dataDir`/media. */
export function createMediaModule({ db, dataDir }: { db: Database; dataDir: string }): Module {
  const storage = createMediaStorage(dataDir);
  return {
    name: 'media',
    routes: (api) => mediaRoutes(api, storage),
    dueWork: [abandonedUploads(db, storage)],
  };
}

/** This person's source video when it is ready; it can't be discarded until the transaction ends. */
export async function readySource(
  tx: Tx,
  ownerId: string,
  mediaId: string,
): Promise<{ durationMs: bigint | null } | null> {
  const row = await tx
    .selectFrom('media_files')
    .select('duration_ms as durationMs')
    .where('id', '=', mediaId)
    .where('owner_id', '=', ownerId)
    .where('kind', '=', 'source')
    .where('state', '=', 'ready')
    .forKeyShare()
    .executeTakeFirst();
  return row ?? null;
}
