import { expect, test } from 'vitest';
import { asVideo } from './video-file.ts';

const boxed = (box: string, brand: string): string => `\0\0\0\x20${box}${brand}\0\0\0\0`;
const chosen = (name: string, type: string, start: string) =>
  new File([start], name, { type, lastModified: 5 });

test.each([
  ['night.mov', 'video/quicktime', boxed('ftyp', 'qt  '), 'video/quicktime'],
  ['night.mov', 'video/quicktime', boxed('wide', '\0\0\0\0'), 'video/quicktime'],
  ['night.mov', 'video/quicktime', boxed('free', '\0\0\0\0'), 'video/quicktime'],
  ['night.mov', 'video/quicktime', boxed('ftyp', 'mp42'), 'video/mp4'],
  ['night.m4v', 'video/x-m4v', boxed('ftyp', 'M4V '), 'video/mp4'],
  ['night.MP4', '', boxed('ftyp', 'isom'), 'video/mp4'],
  ['night', '', boxed('ftyp', 'isom'), 'video/mp4'],
  ['night.mkv', 'video/x-matroska', boxed('ftyp', 'isom'), 'video/mp4'],
])(
  '%s, typed “%s” by the browser, gets the type of its content and keeps its name',
  async (name, type, start, expected) => {
    const video = await asVideo(chosen(name, type, start));
    expect(video).toMatchObject({ name, type: expected, lastModified: 5, size: start.length });
  },
);

test.each([
  ['night.mov', 'video/quicktime', 'I am a text.'],
  ['night.webm', 'video/webm', '\x1aE\xdf\xa3 matroska'],
  ['notes.txt', 'text/plain', ''],
])('%s is refused as no video', async (name, type, start) => {
  expect(await asVideo(chosen(name, type, start))).toBeNull();
});

test('a file typed as MP4 is left to the server’s check', async () => {
  const renamed = chosen('renamed.mp4', 'video/mp4', 'I am a text.');
  expect(await asVideo(renamed)).toBe(renamed);
});
