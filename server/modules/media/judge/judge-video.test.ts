import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FilePathSource, Input, MkvOutputFormat, MP4, Mp4OutputFormat } from 'mediabunny';
import { afterAll, describe, expect, test } from 'vitest';
import { unplayable, type VideoFormat } from '#contract/media.ts';
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

/** The first sample description of the picture under another name. */
const recoded = (video: Buffer, from: string, to: string): Buffer => {
  const changed = Buffer.from(video);
  changed.write(to, changed.indexOf(from, contentAt(video, 'stsd')!, 'latin1'), 'latin1');
  return changed;
};

describe('how a video is coded', () => {
  test('codec, profile, depth, frame rate, turn, bit rate and sound', async () => {
    const { format } = judged(demoVideo) as { format: VideoFormat };
    const input = new Input({ source: new FilePathSource(path), formats: [MP4] });
    const picture = (await input.getPrimaryVideoTrack())!;
    const { averagePacketRate } = await picture.computePacketStats();
    expect(format.picture).toMatchObject({ name: 'H.264', bitDepth: 8, playable: true, rotation: 0 });
    expect(format.picture.framesPerSecond).toBeCloseTo(averagePacketRate, 0);
    const sound = await input.getPrimaryAudioTrack();
    expect(format.sound?.name ?? null).toBe(sound ? 'AAC' : null);
    expect(format.bitsPerSecond).toBeGreaterThan(1_000);
    expect(unplayable(format)).toEqual([]);
    expect((judged(fragmented) as { format: VideoFormat }).format.picture.framesPerSecond).toBe(
      (judged(shortVideo) as { format: VideoFormat }).format.picture.framesPerSecond,
    );
  });

  test('what browsers don’t play is said, not refused', () => {
    const profileAt = 1;
    const deep = Buffer.from(shortVideo);
    deep.writeUInt8(110, contentAt(shortVideo, 'avcC')! + profileAt);
    expect(unplayable((judged(deep) as { format: VideoFormat }).format)).toEqual(['H.264 High 10, 10 bit']);
    const { format } = judged(recoded(shortVideo, 'avc1', 'mp4v')) as { format: VideoFormat };
    expect(unplayable(format)).toEqual(['MPEG-4 Part 2']);
    const named = judged(recoded(shortVideo, 'avc1', '\u0001x<y')) as { format: VideoFormat };
    expect(unplayable(named.format)).toEqual(['xy']);
  });

  test('an encrypted one is refused', () => {
    expect(judged(recoded(shortVideo, 'avc1', 'encv'))).toEqual({ fault: 'file_encrypted' });
  });
});

test('a video shorter than a second or longer than a day is refused', () => {
  const timescale = shortVideo.readUInt32BE(contentAt(shortVideo, 'mdhd')! + 12);
  expect(judged(withNumber(shortVideo, 'mdhd', 12, timescale * 5))).toEqual({ fault: 'file_too_short' });
  const frameTicksAt = 12;
  expect(judged(withNumber(shortVideo, 'stts', frameTicksAt, 50_000_000))).toEqual({
    fault: 'file_too_long',
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
