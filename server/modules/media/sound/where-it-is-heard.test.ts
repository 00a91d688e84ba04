import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { FFMPEG } from '#server/testing/ffmpeg.ts';
import { cutsOf, inFragments, speechVideo } from '#server/testing/videos.ts';
import { openSound } from './decode.ts';
import { SAMPLE_RATE } from './spectrum.ts';

const folder = mkdtempSync(join(tmpdir(), 'permille-heard-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the seconds of a span with audible sound. */
async function heard(video: Buffer, ffmpegPath: string | null, fromSeconds: number, seconds: number) {
  const path = join(folder, 'video.mp4');
  writeFileSync(path, video);
  const sound = await openSound(path, ffmpegPath);
  if ('state' in sound) throw new Error(`The video is ${sound.state}.`);
  const samples = await sound.read({ fromSeconds, seconds });
  // A cut's last packet ends a little after the cut, so the beginning of each second is skipped.
  const [skipped, threshold] = [0.15 * SAMPLE_RATE, 0.04];
  return Array.from({ length: seconds }, (_, second) => second).filter((second) =>
    samples
      .subarray(second * SAMPLE_RATE + skipped, (second + 1) * SAMPLE_RATE)
      .some((sample) => Math.abs(sample) > threshold),
  );
}

const lateSound = await cutsOf(speechVideo, [10, 13, 3]);
const withGaps = await cutsOf(speechVideo, [10, 13, 2], [20, 23, 9], [30, 34, 400]);
const startsLate = await cutsOf(speechVideo, [10, 16, 30]);

const byFfmpeg = FFMPEG ? 'by FFmpeg' : 'by FFmpeg, which is not installed: as without it';
describe.each([
  ['in WebAssembly', null],
  [byFfmpeg, FFMPEG],
])('sound is decoded at its time, %s', (_decoder, ffmpegPath) => {
  test('when it starts later than the picture', async () => {
    expect(await heard(lateSound, ffmpegPath, 0, 6)).toEqual([3, 4, 5]);
  });

  test('between gaps and after them', async () => {
    expect(await heard(withGaps, ffmpegPath, 0, 14)).toEqual([2, 3, 4, 9, 10, 11]);
    expect(await heard(await inFragments(withGaps), ffmpegPath, 0, 14)).toEqual([2, 3, 4, 9, 10, 11]);
  });

  test('in a slice that begins within a gap, or in sound', async () => {
    expect(await heard(withGaps, ffmpegPath, 6, 8)).toEqual([3, 4, 5]);
    expect(await heard(withGaps, ffmpegPath, 10, 5)).toEqual([0, 1]);
    expect(await heard(withGaps, ffmpegPath, 300, 105)).toEqual([100, 101, 102, 103]);
  });

  test('but not in a slice without any packet, or after the last one', async () => {
    expect(await heard(withGaps, ffmpegPath, 100, 200)).toEqual([]);
    expect(await heard(startsLate, ffmpegPath, 0, 20)).toEqual([]);
    expect(await heard(lateSound, ffmpegPath, 60, 5)).toEqual([]);
  });

  test('in a video that starts at 30 seconds', async () => {
    expect(await heard(startsLate, ffmpegPath, 0, 36)).toEqual([30, 31, 32, 33, 34, 35]);
  });
});
