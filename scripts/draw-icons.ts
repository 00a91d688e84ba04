import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

/**
 * Draws the icons of the installed app from the mark (web/public/favicon.svg): `npm run draw-icons`. The
 * results are committed, because phones accept no SVG.
 */
const publicFolder = join(import.meta.dirname, '../web/public');
const folder = join(publicFolder, 'icons');
const mark = readFileSync(join(publicFolder, 'favicon.svg'), 'utf8');
const strokes = /<g fill="#12160A">.*<\/g>/.exec(mark)![0];
const field = (corner: number) => `<rect width="24" height="24" rx="${corner}" fill="#C8F04B"/>`;
const picture = (content: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 24 24">${content}</svg>`,
  );

/**
 * Scales the mark. Phones may cut a maskable icon to a circle of four fifths, so the mark is inside that
 * circle.
 */
const scaled = (content: string, by: number) =>
  `<g transform="translate(12 12) scale(${by}) translate(-12 -12)">${content}</g>`;

const icons: [name: string, size: number, content: string][] = [
  ['192.png', 192, field(5) + strokes],
  ['512.png', 512, field(5) + strokes],
  ['maskable.png', 512, field(0) + scaled(strokes, 0.72)],
  // This icon has square corners, because iOS rounds them.
  ['180.png', 180, field(0) + scaled(strokes, 0.86)],
  // The badge is white, because Android uses only the shape and colours it.
  ['badge.png', 96, strokes.replace('#12160A', '#FFFFFF')],
];

mkdirSync(folder, { recursive: true });
for (const [name, size, content] of icons)
  await sharp(picture(content), { density: 300 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(join(folder, name));
