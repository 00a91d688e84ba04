/** What a picture is for. */
export type PictureKind = 'photo' | 'screenshot';

/** A picture as it is kept, in both forms. */
export interface Picture {
  contentType: 'image/webp' | 'image/png' | 'image/jpeg';
  width: number;
  height: number;
  /** Of the points that are seen: neither another way of saving them nor what stands beside them makes another picture. */
  sha256: string;
  full: Buffer;
  /** For lists and previews. */
  small: Buffer;
}

export type PictureFault = 'unreadable' | 'too_many_pixels';

/** Of the small form. */
export const SMALL_TYPE = 'image/webp';

/** A picture that unpacks to more would cost its viewers more than it is worth. */
export const SIDE_MAX = 4096;
