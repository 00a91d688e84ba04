import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { type Picture, type PictureFault, type PictureKind, SIDE_MAX } from './picture.ts';

/** Twice the size at which a photo stands beside a name, twice the largest at which it is shown, and for a screenshot the preview. */
const sides = { photo: { full: 512, small: 96 }, screenshot: { full: SIDE_MAX, small: 720 } } as const;

const fitInside = (side: number) =>
  ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const;

/**
 * Draws a JPEG or PNG anew, upright: what is kept was written by us and is nothing but a picture. It carries no place where it
 * was taken, no second picture and nothing behind its end. The points of a screenshot stay as they are where it came as a PNG.
 */
export async function redraw(bytes: Buffer, kind: PictureKind): Promise<Picture | { fault: PictureFault }> {
  try {
    const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (Math.max(width, height) > SIDE_MAX) return { fault: 'too_many_pixels' };
    const seen = sharp(bytes, { failOn: 'error', limitInputPixels: SIDE_MAX ** 2 }).autoOrient();
    // On one ground for everybody: a figure may not be read on a dark page alone.
    if (kind === 'screenshot') seen.flatten({ background: 'white' });
    const { data, info } = await seen
      .resize(fitInside(sides[kind].full))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const points = () => sharp(data, { raw: info });
    const [contentType, full] =
      kind === 'photo'
        ? (['image/webp', points().webp()] as const)
        : format === 'png'
          ? (['image/png', points().png()] as const)
          : (['image/jpeg', points().jpeg({ quality: 92, chromaSubsampling: '4:4:4' })] as const);
    return {
      contentType,
      width: info.width,
      height: info.height,
      sha256: createHash('sha256')
        .update(`${info.width} ${info.height} ${info.channels} `)
        .update(data)
        .digest('hex'),
      full: await full.toBuffer(),
      small: await points().resize(fitInside(sides[kind].small)).webp().toBuffer(),
    };
  } catch {
    return { fault: 'unreadable' };
  }
}
