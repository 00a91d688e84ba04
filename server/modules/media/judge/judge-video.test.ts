import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BufferSource, FilePathSource, Input, MkvOutputFormat, MP4, Mp4OutputFormat } from 'mediabunny';
import { afterAll, describe, expect, test } from 'vitest';
import { unplayable, type VideoFormat } from '#contract/media/media.ts';
import {
  contentAt,
  converted,
  demoVideo,
  inFragments,
  shortVideo,
  withNumber,
} from '#server/testing/videos.ts';
import { judgeVideo, type VideoFacts } from './judge-video.ts';
import { lengthOf } from './length.ts';

const folder = mkdtempSync(join(tmpdir(), 'permille-judge-'));
afterAll(() => rmSync(folder, { recursive: true }));

const path = join(folder, 'video.mp4');
function judged(video: Buffer) {
  writeFileSync(path, video);
  return judgeVideo(path);
}

const bytes32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
/**
 * Makes an edit in a movie and a track that both count milliseconds; a `from` of -1 is an edit without media.
 */
const edit = (seconds: number, from: number, rate = 1): Buffer =>
  Buffer.concat([seconds * 1_000, from < 0 ? from : from * 1_000, rate * 0x10000].map(bytes32));

const fragmented = await inFragments(shortVideo);
const demoInFragments = await inFragments(demoVideo);
const indexAtEnd = await converted(shortVideo, new Mp4OutputFormat({ fastStart: false }));
const unreadable = { fault: 'file_unreadable' };

describe('the facts of a file agree with another reader', () => {
  test.each([
    ['the index in front', shortVideo],
    ['the demo’s source', demoVideo],
    ['the index at the end', indexAtEnd],
    ['fragments', fragmented],
    ['fragments of the demo’s source', demoInFragments],
  ])('%s', async (_what, video) => {
    const facts = judged(video);
    const input = new Input({ source: new FilePathSource(path), formats: [MP4] });
    const track = await input.getPrimaryVideoTrack();
    expect(facts).toMatchObject({
      width: await track!.getDisplayWidth(),
      height: await track!.getDisplayHeight(),
    });
    expect(facts).toHaveProperty('durationMs', Math.round((await input.computeDuration()) * 1_000));
  });

  test('a rotated picture has the width and height at which it is shown', () => {
    // A quarter turn: a and d of the matrix are 0, b and c are not.
    const [a, b, c, d] = [40, 44, 52, 56];
    let turned = withNumber(shortVideo, 'tkhd', a, 0);
    turned = withNumber(turned, 'tkhd', b, 0x10000);
    turned = withNumber(turned, 'tkhd', c, 0xffff0000);
    expect(judged(withNumber(turned, 'tkhd', d, 0))).toMatchObject({ width: 180, height: 320 });
  });
});

/** Renames the picture's first sample description. */
const recoded = (video: Buffer, from: string, to: string): Buffer => {
  const changed = Buffer.from(video);
  changed.write(to, changed.indexOf(from, contentAt(video, 'stsd')!, 'latin1'), 'latin1');
  return changed;
};

