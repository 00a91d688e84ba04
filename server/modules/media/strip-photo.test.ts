import { describe, expect, test } from 'vitest';
import { isRefusal } from '#server/infra/outcome.ts';
import { stripPhoto } from './strip-photo.ts';

const segment = (marker: number, data: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
};
const start = Buffer.from([0xff, 0xd8]);
const end = Buffer.from([0xff, 0xd9]);
const quantization = segment(0xdb, Buffer.alloc(65, 1));
const frame = (side: number, marker = 0xc0): Buffer => {
  const data = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  data.writeUInt16BE(side, 1);
  data.writeUInt16BE(side, 3);
  return segment(marker, data);
};
const scan = Buffer.concat([
  segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
  Buffer.from([0x12, 0xff, 0, 0x34]),
]);
const jfif = segment(0xe0, Buffer.from('JFIF\0\x01\x02\0\0\x01\0\x01\0\0', 'latin1'));
const adobe = segment(0xee, Buffer.from('Adobe\0\x64\0\0\0\0\x01', 'latin1'));
const picture = Buffer.concat([start, jfif, adobe, quantization, frame(8), scan, end]);

function stripped(bytes: Buffer): Buffer | string {
  const photo = stripPhoto(bytes);
  return isRefusal(photo) ? photo.code : photo.bytes;
}

test('what a decoder needs stays', () => {
  expect(stripped(picture)).toEqual(picture);
  const progressive = Buffer.concat([start, quantization, frame(8, 0xc2), scan, scan, scan, end]);
  expect(stripped(progressive)).toEqual(progressive);
  const fill = Buffer.from([0xff, 0xff]);
  expect(stripped(Buffer.concat([start, fill, picture.subarray(2)]))).toEqual(picture);
});

describe('a JPEG that holds another picture is refused, or loses it', () => {
  test.each([
    ['a second frame, of another size than the first', [quantization, frame(60_000), scan, frame(8), scan]],
    ['a second frame before the scan', [quantization, frame(60_000), frame(8), scan]],
    ['a picture within the picture', [quantization, frame(8), scan, picture]],
    [
      'a height that is named later',
      [quantization, frame(8), scan, segment(0xdc, Buffer.from([0xea, 0x60]))],
    ],
    [
      'a frame of frames',
      [segment(0xde, Buffer.from([8, 0, 8, 0, 8, 1, 1, 0x11, 0])), quantization, frame(8), scan],
    ],
    ['a scan before any frame', [quantization, scan, frame(8), scan]],
  ])('refused: %s', (_what, parts) => {
    expect(stripped(Buffer.concat([start, ...parts, end]))).toBe('photo_unreadable');
  });

  test.each([
    ['a picture behind the end', Buffer.concat([picture, picture])],
    ['anything behind the end', Buffer.concat([picture, Buffer.from('<script>')])],
    [
      'an index of several pictures',
      Buffer.concat([start, segment(0xe2, Buffer.from('MPF\0II*\0')), picture.subarray(2)]),
    ],
    [
      'a small picture in JFIF’s extension',
      Buffer.concat([
        start,
        segment(0xe0, Buffer.concat([Buffer.from('JFXX\0\x10', 'latin1'), picture])),
        picture.subarray(2),
      ]),
    ],
    [
      'a small picture in JFIF’s own',
      Buffer.concat([
        start,
        segment(0xe0, Buffer.from('JFIF\0\x01\x02\0\0\x01\0\x01\x01\x01abc', 'latin1')),
        picture.subarray(2),
      ]),
    ],
    [
      'application data under a needed name',
      Buffer.concat([start, segment(0xee, Buffer.from('Adobe and more')), picture.subarray(2)]),
    ],
  ])('lost: %s', (_what, bytes) => {
    expect(stripped(bytes)).toEqual(picture);
  });
});
