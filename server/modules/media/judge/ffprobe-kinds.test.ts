import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { mediaErrors } from '#contract/errors/media.ts';
import { unplayable } from '#contract/media/media.ts';
import { MINUTE } from '#server/infra/clock.ts';
import { FFMPEG, ffmpeg, probe } from '#server/testing/ffmpeg.ts';
import { judgeVideo, type VideoFacts } from './judge-video.ts';

const folder = mkdtempSync(join(tmpdir(), 'permille-kinds-'));
afterAll(() => rmSync(folder, { recursive: true }));

const lavfi = (source: string) => ['-f', 'lavfi', '-i', source];
const picture = (seconds = 2, rate = 15, size = '96x64') =>
  lavfi(`testsrc2=s=${size}:r=${rate}:d=${seconds}`);
const sound = (seconds = 2) => lavfi(`sine=d=${seconds}`);
const both = [...picture(), ...sound()];
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
const coded = (video: string[], audio = 'aac') => ['-c:v', ...video, '-c:a', audio];
const hevc = ['libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none'];

interface Kind {
  args: string[];
  /** Files to make first, by name; they are inputs of `args`. */
  parts?: Record<string, string[]>;
  /** Absent: MP4. */
  format?: string;
  /** Codecs that browsers don't play. */
  unplayable?: string[];
}

const kinds: Record<string, Kind> = {
  'a variable frame rate': {
    args: [...both, '-vf', "select='mod(n,3)+lt(mod(n,10),4)'", '-fps_mode', 'vfr', ...h264],
  },
  'half a turn': {
    parts: { 'a.mp4': [...both, ...h264] },
    args: ['-i', 'a.mp4', '-c', 'copy', '-metadata:s:v', 'rotate=180'],
  },
  'three quarters of a turn in a cut MOV': {
    parts: { 'a.mp4': [...picture(4), ...sound(4), ...h264, '-g', '60'] },
    args: ['-ss', '1.3', '-i', 'a.mp4', '-c', 'copy', '-t', '2', '-metadata:s:v', 'rotate=270'],
    format: 'mov',
  },
  'an index before the fragments and one after': {
    args: [...both, ...h264, '-movflags', 'frag_keyframe', '-frag_duration', '300000'],
  },
  'a fragment for each track': {
    args: [...both, ...h264, '-movflags', 'frag_keyframe+empty_moov+separate_moof'],
  },
  'a fragment for each picture': { args: [...both, ...h264, '-movflags', 'frag_every_frame+empty_moov'] },
  'fragments for streaming': { args: [...both, ...h264, '-bf', '2', '-movflags', 'dash+global_sidx'] },
  'pictures shown before they are decoded': {
    args: [...both, ...h264, '-bf', '2', '-movflags', 'negative_cts_offsets'],
  },
  'no edit list': { args: [...both, ...h264, '-bf', '2', '-use_editlist', '0'] },
  'HEVC as phones tag it': {
    args: [...both, ...coded([...hevc, '-tag:v', 'hvc1'])],
    unplayable: ['HEVC (H.265)'],
  },
  'HEVC of 10 bit': {
    args: [...both, ...coded([...hevc, '-pix_fmt', 'yuv420p10le', '-tag:v', 'hev1'])],
    unplayable: ['HEVC (H.265)'],
  },
  AV1: { args: [...both, ...coded(['libaom-av1', '-cpu-used', '8', '-usage', 'realtime'])] },
  'VP9 of 10 bit': {
    args: [
      ...both,
      ...coded(
        ['libvpx-vp9', '-pix_fmt', 'yuv420p10le', '-deadline', 'realtime', '-cpu-used', '8'],
        'libopus',
      ),
    ],
  },
  'H.264 of 10 bit': {
    args: [...both, ...h264, '-pix_fmt', 'yuv420p10le'],
    unplayable: ['H.264 High 10, 10 bit'],
  },
  'H.264 of 8 bit and 4:2:2': {
    args: [...both, ...h264, '-pix_fmt', 'yuv422p'],
    unplayable: ['H.264 High 4:2:2, 8 bit'],
  },
  'Motion JPEG': {
    args: [...both, ...coded(['mjpeg', '-pix_fmt', 'yuvj420p'])],
    unplayable: ['Motion JPEG'],
  },
  'MPEG-2': {
    args: [...picture(2, 25), ...sound(), ...coded(['mpeg2video'], 'mp2')],
    unplayable: ['MPEG-2'],
  },
  'AC-3': { args: [...both, ...h264, '-c:a', 'ac3'], unplayable: ['AC-3'] },
  'E-AC-3': { args: [...both, ...h264, '-c:a', 'eac3'], unplayable: ['E-AC-3'] },
  ALAC: { args: [...both, ...h264, '-c:a', 'alac'], unplayable: ['ALAC'] },
  DTS: { args: [...both, ...h264, '-c:a', 'dca', '-strict', '-2'], unplayable: ['DTS'] },
  FLAC: { args: [...both, ...h264, '-c:a', 'flac', '-strict', '-2'] },
  'sound of 8 kHz': { args: [...both, ...h264, '-ar', '8000', '-ac', '1'] },
  'sound of six channels': { args: [...both, ...h264, '-ac', '6'] },
  'a time code': { args: [...both, ...h264, '-timecode', '01:00:00:00'], format: 'mov' },
  'a cover': {
    parts: { 'cover.jpg': [...picture(), '-frames:v', '1'] },
    args: [
      ...both,
      '-i',
      'cover.jpg',
      '-map',
      '0',
      '-map',
      '1',
      '-map',
      '2',
      ...h264,
      '-c:v:1',
      'copy',
      '-disposition:v:1',
      'attached_pic',
    ],
  },
  'one picture under its sound': { args: [...picture(0.06), ...sound(), '-map', '0', '-map', '1', ...h264] },
  '120 pictures a second': { args: [...picture(2, 120), ...sound(), ...h264] },
  'pixels that are not square': { args: [...both, '-vf', 'setsar=4/3', ...h264] },
  'pixels that are not square, in a MOV': { args: [...both, '-vf', 'setsar=64/45', ...h264], format: 'mov' },
  'time in millionths of a second': { args: [...both, ...h264, '-video_track_timescale', '1000000'] },
  'a phone of 2005': { args: [...both, ...h264, '-c:a', 'aac'], format: '3gp' },
};

