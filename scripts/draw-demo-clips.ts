import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { streamOf } from '#simulator/random.ts';
import { posterSize, type Video, videoFolder, videos } from '#simulator/videos.ts';

/*
 * Draws the films and posters of the simulator's posts from the pictures in scripts/demo-clips, reproducibly:
 * `npx tsx scripts/draw-demo-clips.ts`. Needs ffmpeg with libvpx; the product needs neither, because the
 * results are committed.
 */

const FRAMES_PER_SECOND = 12;
const SECONDS_PER_SHOT = 5;
const size = { width: 270, height: 480 };
/** Size of the picture over which the camera moves. */
const wide = { width: 854, height: 480 };
/** Scale of posters relative to the film. */
const POSTER_SCALE = posterSize.width / size.width;
/** Longest side of a small poster. */
const SMALL = 240;

/** A camera's position and zoom. */
interface Shot {
  from: number;
  to: number;
  zoom: number;
  top: number;
}

/** Cuts every five seconds; each shot moves slowly to one side. */
function shotsOf({ name, seconds }: Video): Shot[] {
  const next = streamOf('demo clips', name);
  return Array.from({ length: Math.ceil(seconds / SECONDS_PER_SHOT) }, () => {
    const middle = 0.3 + next() * 0.4;
    const way = (0.1 + next() * 0.15) * (next() < 0.5 ? -1 : 1);
    return { from: middle - way, to: middle + way, zoom: 1 + Math.floor(next() * 3) * 0.18, top: next() };
  });
}

/** Returns the picture at each zoom, so that a frame only needs to be cut out of it. */
async function picturesOf(name: string, shots: Shot[], scale: number): Promise<Map<number, Buffer>> {
  const [picture, cut] = name.split('-') as [string, string];
  const svg = readFileSync(join(import.meta.dirname, 'demo-clips', `${picture}.svg`));
  const drawn = new Map<number, Buffer>();
  for (const { zoom } of shots) {
    const width = Math.round(wide.width * zoom * scale);
    const image = sharp(svg, { density: 144 })
      .resize(width, Math.round(wide.height * zoom * scale))
      .removeAlpha();
    // The second cut of a film has another light.
    if (cut === '2') image.modulate({ hue: 336, saturation: 0.8, brightness: 0.9 });
    drawn.set(zoom, await image.png().toBuffer());
  }
  return drawn;
}

function frame(pictures: Map<number, Buffer>, shot: Shot, done: number, scale: number): Sharp {
  const [width, height] = [Math.round(size.width * scale), Math.round(size.height * scale)];
  const spareX = Math.round(wide.width * shot.zoom * scale) - width;
  const spareY = Math.round(wide.height * shot.zoom * scale) - height;
  const left = Math.round(spareX * (shot.from + (shot.to - shot.from) * done));
  return sharp(pictures.get(shot.zoom)).extract({ left, top: Math.round(spareY * shot.top), width, height });
}

async function film(video: Video): Promise<void> {
  const shots = shotsOf(video);
  const pictures = await picturesOf(video.name, shots, 1);
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${size.width}x${size.height}`];
  const vp9 = ['-c:v', 'libvpx-vp9', '-pix_fmt', 'yuv420p', '-crf', '42', '-b:v', '0', '-g', '120'];
  // Without threads and dates the output is reproducible.
  const exact = ['-threads', '1', '-row-mt', '0', '-fflags', '+bitexact', '-flags', '+bitexact'];
  const args = [...raw, '-r', `${FRAMES_PER_SECOND}`, '-i', '-', ...vp9, '-deadline', 'good', ...exact];
  const path = join(videoFolder, `${video.name}.webm`);
  const ffmpeg = spawn('ffmpeg', ['-y', '-loglevel', 'error', ...args, path], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const ended = once(ffmpeg, 'exit');
  const perShot = SECONDS_PER_SHOT * FRAMES_PER_SECOND;
  for (let nth = 0; nth < video.seconds * FRAMES_PER_SECOND; nth += 1) {
    const shot = shots[Math.floor(nth / perShot)]!;
    const pixels = await frame(pictures, shot, (nth % perShot) / perShot, 1)
      .raw()
      .toBuffer();
    if (!ffmpeg.stdin.write(pixels)) await once(ffmpeg.stdin, 'drain');
  }
  ffmpeg.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error(`ffmpeg could not encode ${video.name}`);
}

/** Draws the poster: the frame in the middle of the first shot, at a higher resolution than the film's. */
async function poster(video: Video): Promise<void> {
  const shots = shotsOf(video).slice(0, 1);
  const pictures = await picturesOf(video.name, shots, POSTER_SCALE);
  const picture = frame(pictures, shots[0]!, 0.5, POSTER_SCALE).jpeg({ quality: 78, mozjpeg: true });
  const path = join(videoFolder, video.name);
  await picture.toFile(`${path}.jpg`);
  await sharp(`${path}.jpg`)
    .resize({ width: SMALL, height: SMALL, fit: 'inside' })
    .webp()
    .toFile(`${path}.small.webp`);
}

for (const video of videos) {
  await film(video);
  await poster(video);
}
