import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { MINUTE } from '#server/infra/clock.ts';
import { isRefusal } from '#server/infra/outcome.ts';
import { pngChunk, pngOf } from '#server/testing/pictures.ts';
import type { Picture, PictureKind } from './redraw/picture.ts';
import { redrawInChild } from './redraw-picture.ts';

const redraw = redrawInChild({ ms: MINUTE });

async function drawn(bytes: Buffer, kind: PictureKind = 'screenshot'): Promise<Picture> {
  const picture = await redraw(bytes, kind);
  if (isRefusal(picture)) throw new Error(picture.code);
  return picture;
}
const codeFor = async (bytes: Buffer): Promise<string> => {
  const picture = await redraw(bytes, 'screenshot');
  return isRefusal(picture) ? picture.code : 'taken';
};

/** Makes a picture whose halves have different colours. */
const halves = (width: number, height: number) => {
  const points = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at++)
    points.set(at % width < width / 2 ? [200, 0, 0] : [0, 0, 200], at * 3);
  return sharp(points, { raw: { width, height, channels: 3 } });
};
const png = await halves(40, 30).png().toBuffer();
const jpeg = await halves(40, 30).jpeg().toBuffer();
const other = await halves(16, 16).jpeg().toBuffer();
const pointsOf = (bytes: Buffer) => sharp(bytes).raw().toBuffer();

describe('a screenshot', () => {
  test('sent as a PNG keeps every pixel, and has a small form', async () => {
    const large = await halves(900, 1_500).png().toBuffer();
    const { full, small, ...facts } = await drawn(large);
    expect(facts).toMatchObject({ contentType: 'image/png', width: 900, height: 1_500 });
    expect((await pointsOf(full)).equals(await pointsOf(large))).toBe(true);
    expect(await sharp(small).metadata()).toMatchObject({ format: 'webp', width: 432, height: 720 });
  });

  test('gets a white background instead of transparency', async () => {
    const clear = await sharp(Buffer.alloc(4 * 4 * 4), { raw: { width: 4, height: 4, channels: 4 } })
      .png()
      .toBuffer();
    const { full } = await drawn(clear);
    expect([...(await pointsOf(full))]).toEqual(Array(48).fill(255));
  });

  test('keeps its hash in any encoding and with any metadata, and gets another with one different pixel', async () => {
    const { sha256 } = await drawn(png);
    const end = png.length - 12;
    const saved = [
      await halves(40, 30).png({ compressionLevel: 0, progressive: true }).toBuffer(),
      await halves(40, 30).ensureAlpha().png().toBuffer(),
      Buffer.concat([png.subarray(0, end), pngChunk('tEXt', Buffer.from('a\0b')), png.subarray(end)]),
      Buffer.concat([png, Buffer.from('<script>')]),
    ];
    for (const bytes of saved) expect((await drawn(bytes)).sha256).toBe(sha256);
    const points = await pointsOf(png);
    points[0]!--;
    const changed = await sharp(points, { raw: { width: 40, height: 30, channels: 3 } })
      .png()
      .toBuffer();
    expect((await drawn(changed)).sha256).not.toBe(sha256);
  });
});

