import { VIDEO_TYPES } from '#contract/media.ts';

/** For `<input accept>`: a device may know an ending without its type. */
export const VIDEO_ACCEPT = [...VIDEO_TYPES, '.mp4', '.m4v', '.mov'].join(',');

/** Boxes with which QuickTime files began before they named their kind. */
const OLD_MOVIE = ['moov', 'mdat', 'wide', 'pnot'];

/**
 * A chosen video under the type that its content has; null for a file of another kind. Browsers take the type from the name's
 * ending alone, so a movie of a phone (.mov) or one without an ending would be refused whatever it is.
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