describe('the coding of a video', () => {
  test('has codec, profile, depth, frame rate, rotation, bit rate and sound', async () => {
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

  test('names codecs that browsers don’t play without refusing the video', () => {
    const profileAt = 1;
    const deep = Buffer.from(shortVideo);
    deep.writeUInt8(110, contentAt(shortVideo, 'avcC')! + profileAt);
    expect(unplayable((judged(deep) as { format: VideoFormat }).format)).toEqual(['H.264 High 10, 10 bit']);
    const { format } = judged(recoded(shortVideo, 'avc1', 'mp4v')) as { format: VideoFormat };
    expect(unplayable(format)).toEqual(['MPEG-4 Part 2']);
    const named = judged(recoded(shortVideo, 'avc1', '\u0001x<y')) as { format: VideoFormat };
    expect(unplayable(named.format)).toEqual(['xy']);
  });

  test('refuses an encrypted video', () => {
    expect(judged(recoded(shortVideo, 'avc1', 'encv'))).toEqual({ fault: 'file_encrypted' });
  });
});

test('refuses a video shorter than a second or longer than a day', () => {
  expect(judged(edited(shortVideo, 3.5))).toEqual({ fault: 'file_too_short' });
  const [frameTicksAt, editDurationAt] = [12, 8];
  const open = withNumber(shortVideo, 'elst', editDurationAt, 0);
  expect(judged(withNumber(open, 'stts', frameTicksAt, 50_000_000))).toEqual({ fault: 'file_too_long' });
});

describe('refuses a table that declares more entries than it has room for', () => {
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

  test('one entry that declares 64 million samples', () => {
    expect(judged(withNumber(shortVideo, 'stts', 8, 64_000_000))).toEqual(unreadable);
  });

  test('samples of one size that together are larger than the file', () => {
    const same = withNumber(shortVideo, 'stsz', 4, 0xffff);
    expect(judged(withNumber(same, 'stsz', 8, 60_000))).toEqual(unreadable);
  });

  test('a box larger than its container, also with a 64-bit size', () => {
    for (const kind of ['trak', 'mdia', 'stbl', 'stts']) {
      const sizeAt = -8;
      expect(judged(withNumber(shortVideo, kind, sizeAt, 0x7fff_ffff)), kind).toEqual(unreadable);
      expect(judged(withNumber(shortVideo, kind, sizeAt, 1)), kind).toEqual(unreadable);
      expect(judged(withNumber(shortVideo, kind, sizeAt, 4)), kind).toEqual(unreadable);
    }
  });
});

test('a fragmented recording that breaks off has the length that plays, and says that its end is missing', () => {
  const whole = judged(fragmented) as VideoFacts;
  expect(whole.format.isCut).toBeUndefined();
  const lastMoof = fragmented.lastIndexOf('moof', undefined, 'latin1') - 4;
  const beforeItsData = lastMoof + fragmented.readUInt32BE(lastMoof);
  const lengths = [beforeItsData, lastMoof + 20, fragmented.length - 1].map((bytes) => {
    const { durationMs, format } = judged(fragmented.subarray(0, bytes)) as VideoFacts;
    expect(format).toMatchObject({ isCut: true, picture: { framesPerSecond: 12 } });
    return durationMs;
  });
  expect(lengths[0]).toBe(lengths[1]);
  expect(lengths[0]).toBeLessThan(lengths[2]!);
  expect(lengths[2]).toBeLessThan(whole.durationMs + 1);
});

test('a file with one index is an incomplete upload if its bytes are missing', () => {
  expect(judged(shortVideo.subarray(0, shortVideo.length - 1))).toEqual({ fault: 'file_truncated' });
});

/** Gives each track another edit: from `fromSeconds` of its samples, for `forSeconds`. */
function edited(video: Buffer, fromSeconds: number, forSeconds?: number): Buffer {
  const changed = Buffer.from(video);
  const movieTicks = video.readUInt32BE(contentAt(video, 'mvhd')! + 12);
  for (
    let at = video.indexOf('elst');
    at >= 0 && at < video.indexOf('mdat');
    at = video.indexOf('elst', at + 1)
  ) {
    const ticks = video.readUInt32BE(video.indexOf('mdhd', at) + 16);
    if (forSeconds) changed.writeUInt32BE(forSeconds * movieTicks, at + 12);
    changed.writeInt32BE(video.readInt32BE(at + 16) + fromSeconds * ticks, at + 16);
  }
  return changed;
}

describe('the length equals what players show', () => {
  test('without a lead-in that an edit list hides, as a cut by stream copy leaves it', async () => {
    const cut = edited(shortVideo, 1);
    const { durationMs, format } = judged(cut) as VideoFacts;
    expect(durationMs).toBe(3_000);
    expect(format.picture.framesPerSecond).toBe(12);
    const other = new Input({ source: new BufferSource(cut), formats: [MP4] });
    expect(await other.computeDuration()).toBeCloseTo(3, 2);
  });

  test('without an end that an edit list hides', () => {
    expect(judged(edited(shortVideo, 0, 2))).toMatchObject({ durationMs: 2_001 });
  });

  test('including sound that lasts longer than the picture', () => {
    const sound = judged(demoVideo) as VideoFacts;
    // The first table of durations is the picture's.
    const faster = withNumber(
      demoVideo,
      'stts',
      12,
      demoVideo.readUInt32BE(contentAt(demoVideo, 'stts')! + 12) / 2,
    );
    expect(judged(faster)).toMatchObject({
      durationMs: expect.closeTo(sound.durationMs, -2),
      format: { picture: { framesPerSecond: 2 * sound.format.picture.framesPerSecond } },
    });
  });

  test.each([
    ['with the time before a track that starts late', [edit(30, -1), edit(4, 0)], 34],
    ['with a picture that is shown for a while', [edit(1, 0), edit(5, 1, 0), edit(2, 2)], 8],
    ['with all of several edits', [edit(1, 3), edit(1, 0)], 2],
    ['to the last sample when an edit names no end', [edit(0, 1)], 3],
  ])('%s', (_what, edits, seconds) => {
    const moov = Buffer.from(shortVideo.subarray(contentAt(shortVideo, 'moov')!));
    const elst = Buffer.concat([Buffer.alloc(4), bytes32(edits.length), ...edits]);
    const track = { id: 1, timescale: 1_000, edits: elst, stbl: moov };
    const time = { samples: 4, duration: 4_000, next: 4_000, end: 4_000 };
    expect(lengthOf(track, time, moov, false)).toBeCloseTo(seconds, 2);
  });
});

test('accepts a QuickTime file if browsers play its picture and its sound', () => {
  const named = (video: Buffer): Buffer => {
    const changed = Buffer.from(video);
    changed.write('qt  ', 8, 'latin1');
    return changed;
  };
  expect(judged(named(shortVideo))).toEqual(judged(shortVideo));
  expect(judged(named(recoded(shortVideo, 'avc1', 'apcn')))).toEqual({ fault: 'file_quicktime' });
  const unnamed = shortVideo.subarray(shortVideo.readUInt32BE(0));
  for (const start of ['', '\0\0\0\x08free', '\0\0\0\x08skip'])
    expect(judged(Buffer.concat([Buffer.from(start), unnamed]))).toEqual({ fault: 'file_quicktime' });
});

test('refuses a file that is no MP4, with that reason', async () => {
  const mkv = await converted(shortVideo, new MkvOutputFormat());
  for (const other of [mkv, Buffer.from('short'), Buffer.alloc(0), Buffer.alloc(5_000)]) {
    expect(judged(other)).toEqual({ fault: other.length ? 'invalid_file_type' : 'file_truncated' });
  }
});