test('re-encodes a photo upright and small, without its location', async () => {
  const taken = await halves(1_200, 800)
    .withExif({ IFD0: { Copyright: 'me' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect((await sharp(taken).metadata()).exif).toBeDefined();
  const { full, small, ...facts } = await drawn(taken, 'photo');
  expect(facts).toMatchObject({ contentType: 'image/webp', width: 341, height: 512 });
  for (const [bytes, height] of [
    [full, 512],
    [small, 96],
  ] as const) {
    const { exif, icc, xmp, ...rest } = await sharp(bytes).metadata();
    expect({ exif, icc, xmp }).toEqual({ exif: undefined, icc: undefined, xmp: undefined });
    expect(rest).toMatchObject({ format: 'webp', height });
    expect(bytes.length).toBeLessThan(taken.length);
  }
});

describe('refuses a JPEG that contains another picture, or drops that picture', () => {
  const frameAt = jpeg.indexOf(Buffer.from('ffc0', 'hex'));
  const scanAt = jpeg.indexOf(Buffer.from('ffda', 'hex'));
  const otherFrame = other.subarray(
    other.indexOf(Buffer.from('ffc0', 'hex')),
    other.indexOf(Buffer.from('ffc4', 'hex')),
  );
  const end = jpeg.length - 2;
  const put = (at: number, ...parts: Buffer[]) =>
    Buffer.concat([jpeg.subarray(0, at), ...parts, jpeg.subarray(at)]);

  test.each([
    ['a second frame before the scan', put(scanAt, otherFrame)],
    ['a frame before the frame', put(frameAt, otherFrame)],
    ['a second frame after the scan', put(end, otherFrame)],
    ['a picture within the picture', put(end, other)],
    ['a picture behind the end', Buffer.concat([jpeg, other])],
    ['anything behind the end', Buffer.concat([jpeg, Buffer.from('<script>')])],
    [
      'a small picture in application data',
      put(
        2,
        Buffer.from('ffe1', 'hex'),
        Buffer.from([(other.length + 2) >> 8, (other.length + 2) & 255]),
        other,
      ),
    ],
  ])('%s', async (_what, bytes) => {
    const picture = await redraw(bytes, 'screenshot');
    if (isRefusal(picture)) return expect(picture.code).toBe('photo_unreadable');
    expect(picture).toMatchObject({ width: 40, height: 30 });
    const { full } = picture;
    expect(full.subarray(-2).toString('hex')).toBe('ffd9');
    expect(full.includes(otherFrame)).toBe(false);
    expect(full.includes('<script>')).toBe(false);
  });
});

test('refuses by content a file that is no JPEG or PNG, or is truncated', async () => {
  const webp = await halves(8, 8).webp().toBuffer();
  for (const bytes of [Buffer.alloc(0), Buffer.from('<svg/>'), webp])
    expect(await codeFor(bytes)).toBe('photo_type');
  const disguised = Buffer.concat([
    png.subarray(0, 8),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  ]);
  for (const bytes of [
    png.subarray(0, 50),
    png.subarray(0, -20),
    jpeg.subarray(0, 30),
    jpeg.subarray(0, -20),
    disguised,
  ]) {
    expect(await codeFor(bytes)).toBe('photo_unreadable');
  }
});

test('refuses more than 4096 pixels a side before decoding them', async () => {
  for (const [width, height] of [
    [100_000, 100_000],
    [4_097, 1],
  ] as const) {
    const picture = await redraw(pngOf(width, height, deflateSync(Buffer.alloc(10))), 'photo');
    expect(picture).toMatchObject({
      code: 'photo_unreadable',
      detail: expect.stringContaining('4096 pixels'),
    });
  }
});

test(
  're-encodes the largest allowed picture within the memory limit',
  async () => {
    const noise = Buffer.from(Array.from({ length: 512 * 512 }, (_, at) => (at * 48_271) >> 7));
    const largest = await sharp(noise, { raw: { width: 512, height: 512, channels: 1 } })
      .resize(4_096)
      .jpeg({ quality: 50, progressive: true })
      .toBuffer();
    expect(await drawn(largest)).toMatchObject({ width: 4_096, height: 4_096 });
  },
  MINUTE,
);

test.each([
  ['hangs', 'for (;;) {}', 500],
  ['takes memory', 'const all = []; for (;;) all.push(Buffer.alloc(16 << 20, 1));', MINUTE],
  ['crashes', 'process.abort()', MINUTE],
  ['says what is no answer', 'process.stdout.write(`{"width":1}`)', MINUTE],
  ['says nothing', '', MINUTE],
])('a picture is unreadable if its child %s', async (_what, program, ms) => {
  const picture = await redrawInChild({ program: async () => ['-e', program], ms })(png, 'screenshot');
  expect(picture).toMatchObject({ code: 'photo_unreadable' });
});
