import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE } from '#server/infra/clock.ts';
import { FFMPEG, ffmpeg, probe } from '#server/testing/ffmpeg.ts';
import { openSound } from '../sound/decode.ts';
import { SAMPLE_RATE } from '../sound/spectrum.ts';
import { judgeVideo, type VideoFacts } from './judge-video.ts';

const folder = mkdtempSync(join(tmpdir(), 'permille-probed-'));
afterAll(() => rmSync(folder, { recursive: true }));

const codings = {
  'H.264 and AAC': [
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-bf',
    '2',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
  ],
  'HEVC and MP3': [
    ...['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none'],
    ...['-c:a', 'libmp3lame'],
  ],
  'VP9 and Opus': ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libopus'],
};
const picture = (seconds: number) => ['-f', 'lavfi', '-i', `testsrc2=s=96x64:r=15:d=${seconds}`];
const sound = (seconds: number) => ['-f', 'lavfi', '-i', `sine=d=${seconds}`];
const both = ['-map', '0', '-map', '1', '-g', '150'];
/** FFmpeg arguments: how to encode, and how to copy the packets into a container. */
const shapes: Record<string, { inputs: string[]; before?: string[]; after?: string[] }> = {
  plain: { inputs: [...picture(3), ...sound(3), ...both] },
  'a cut by stream copy': {
    inputs: [...picture(6), ...sound(6), ...both],
    before: ['-ss', '2.5'],
    after: ['-t', '3'],
  },
  'sound that starts late': { inputs: [...picture(4), '-itsoffset', '2', ...sound(2), ...both] },
  'a picture that starts late': { inputs: ['-itsoffset', '1.5', ...picture(2), ...sound(4), ...both] },
  'sound that is longer': { inputs: [...picture(2), ...sound(5), ...both] },
  'gaps in the sound': {
    inputs: [...picture(6), ...sound(6), ...both, '-af', "aselect='lt(t,2)+gt(t,4)'"],
  },
  'a start at 30 seconds': {
    inputs: [...picture(3), ...sound(3), ...both],
    after: ['-output_ts_offset', '30'],
  },
  'no sound': { inputs: [...picture(3)] },
  turned: { inputs: [...picture(3), ...sound(3), ...both], after: ['-metadata:s:v', 'rotate=90'] },
};
const containers: Record<string, [extension: string, ...args: string[]]> = {
  MP4: ['mp4'],
  'MP4 with its index in front': ['mp4', '-movflags', 'faststart'],
  'MP4 in fragments': ['mp4', '-movflags', 'frag_keyframe+empty_moov+delay_moov+default_base_moof'],
  QuickTime: ['mov'],
};

interface Upload {
  what: string;
  path: string;
  coding: string;
  container: string;
}
/** QuickTime supports neither VP9 nor Opus. */
const isPossible = (coding: string, container: string) =>
  !(coding.startsWith('VP9') && container === 'QuickTime');
const uploads: Upload[] = [];

async function make(coding: keyof typeof codings, shape: string): Promise<void> {
  const { inputs, before = [], after = [] } = shapes[shape]!;
  const whole = join(folder, 'whole.mkv');
  await ffmpeg(...inputs, ...codings[coding], whole);
  const middle = join(folder, 'whole.mp4');
  await ffmpeg('-i', whole, '-map', '0', '-c', 'copy', middle);
  for (const [container, [format, ...args]] of Object.entries(containers)) {
    if (!isPossible(coding, container)) continue;
    const path = join(folder, `${uploads.length}.mp4`);
    await ffmpeg(...before, '-i', middle, '-map', '0', '-c', 'copy', ...after, ...args, '-f', format, path);
    uploads.push({ what: `${coding}, ${shape}, ${container}`, path, coding, container });
  }
}

beforeAll(async () => {
  if (!FFMPEG) return;
  for (const coding of Object.keys(codings) as (keyof typeof codings)[])
    for (const shape of Object.keys(shapes)) await make(coding, shape);
}, 5 * MINUTE);

const where = FFMPEG ? '' : ' (no FFmpeg is installed here, so no uploads are compared)';

test(
  `length, size and rotation agree with ffprobe for each kind of upload that FFmpeg makes${where}`,
  async () => {
    expect(uploads).toHaveLength(FFMPEG ? 99 : 0);
    for (const { what, path, coding, container } of uploads) {
      const facts = judgeVideo(path);
      if (container === 'QuickTime' && coding.startsWith('HEVC')) {
        expect(facts, what).toEqual({ fault: 'file_quicktime' });
        continue;
      }
      const tracks = await probe(path);
      const shown = tracks.find(({ codec_type }) => codec_type === 'video')!;
      const turn = -(shown.side_data_list?.find(({ rotation }) => rotation)?.rotation ?? 0);
      const sides = turn % 180 === 0 ? [shown.width, shown.height] : [shown.height, shown.width];
      const { durationMs, width, height, format } = facts as VideoFacts;
      expect([width, height], what).toEqual(sides);
      expect(format.picture.rotation, what).toBe((turn + 360) % 360);
      const ends = tracks.map(({ start_time, duration }) => Number(start_time) + Number(duration));
      expect(
        Math.abs(durationMs / 1000 - Math.max(...ends)),
        `${what}: ${durationMs} for ${ends}`,
      ).toBeLessThan(0.06);
    }
  },
  MINUTE,
);

/** Returns the times of the first and the last audible sound, in seconds. */
async function heardIn(path: string, ffmpegPath: string | null): Promise<[number, number] | null> {
  const opened = await openSound(path, ffmpegPath);
  if ('state' in opened) return null;
  const samples = await opened.read({ fromSeconds: 0, seconds: 40 });
  const isLoud = (sample: number) => Math.abs(sample) > 0.03;
  return [samples.findIndex(isLoud) / SAMPLE_RATE, samples.findLastIndex(isLoud) / SAMPLE_RATE];
}

test(
  `both decoders place sound where ffprobe does${where}`,
  async () => {
    for (const { what, path, coding, container } of uploads) {
      if (container === 'QuickTime' && coding.startsWith('HEVC')) continue;
      const track = (await probe(path)).find(({ codec_type }) => codec_type === 'audio');
      for (const decoder of coding.endsWith('Opus') ? [FFMPEG] : [null, FFMPEG]) {
        const heard = await heardIn(path, decoder);
        expect(heard === null, what).toBe(track === undefined);
        if (!heard || !track) continue;
        const begins = Math.max(0, Number(track.start_time));
        const ends = Number(track.start_time) + Number(track.duration);
        expect(
          Math.abs(heard[0] - begins),
          `${what}, ${decoder}: begins ${heard}, not ${begins}`,
        ).toBeLessThan(0.1);
        expect(Math.abs(heard[1] - ends), `${what}, ${decoder}: ends ${heard}, not ${ends}`).toBeLessThan(
          0.1,
        );
      }
    }
  },
  2 * MINUTE,
);
