import { mediaErrors } from '#contract/errors/media.ts';
import { PHOTO_MAX_BYTES } from '#contract/limits.ts';
import { type Crop, cropSquare, type Size } from './crop.ts';

export interface LoadedPhoto extends Size {
  image: HTMLImageElement;
  /** Object URL of the file. `release` revokes it. */
  url: string;
  type: 'image/jpeg' | 'image/png';
  release: () => void;
}

type Refused = { title: string; detail: string };
export const isRefused = (photo: LoadedPhoto | Refused): photo is Refused => 'detail' in photo;

/** Loads a chosen file as a picture, or returns the rule that the file breaks. */
export async function loadPhoto(file: File): Promise<LoadedPhoto | Refused> {
  if (file.type !== 'image/jpeg' && file.type !== 'image/png') return mediaErrors.photo_type;
  if (file.size > PHOTO_MAX_BYTES) return mediaErrors.photo_too_large;
  const url = URL.createObjectURL(file);
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch {
    URL.revokeObjectURL(url);
    return mediaErrors.photo_unreadable;
  }
  const { naturalWidth: width, naturalHeight: height } = image;
  return { image, url, width, height, type: file.type, release: () => URL.revokeObjectURL(url) };
}

/** Side of a stored photo in pixels: twice the largest size at which it is shown. */
const SIDE = 512;

/**
 * Returns the cropped square, in the size in which photos are stored.
 * @throws when the browser can't draw it
 */
export async function cutPhoto(photo: LoadedPhoto, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIDE;
  const context = canvas.getContext('2d');
  const { left, top, side } = cropSquare(photo, crop);
  context?.drawImage(photo.image, left, top, side, side, 0, 0, SIDE, SIDE);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, photo.type, 0.9));
  if (!blob) throw new Error('the photo could not be cut');
  return blob;
}
