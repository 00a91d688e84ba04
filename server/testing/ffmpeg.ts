import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Debian's path of FFmpeg; null when it is not installed. Tests that need FFmpeg have it in their titles. */
export const FFMPEG = existsSync('/usr/bin/ffmpeg') ? '/usr/bin/ffmpeg' : null;

export async function ffmpeg(...args: string[]): Promise<void> {
  await run(FFMPEG!, ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y', ...args], { env: {} });
}

interface Probed {
  codec_type: string;
  width: number;
  height: number;
  start_time: string;
  duration: string;
  avg_frame_rate: string;
  sample_aspect_ratio?: string;
  disposition: { attached_pic: number };
  side_data_list?: { rotation?: number }[];
}

/** Returns FFprobe's data of each track. */
export async function probe(path: string): Promise<Probed[]> {
  const asked = ['-v', 'error', '-show_streams', '-of', 'json', path];
  const { stdout } = await run(FFMPEG!.replace(/ffmpeg$/, 'ffprobe'), asked, { env: {} });
  return (JSON.parse(stdout) as { streams: Probed[] }).streams;
}
