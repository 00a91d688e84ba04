import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { limitedCommand } from '#server/infra/child.ts';
import { MINUTE } from '#server/infra/clock.ts';

interface Making {
  durationMs: number;
  /** Called about twice a second with the finished share, 0 to 1. */
  onShare(share: number): void;
  signal: AbortSignal;
}

/** Writes a light copy of a video to `target`. Returns false if that failed or took too long. */
export type MakeLight = (path: string, target: string, how: Making) => Promise<boolean>;

/** Limits of FFmpeg. A busy machine needs less than four times the length of the video. */
const limits = (durationMs: number) => ({ ms: 10 * MINUTE + 4 * durationMs, memoryMb: 2048 });

/**
 * Makes light copies with FFmpeg in a separate process without our environment. The process may open only
 * this file and only as an MP4.
 */
export function makeLightBy(ffmpegPath: string, niceness = 19): MakeLight {
  return async (path, target, { durationMs, onShare, signal }) => {
    const { ms, memoryMb } = limits(durationMs);
    const [command, ...args] = limitedCommand(
      [ffmpegPath, ...argsOf(path, target)],
      { ms, memoryMb },
      niceness,
    );
    const child = spawn(command!, args, {
      env: {},
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: ms,
      killSignal: 'SIGKILL',
    });
    const end = () => void child.kill('SIGKILL');
    signal.addEventListener('abort', end, { once: true });
    // Ends FFmpeg when the server ends.
    process.once('exit', end);
    try {
      const closed = new Promise<boolean>((resolve) => {
        child.once('error', () => resolve(false));
        child.once('close', (code) => resolve(code === 0));
      });
      const lines = createInterface({ input: child.stdout });
      lines.on('line', (line) => {
        const [name, value] = line.split('=');
        if (name === 'out_time_us' && Number(value) > 0)
          onShare(Math.min(1, Number(value) / 1000 / durationMs));
      });
      return await closed;
    } finally {
      signal.removeEventListener('abort', end);
      process.off('exit', end);
    }
  };
}

/** Scales the shorter side to 480 pixels; a smaller video keeps its size. */
const SCALE = "scale='if(gt(iw,ih),-2,min(480,iw))':'if(gt(iw,ih),min(480,ih),-2)'";

/**
 * Returns FFmpeg's arguments. A key frame each second lets seeking load little, and the index in front lets
 * playing begin at once.
 */
const argsOf = (path: string, target: string): string[] => [
  ...['-v', 'error', '-nostdin', '-y', '-protocol_whitelist', 'file', '-f', 'mov', '-i', `file:${path}`],
  ...['-map', '0:v:0', '-map', '0:a:0?', '-map_metadata', '-1', '-vf', SCALE, '-pix_fmt', 'yuv420p'],
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '28', '-maxrate', '1M', '-bufsize', '2M'],
  ...['-force_key_frames', 'expr:gte(t,n_forced)', '-c:a', 'aac', '-b:a', '96k', '-ac', '2'],
  ...['-movflags', '+faststart', '-progress', 'pipe:1', '-f', 'mp4', `file:${target}`],
];
