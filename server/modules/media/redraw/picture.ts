/** Purpose of a picture that has a database row. */
export type OwnPictureKind = 'photo' | 'screenshot' | 'poster';
/** Purpose of any picture; a storyboard is stored beside its video without a row. */
export type PictureKind = OwnPictureKind | 'storyboard';

/** A stored picture, in both forms. */
export interface Picture {
  contentType: 'image/webp' | 'image/png' | 'image/jpeg';
  width: number;
  height: number;
  /** Hash of the pixels: re-encoding or other metadata does not make it a different picture. */
  sha256: string;
  full: Buffer;
  /** The small size, for lists and previews. */
  small: Buffer;
}

export type PictureFault = 'unreadable' | 'too_many_pixels';

/** The format of the small size. */
export const SMALL_TYPE = 'image/webp';

/** Longest side in pixels. A larger picture would take too long to show, so it is refused. */
export const SIDE_MAX = 4096;
