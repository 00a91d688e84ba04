import type { ErrorCode } from '#contract/errors.ts';
import { after, DAY, MINUTE } from '#server/infra/clock.ts';
import { isRefusal } from '#server/infra/outcome.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import type { HashFile } from './hash-file.ts';
import type { VideoFacts } from './judge/judge-video.ts';
import type { JudgeFile } from './judge-file.ts';
import { LEAST_INDEX_BYTES, type MakeSeekIndex } from './seek-index.ts';
import { undecodable } from './sound/decodable.ts';
import { KEPT_MS } from './start-upload.ts';
import type { MediaStorage } from './storage.ts';
import { whileKept } from './while-kept.ts';

export interface FinishDeps {
  db: Database;
  storage: MediaStorage;
  judge: JudgeFile;
  hash: HashFile;
  makeSeekIndex: MakeSeekIndex;
  /** null: sound is decoded in WebAssembly, which supports fewer codecs. */
  ffmpegPath: string | null;
}

/** Time until a check that failed by our own fault is repeated. */
const AGAIN_MS = MINUTE;
/** A person can see for this long that an upload was refused. */
const REFUSED_KEPT_MS = DAY;

export interface WholeFile {
  id: string;
  kind: string;
  storage_key: string;
  size_bytes: bigint;
}

/**
 * Checks a video whose bytes have all arrived, and makes it ready or refuses it. Safe to repeat after a crash
 * at any step, and in two processes at once: only the row decides.
 * @throws an internal error; the check is tried again later
 */
export async function finishUpload(deps: FinishDeps, file: WholeFile, now: Date): Promise<void> {
  await whileKept(deps, file, () => finish(deps, file, now));
}

async function finish(deps: FinishDeps, file: WholeFile, now: Date): Promise<void> {
  const { db, storage } = deps;
  const whole = await storage.whereWhole(file.storage_key);
  // If the bytes are gone, the upload waits for them again.
  if (whole === null) return await checkAgain(db, file.id, null);
  // If another process finished or removed the upload meanwhile, the results of this check are void.
  const moved = async () => (await storage.whereWhole(file.storage_key)) !== whole;
  try {
    await storage.borrowWhole(file.storage_key, whole, async (path) => {
      const facts = await deps.judge(path);
      if (isRefusal(facts)) {
        if (!(await moved())) await refuseFile(deps, file, facts.code, now);
        return;
      }
      const sha256 = await deps.hash(path, Number(file.size_bytes));
      if (file.kind === 'source' && facts.indexBytes > LEAST_INDEX_BYTES)
        await keepSeekIndex(deps, file, path);
      await acceptFile(deps, file, { ...facts, sha256 }, now);
    });
  } catch (error) {
    if (await moved()) return;
    await checkAgain(db, file.id, after(now, AGAIN_MS));
    throw error;
  }
}

/** Makes the seek index before the file is ready, so that the index's address always answers the same. */
async function keepSeekIndex(
  { storage, makeSeekIndex }: FinishDeps,
  { storage_key: key }: WholeFile,
  path: string,
): Promise<void> {
  const part = storage.newPart(key);
  try {
    if (await makeSeekIndex(path, part)) await storage.keep(key, part, 'seek-index');
  } finally {
    await storage.removePart(part);
  }
}

async function checkAgain(db: Database, id: string, at: Date | null): Promise<void> {
  await db
    .updateTable('media_files')
    .set({ check_at: at })
    .where('id', '=', id)
    .where('state', '=', 'uploading')
    .execute();
}

async function acceptFile(
  { db, storage, ffmpegPath }: FinishDeps,
  file: WholeFile,
  facts: VideoFacts & { sha256: string },
  now: Date,
): Promise<void> {
  const codec = undecodable(facts.format, ffmpegPath);
  await transact(db, async (tx) => {
    const row = await tx
      .updateTable('media_files')
      .set({
        state: 'ready',
        duration_ms: BigInt(facts.durationMs),
        width: facts.width,
        height: facts.height,
        format: JSON.stringify(facts.format),
        sha256: facts.sha256,
        ...(codec && { sound: 'undecodable', sound_codec: codec }),
        check_at: null,
        ready_at: now,
        // The file of a clip is used by its clip; an unused source is kept for a while.
        remove_at: file.kind === 'clip' ? null : after(now, KEPT_MS),
      })
      .where('id', '=', file.id)
      .where('state', '=', 'uploading')
      .returning('id')
      .executeTakeFirst();
    if (!row) return;
    const twin = file.kind === 'source' ? await findTwin(tx, file, facts.sha256) : undefined;
    // The file is finished before the commit, so that a ready row always has its file.
    await storage.finish(file.storage_key, twin?.storage_key ?? null);
  });
}

/** Finds a source video with the same bytes. */
async function findTwin(tx: Tx, file: WholeFile, sha256: string) {
  return await tx
    .selectFrom('media_files')
    .select('storage_key')
    .where('kind', '=', 'source')
    .where('state', '=', 'ready')
    .where('sha256', '=', sha256)
    .where('size_bytes', '=', file.size_bytes)
    .where('id', '<>', file.id)
    .limit(1)
    .executeTakeFirst();
}

async function refuseFile(
  { db, storage }: FinishDeps,
  file: WholeFile,
  refusal: ErrorCode,
  now: Date,
): Promise<void> {
  const row = await db
    .updateTable('media_files')
    .set({ state: 'refused', refusal, check_at: null, remove_at: after(now, REFUSED_KEPT_MS) })
    .where('id', '=', file.id)
    .where('state', '=', 'uploading')
    .returning('id')
    .executeTakeFirst();
  if (row) await storage.remove(file.storage_key);
}
