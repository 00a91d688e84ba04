import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { MINUTE } from '#server/infra/clock.ts';
import { isRefusal } from '#server/infra/outcome.ts';
import type { Database } from '#server/infra/transaction.ts';
import { judgeInChild } from './judge-file.ts';
import { createReceiving } from './receiving.ts';
import { createMediaStorage } from './storage.ts';
import { receiveContent, startUpload } from './upload.ts';

const unlimited = { personBytes: Number.POSITIVE_INFINITY, totalBytes: Number.POSITIVE_INFINITY };

/**
 * Imports a local video as if its owner had uploaded it, without storage limits; returns its id.
 * @throws when the file is no source video
 */
export async function importSource(
  { db, dataDir }: { db: Database; dataDir: string },
  ownerId: string,
  path: string,
  now: Date,
): Promise<string> {
  const { size } = await stat(path);
  const announced = { fileName: basename(path), sizeBytes: size, contentType: 'video/mp4' };
  const started = await startUpload(db, ownerId, announced, unlimited, now);
  if (isRefusal(started)) throw new Error(`${path} was refused: ${started.code}`);
  const storage = createMediaStorage(dataDir);
  // A child process that starts slowly on a busy machine says nothing about the video.
  const deps = { db, storage, receiving: createReceiving(), judge: judgeInChild({ ms: MINUTE }) };
  const received = await receiveContent(deps, ownerId, started.id, createReadStream(path), now);
  if (isRefusal(received)) throw new Error(`${path} was refused: ${received.code}`);
  return received.id;
}
