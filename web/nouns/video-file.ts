import { VIDEO_TYPES } from '#contract/media/media.ts';

/**
 * Value for `<input accept>`. It includes file extensions, because some devices don't know the media type of
 * an extension.
 */
export const VIDEO_ACCEPT = [...VIDEO_TYPES, '.mp4', '.m4v', '.mov'].join(',');

/** The first boxes of old QuickTime files. The `ftyp` box was added to the format later. */
const OLD_MOVIE = ['moov', 'mdat', 'wide', 'pnot', 'free', 'skip'];

/**
 * Returns the chosen video with a type that is read from its content, or null for a file of another kind.
 * Browsers derive the type from the file extension alone, so a phone's movie (.mov) or a file without an
 * extension would otherwise be refused.
 */
export async function asVideo(file: File): Promise<File | null> {
  if (file.type === 'video/mp4') return file;
  const start = await file.slice(0, 12).arrayBuffer();
  const type = typeOf(new TextDecoder('latin1').decode(start));
  return type && new File([file], file.name, { type, lastModified: file.lastModified });
}

function typeOf(start: string): (typeof VIDEO_TYPES)[number] | null {
  const [box, brand] = [start.slice(4, 8), start.slice(8, 12)];
  if (box === 'ftyp') return brand === 'qt  ' ? 'video/quicktime' : 'video/mp4';
  return OLD_MOVIE.includes(box) ? 'video/quicktime' : null;
}
