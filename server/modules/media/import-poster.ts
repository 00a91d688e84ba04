import { readFile } from 'node:fs/promises';
import { isRefusal } from '#server/infra/outcome.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { asPoster, keepPicture } from './keep-picture.ts';
import { toOutcome } from './redraw-picture.ts';
import { createMediaStorage } from './storage.ts';

/**
 * Stores a poster that ships with the product for this person; returns its id. Drawn in this process: the file is ours.
 * @throws when the file is no picture
 */
export async function importPoster(
  { db, dataDir }: { db: Database; dataDir: string },
  ownerId: string,
  path: string,
  now: Date,
): Promise<string> {
  // The picture library is loaded where one is drawn, and never by a server that seeds nothing.
  const { redraw } = await import('./redraw/redraw.ts');
  const deps = {
    storage: createMediaStorage(dataDir),
    redraw: async (sent: Buffer) => toOutcome(await redraw(sent, 'poster')),
  };
  const kept = await keepPicture(deps, await readFile(path), asPoster);
  if (isRefusal(kept)) throw new Error(`${path} was refused: ${kept.code}`);
  return await transact(db, (tx) => kept.enter(tx, ownerId, now));
}
