import type { Database } from '#server/infra/transaction.ts';
import type { LocateSound } from './sound/in-child.ts';
import type { Segment } from './sound/locate.ts';
import { slicesOf } from './sound/slices.ts';
import type { MediaStorage } from './storage.ts';
import { whileKept } from './while-kept.ts';

/**
 * preparing: the source's fingerprint is not ready yet. no_source: the source has no fingerprint. silent: the
 * clip has no sound. unreadable: the clip's sound could not be decoded. undecodable: nothing here decodes the
 * codec of the clip's sound. too_little: nothing was found, and clip or source has too little sound for a
 * result.
 */
export type Compared =
  | { state: 'preparing' | 'no_source' | 'silent' | 'too_little' | 'unreadable' | 'undecodable' }
  | { state: 'compared'; segments: Segment[] };

export type CompareSound = (clipMediaId: string, sourceMediaId: string) => Promise<Compared>;

/** Compares the sound of a clip's file with the sound of a source video. */
export function compareSound(deps: {
  db: Database;
  storage: MediaStorage;
  locate: LocateSound;
}): CompareSound {
  return async (clipMediaId, sourceMediaId) => {
    const rows = await deps.db
      .selectFrom('media_files')
      .select(['id', 'storage_key', 'duration_ms', 'sound'])
      .where('id', 'in', [clipMediaId, sourceMediaId])
      .where('state', '=', 'ready')
      .execute();
    const source = rows.find(({ id }) => id === sourceMediaId);
    const clip = rows.find(({ id }) => id === clipMediaId);
    if (source?.sound === null) return { state: 'preparing' };
    if (source?.sound !== 'ready') return { state: 'no_source' };
    if (!clip) return { state: 'unreadable' };
    if (!(await isWhole(deps.storage, source))) {
      await prepareAnew(deps.db, source.id);
      return { state: 'preparing' };
    }
    const { storage, locate } = deps;
    const located = await whileKept(deps, clip, () =>
      whileKept(deps, source, () =>
        storage.borrow(clip.storage_key, 'file', (path) =>
          storage.borrow(source.storage_key, 'fingerprint', (fingerprint) =>
            locate(path, Number(clip.duration_ms), fingerprint),
          ),
        ),
      ),
    );
    if (located === null) return { state: 'unreadable' };
    if (located.state !== 'sound') return { state: located.state };
    if (located.segments.length === 0 && !located.isEnough) return { state: 'too_little' };
    return { state: 'compared', segments: located.segments };
  };
}

/** Returns whether a source's fingerprint exists in full: a disk restored from a backup may lack it. */
async function isWhole(
  storage: MediaStorage,
  { storage_key, duration_ms }: { storage_key: string; duration_ms: bigint | null },
): Promise<boolean> {
  return (await storage.sizeOf(storage_key, 'fingerprint')) === 4 * slicesOf(Number(duration_ms)).items;
}

/**
 * Makes the job prepare the source's sound again. If the source's bytes are gone too, the job marks the sound
 * as unreadable.
 */
async function prepareAnew(db: Database, id: string): Promise<void> {
  await db
    .updateTable('media_files')
    .set({ sound: null, sound_slices: 0, sound_tries: 0, sound_due_at: null })
    .where('id', '=', id)
    .where('sound', '=', 'ready')
    .execute();
}
