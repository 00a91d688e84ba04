import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Runs ffmpeg.
 * @throws with ffmpeg's output
 */
export const ffmpeg = (args: string[]) =>
  run('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...args]);

export const hasFfmpeg = (): Promise<boolean> =>
  run('ffmpeg', ['-version']).then(
    () => true,
    () => false,
  );

export interface Film {
  name: string;
  /** Seconds of the piece that is encoded; the film consists of `copies` copies of it. */
  seconds: number;
  copies: number;
  /** Bit rate of the picture. */
  kbits: number;
  /** The amount of noise, which makes the picture as hard to encode as footage. */
  noise: number;
}

/**
 * Makes a film of 1080p at 30 frames a second with a key frame every two seconds, and sound. It consists of
 * copies of one piece, so that making hours of film takes seconds.
 */
export async function makeFilm(folder: string, film: Film): Promise<string> {
  const { name, seconds, copies, kbits, noise } = film;
  const [piece, list, whole] = ['mp4', 'txt', 'whole.mp4'].map((end) => join(folder, `${name}.${end}`));
  const picture = `testsrc2=size=1920x1080:rate=30:duration=${seconds}${noise ? `,noise=alls=${noise}:allf=t` : ''}`;
  const sound = `sine=frequency=330:duration=${seconds}`;
  const rate = ['-b:v', `${kbits}k`, '-maxrate', `${kbits * 1.1}k`, '-bufsize', `${kbits}k`, '-g', '60'];
  const coding = ['-c:v', 'libx264', '-preset', 'superfast', '-pix_fmt', 'yuv420p', ...rate, '-c:a', 'aac'];
  await ffmpeg(['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', sound, ...coding, piece!]);
  writeFileSync(list!, `file ${piece}\n`.repeat(copies));
  await ffmpeg(['-f', 'concat', '-safe', '0', '-i', list!, '-c', 'copy', whole!]);
  return whole!;
}

interface Export {
  from: string;
  to: string;
  at: number;
  seconds: number;
}

/**
 * Makes the studio's export with ffmpeg: a window of 9:16, a caption, loudness, H.264 and AAC.
 * @returns the seconds of wall time that it takes
 */
export async function exportByFfmpeg({ from, to, at, seconds }: Export): Promise<number> {
  const caption =
    "drawtext=text='he forgot the parry':fontsize=76:fontcolor=white:borderw=8:x=(w-tw)/2:y=h*0.6";
  const picture = `crop=ih*9/16:ih,scale=1080:1920,${caption}:enable='lt(t,2)'`;
  const coding = ['-c:v', 'libx264', '-preset', 'veryfast', '-b:v', '8M', '-pix_fmt', 'yuv420p'];
  const sound = ['-af', 'loudnorm=I=-14', '-ar', '48000', '-ac', '2', '-c:a', 'aac', '-b:a', '160k'];
  const since = performance.now();
  await ffmpeg([
    '-ss',
    String(at),
    '-t',
    String(seconds),
    '-i',
    from,
    '-vf',
    picture,
    ...coding,
    ...sound,
    to,
  ]);
  return (performance.now() - since) / 1_000;
}
