import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { STORYBOARD } from '#contract/media/storyboard.ts';
import { type Picture, type PictureFault, type PictureKind, SIDE_MAX } from './picture.ts';

/**
 * Longest sides in pixels. Photos and posters have twice their shown sizes, for high-resolution screens. The
 * small size of a screenshot is its preview. Sheets of a storyboard keep their size.
 */
const sides = {
  photo: { full: 512, small: 96 },
  poster: { full: 960, small: 240 },
  storyboard: { full: STORYBOARD.columns * STORYBOARD.sideMax, small: 240 },
  screenshot: { full: SIDE_MAX, small: 720 },
} as const;

const fitInside = (side: number) =>
  ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const;

/**
 * Re-encodes a JPEG or PNG and turns it upright. The result contains pixels only: no location, no embedded
 * thumbnail, no appended data. A screenshot sent as a PNG keeps its exact pixels.
 */
export async function redraw(bytes: Buffer, kind: PictureKind): Promise<Picture | { fault: PictureFault }> {
  try {
    const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (Math.max(width, height) > SIDE_MAX) return { fault: 'too_many_pixels' };
    const seen = sharp(bytes, { failOn: 'error', limitInputPixels: SIDE_MAX ** 2 }).autoOrient();
    // Screenshots get a fixed background: with transparency, numbers would be readable in one theme only.
    if (kind === 'screenshot') seen.flatten({ background: 'white' });
    const { data, info } = await seen
      .resize(fitInside(sides[kind].full))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const points = () => sharp(data, { raw: info });
    const [contentType, full] =
      kind !== 'screenshot'
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
