import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FilePathSource, Input, MkvOutputFormat, MP4, Mp4OutputFormat } from 'mediabunny';
import { afterAll, describe, expect, test } from 'vitest';
import {
  contentAt,
  converted,
  demoVideo,
  inFragments,
  shortVideo,
  withNumber,
} from '#server/testing/videos.ts';
import { judgeVideo } from './judge-video.ts';

const folder = mkdtempSync(join(tmpdir(), 'permille-judge-'));
afterAll(() => rmSync(folder, { recursive: true }));

const path = join(folder, 'video.mp4');
function judged(video: Buffer) {
  writeFileSync(path, video);
  return judgeVideo(path);
}

const fragmented = await inFragments(shortVideo);
const demoInFragments = await inFragments(demoVideo);
const indexAtEnd = await converted(shortVideo, new Mp4OutputFormat({ fastStart: false }));
const unreadable = { fault: 'file_unreadable' };

describe('what is in a file agrees with another reader', () => {
  test.each([
    ['the index in front', shortVideo],
    ['the demo’s source', demoVideo],
    ['the index at the end', indexAtEnd],
    ['fragments', fragmented],
    ['fragments of the demo’s source', demoInFragments],
  ])('%s', async (_what, video) => {
    const facts = judged(video);
    const track = await new Input({
      source: new FilePathSource(path),
      formats: [MP4],
    }).getPrimaryVideoTrack();
    expect(facts).toMatchObject({
      width: await track!.getDisplayWidth(),
      height: await track!.getDisplayHeight(),
    });
    expect(facts).toHaveProperty('durationMs', Math.round((await track!.computeDuration()) * 1_000));
  });

  test('a picture that is shown turned has the sides of how it is shown', () => {
    // A quarter turn: a and d of the matrix are 0, b and c are not.
    const [a, b, c, d] = [40, 44, 52, 56];
    let turned = withNumber(shortVideo, 'tkhd', a, 0);
    turned = withNumber(turned, 'tkhd', b, 0x10000);
    turned = withNumber(turned, 'tkhd', c, 0xffff0000);
    expect(judged(withNumber(turned, 'tkhd', d, 0))).toMatchObject({ width: 180, height: 320 });
  });
});

describe('a table that names more than there is room for is refused', () => {
  test.each([
    ['stts', shortVideo, 4],
    ['ctts', shortVideo, 4],
    ['stsc', shortVideo, 4],
    ['stco', shortVideo, 4],
    ['stss', shortVideo, 4],
    ['elst', shortVideo, 4],
    ['stsz', shortVideo, 8],
    ['trun', fragmented, 4],
  ])('%s', (kind, video, countAt) => {
    for (const count of [64_000_000, 0xffff_ffff]) {
      expect(judged(withNumber(video, kind, countAt, count))).toEqual(unreadable);
    }
    const table = contentAt(video, kind)!;
    expect(judged(withNumber(video, kind, countAt, video.readUInt32BE(table + countAt) + 1))).toEqual(
      unreadable,
    );
  });

  test('one entry that stands for 64 million samples', () => {
    expect(judged(withNumber(shortVideo, 'stts', 8, 64_000_000))).toEqual(unreadable);
  });

  test('samples of one size that together are larger than the file', () => {
    const same = withNumber(shortVideo, 'stsz', 4, 0xffff);
    expect(judged(withNumber(same, 'stsz', 8, 60_000))).toEqual(unreadable);
  });

  test('a box larger than what holds it, also by a size of 64 bits', () => {
    for (const kind of ['trak', 'mdia', 'stbl', 'stts']) {
      const sizeAt = -8;
      expect(judged(withNumber(shortVideo, kind, sizeAt, 0x7fff_ffff)), kind).toEqual(unreadable);
      expect(judged(withNumber(shortVideo, kind, sizeAt, 1)), kind).toEqual(unreadable);
      expect(judged(withNumber(shortVideo, kind, sizeAt, 4)), kind).toEqual(unreadable);
    }
  });
});

test('a fragment whose bytes are missing is an incomplete upload', () => {
  const lastMoof = fragmented.lastIndexOf('moof', undefined, 'latin1') - 4;
  const beforeItsData = lastMoof + fragmented.readUInt32BE(lastMoof);
  expect(judged(fragmented.subarray(0, beforeItsData))).toEqual({ fault: 'file_truncated' });
  expect(judged(fragmented.subarray(0, fragmented.length - 1))).toEqual({ fault: 'file_truncated' });
});

test('what is no MP4 is called so', async () => {
  const mkv = await converted(shortVideo, new MkvOutputFormat());
  for (const other of [mkv, Buffer.from('short'), Buffer.alloc(0), Buffer.alloc(5_000)]) {
    expect(judged(other)).toEqual({ fault: other.length ? 'invalid_file_type' : 'file_truncated' });
  }
});
