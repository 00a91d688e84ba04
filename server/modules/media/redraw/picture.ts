/** What a picture with a row of its own is for. */
export type OwnPictureKind = 'photo' | 'screenshot' | 'poster';
/** What a picture is for; a storyboard lies beside its video. */
export type PictureKind = OwnPictureKind | 'storyboard';

/** A picture as it is kept, in both forms. */
export interface Picture {
  contentType: 'image/webp' | 'image/png' | 'image/jpeg';
  width: number;
  height: number;
  /** Hash of the pixels, so that neither re-encoding nor metadata makes it another picture. */
  sha256: string;
  full: Buffer;
  /** For lists and previews. */
  small: Buffer;
}

export type PictureFault = 'unreadable' | 'too_many_pixels';

/** The format of the small size. */
export const SMALL_TYPE = 'image/webp';

/** Longest side in pixels; a larger picture is refused, because it would take too long to show. */
export const SIDE_MAX = 4096;
