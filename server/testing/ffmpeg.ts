import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where Debian installs FFmpeg; null where it isn't installed, which each test that needs it says in its title. */
export const FFMPEG = existsSync('/usr/bin/ffmpeg') ? '/usr/bin/ffmpeg' : null;

/** Writes a video by FFmpeg. */
export async function ffmpeg(...args: string[]): Promise<void> {
  await run(FFMPEG!, ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y', ...args], { env: {} });
}

interface Probed {
  codec_type: string;
  width: number;
  height: number;
  start_time: string;
  duration: string;
  side_data_list?: { rotation?: number }[];
}

/** What FFmpeg's own prober says of each track. */
export async function probe(path: string): Promise<Probed[]> {
  const asked = ['-v', 'error', '-show_streams', '-of', 'json', path];
  const { stdout } = await run(FFMPEG!.replace(/ffmpeg$/, 'ffprobe'), asked, { env: {} });
  return (JSON.parse(stdout) as { streams: Probed[] }).streams;
}
