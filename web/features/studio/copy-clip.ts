import { Conversion, type Output } from 'mediabunny';
import type { ExportOrder } from './export-order.ts';
import type { OpenedSource } from './open-source.ts';

/**
 * Copies one cut without encoding it. The copy begins at the last key frame before the cut.
 * @throws when a track would be lost
 */
export async function copyClip(
  { input }: OpenedSource,
  { project }: ExportOrder,
  output: Output,
  onProgress: (share: number) => void,
): Promise<void> {
  const conversion = await Conversion.init({
    input,
    output,
    tracks: 'primary',
    trim: project.cuts[0]!,
    copy: { mode: 'forced' },
    showWarnings: false,
  });
  // The library silently omits tracks that it can't copy.
  const lost = conversion.discardedTracks.map(({ track, reason }) => `${track.type}: ${reason}`);
  if (!conversion.isValid || lost.length > 0)
    throw new Error(`The source can't be copied as it is (${lost.join(', ')}). Export it edited.`);
  conversion.onProgress = onProgress;
  await conversion.execute();
}
