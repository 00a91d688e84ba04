import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { AccountId } from '#contract/accounts/ids.ts';
import { newId } from '#server/infra/id.ts';
import type { Database } from '#server/infra/transaction.ts';
import { createDiskStorage } from './disk-storage.ts';
import { judgeVideo } from './judge/judge-video.ts';
import { newStorageKey } from './storage.ts';

/**
 * Imports a local video as if its owner had uploaded it, without storage limits; returns its id. The file is
 * trusted, so it is judged in this process.
 * @throws when the file is not a valid source video
 */
export async function importSource(
  { db, dataDir }: { db: Database; dataDir: string },
  ownerId: AccountId,
  path: string,
  now: Date,
): Promise<string> {
  const facts = judgeVideo(path);
  if ('fault' in facts) throw new Error(`${path} was refused: ${facts.fault}`);
  const storage = createDiskStorage(dataDir);
  const key = newStorageKey();
  const { size } = await stat(path);
  const part = await storage.receive(key, createReadStream(path), size);
  await storage.keep(key, part.path);
  const id = newId();
  await db
    .insertInto('media_files')
    .values({
      id,
      owner_id: ownerId,
      kind: 'source',
      state: 'ready',
      file_name: basename(path),
      content_type: 'video/mp4',
      size_bytes: BigInt(size),
      duration_ms: BigInt(facts.durationMs),
      width: facts.width,
      height: facts.height,
      format: JSON.stringify(facts.format),
      storage_key: key,
      created_at: now,
      ready_at: now,
    })
    .execute();
  return id;
}
