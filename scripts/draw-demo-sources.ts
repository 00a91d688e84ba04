import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { demoSources, sourceFile } from '#db/seed/demo-sources.ts';
import { streamOf } from '#simulator/random.ts';
import type { Film } from '#simulator/videos.ts';
import { soundOf, wav } from './demo-sound.ts';

/*
 * Draws the source videos of the demo's hosts, with the subjects of their clips: `npx tsx
 * scripts/draw-demo-sources.ts`. Needs ffmpeg with libx264; the product needs neither, because the results
 * are committed. Static shots keep each below half a megabyte, of which the sound, by which clips are
 * compared, takes two thirds.
 */

const size = { width: 640, height: 360 };
const FRAMES_PER_SECOND = 20;
const SHOTS = 8;

/** Returns each shot's position, zoom and duration. */
function shotsOf(host: string, films: readonly Film[]) {
  const next = streamOf('demo sources', host);
  return Array.from({ length: SHOTS }, (_, nth) => ({
    film: films[nth % films.length]!,
    seconds: 12 + Math.floor(next() * 10),
    zoom: nth < films.length ? 1 : 1.2 + next() * 0.8,
    left: next(),
    top: next(),
  }));
}

type Shot = ReturnType<typeof shotsOf>[number];

async function drawn({ film, zoom, left, top }: Shot): Promise<Buffer> {
  const svg = readFileSync(join(import.meta.dirname, 'demo-clips', `${film}.svg`));
  const [width, height] = [Math.round(size.width * zoom), Math.round(size.height * zoom)];
  const picture = await sharp(svg, { density: 144 }).resize(width, height, { fit: 'cover' }).png().toBuffer();
  const spare = (whole: number, seen: number, part: number) => Math.floor((whole - seen) * part);
  const seen = { left: spare(width, size.width, left), top: spare(height, size.height, top), ...size };
  return sharp(picture).extract(seen).removeAlpha().png().toBuffer();
}

async function draw(host: string, films: readonly Film[]): Promise<void> {
  const shots = shotsOf(host, films);
  const folder = mkdtempSync(join(tmpdir(), 'demo-source-'));
  try {
    const list: string[] = [];
    for (const [nth, shot] of shots.entries()) {
      writeFileSync(join(folder, `${nth}.png`), await drawn(shot));
      list.push(`file ${nth}.png`, `duration ${shot.seconds}`);
    }
    // ffmpeg applies the last picture's duration only if the picture is listed once more.
    writeFileSync(join(folder, 'list'), [...list, `file ${shots.length - 1}.png`].join('\n'));
    const seconds = shots.reduce((sum, shot) => sum + shot.seconds, 0);
    const video = ['-f', 'concat', '-i', join(folder, 'list')];
    writeFileSync(join(folder, 'sound.wav'), wav(soundOf(host, seconds)));
    const sound = ['-i', join(folder, 'sound.wav')];
    const pictures = ['-vf', `fps=${FRAMES_PER_SECOND},format=yuv420p`, '-c:v', 'libx264', '-preset', 'slow'];
    // One quantizer is used for all frames, because refining static pictures would take most of the bytes.
    const still = ['-qp', '37', '-g', '200', '-bf', '8', '-threads', '1'];
    const flat = ['-x264-params', 'ipratio=1:pbratio=1:psy=0:aq-mode=0:mbtree=0'];
    const aac = ['-c:a', 'aac', '-b:a', '18k', '-ac', '1'];
    const exact = [
      '-t',
      `${seconds}`,
      '-fflags',
      '+bitexact',
      '-flags',
      '+bitexact',
      '-movflags',
      '+faststart',
    ];
    const args = [...video, ...sound, ...pictures, ...still, ...flat, ...aac, ...exact, sourceFile(host)];
    execFileSync('ffmpeg', ['-y', '-loglevel', 'error', ...args], { stdio: 'inherit' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

for (const [host, films] of Object.entries(demoSources)) await draw(host, films);