const where = FFMPEG ? '' : ' (no FFmpeg is installed here)';

/** Makes a file with FFmpeg. The file's name always ends in .mp4, whatever its format. */
async function make({ args, parts = {}, format = 'mp4' }: Kind): Promise<string> {
  for (const [part, how] of Object.entries(parts)) await ffmpeg(...how, join(folder, part));
  const path = join(folder, 'upload.mp4');
  await ffmpeg(
    ...args.map((arg) => (Object.hasOwn(parts, arg) ? join(folder, arg) : arg)),
    ...['-f', format, path],
  );
  return path;
}

const ratio = (text = '1:1'): number => {
  const [over, under] = text.split(/[:/]/).map(Number);
  return over! / under!;
};

test.each(Object.entries(kinds))(
  `reads length, size, turn, rate and codecs as ffprobe does in a file with %s${where}`,
  async (what, kind) => {
    if (!FFMPEG) return;
    const path = await make(kind);
    const facts = judgeVideo(path);
    expect(facts).not.toHaveProperty('fault');
    const { durationMs, width, height, format } = facts as VideoFacts;
    const tracks = (await probe(path)).filter(({ disposition }) => !disposition.attached_pic);
    const shown = tracks.find(({ codec_type }) => codec_type === 'video')!;
    const turn = (360 - (shown.side_data_list?.find(({ rotation }) => rotation)?.rotation ?? 0)) % 360;
    const sides = [Math.round(shown.width * ratio(shown.sample_aspect_ratio)), shown.height];
    expect([width, height]).toEqual(turn % 180 === 0 ? sides : sides.toReversed());
    expect(format.picture.rotation).toBe(turn);
    expect(format.picture.framesPerSecond).toBeCloseTo(ratio(shown.avg_frame_rate), 0);
    const timed = tracks.filter(({ codec_type }) => codec_type === 'video' || codec_type === 'audio');
    const ends = timed.map(({ start_time, duration }) => Number(start_time) + Number(duration));
    expect(Math.abs(durationMs / 1000 - Math.max(...ends)), `${what}: ${durationMs}`).toBeLessThan(0.06);
    expect(unplayable(format)).toEqual(kind.unplayable ?? []);
  },
  MINUTE,
);

test(`takes the video that browsers play if a still picture precedes it${where}`, async () => {
  if (!FFMPEG) return;
  const path = await make({
    parts: { 'cover.jpg': [...picture(2, 15, '500x500'), '-frames:v', '1'] },
    args: [
      '-i',
      'cover.jpg',
      ...both,
      '-map',
      '0',
      '-map',
      '1',
      '-map',
      '2',
      ...h264,
      '-c:v:0',
      'mjpeg',
      '-disposition:v:0',
      '0',
    ],
  });
  expect(judgeVideo(path)).toMatchObject({ width: 96, height: 64, format: { picture: { name: 'H.264' } } });
});

test.each([
  ['ProRes', ['-c:v', 'prores_ks', '-pix_fmt', 'yuv422p10le', '-c:a', 'pcm_s16le'], 1],
  ['H.264 with PCM sound', [...h264, '-c:a', 'pcm_s24le'], 0],
  ['Animation', ['-c:v', 'qtrle'], 1],
])(
  `the refusal of a MOV with %s names a way that makes it playable${where}`,
  async (_what, args, way) => {
    if (!FFMPEG) return;
    const path = await make({ args: [...both, ...args], format: 'mov' });
    expect(judgeVideo(path)).toEqual({ fault: 'file_quicktime' });
    const { detail } = mediaErrors.file_quicktime;
    const [, copying] = /ffmpeg -i movie\.mov (.*?) movie\.mp4/.exec(detail)!;
    const [, instead] = /write (.*?) instead of/.exec(detail)!;
    const made = join(folder, 'movie.mp4');
    const convert = (how: string) => ffmpeg('-i', path, ...how.split(' '), made);
    if (way === 0) await convert(copying!);
    else {
      await expect(convert(copying!)).rejects.toThrow();
      await convert(copying!.replace('-c:v copy', instead!));
    }
    expect(unplayable((judgeVideo(made) as VideoFacts).format)).toEqual([]);
  },
  MINUTE,
);
