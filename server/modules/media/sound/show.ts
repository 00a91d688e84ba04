import type { MediaSound } from '#contract/media/media.ts';
import type { Database } from '#server/infra/transaction.ts';
import type { MediaStorage } from '../storage.ts';
import { slicesOf } from './slices.ts';
import { readPeaks } from './store.ts';

/**
 * Returns the state of a video's sound, with its waveform once that is ready. The caller must have checked
 * that the viewer may see the video.
 */
export async function showSound(
  db: Database,
  storage: MediaStorage,
  { id, storage_key }: { id: string; storage_key: string },
): Promise<MediaSound> {
  const row = await db
    .selectFrom('media_files')
    .select(['sound', 'sound_codec', 'sound_slices', 'duration_ms'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const state = (row.sound ?? 'preparing') as MediaSound['state'];
  const { slices } = slicesOf(Number(row.duration_ms));
  return {
    state,
    share: state === 'preparing' ? Math.min(1, row.sound_slices / slices) : 1,
    codec: row.sound_codec,
    peaks: state === 'ready' ? (await readPeaks(storage, storage_key)).toString('base64') : null,
  };
}
