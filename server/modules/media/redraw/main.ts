import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { PictureKind } from './picture.ts';
import { redraw } from './redraw.ts';

/** Main program of the child process (server/modules/media/redraw-picture.ts): reads a picture, writes a line of JSON and both sizes. */
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  // Ctrl-C reaches the whole process group; the server lets open work finish first, so the child must survive it.
  process.on(signal, () => undefined);
}
// The library reads some forty formats; only two are allowed for uploads.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });
sharp.cache(false);
sharp.concurrency(1);
const drawn = await redraw(await buffer(process.stdin), process.argv.at(-1) as PictureKind);
if ('fault' in drawn) {
  process.stdout.write(`${JSON.stringify(drawn)}\n`);
} else {
  const { full, small, ...facts } = drawn;
  process.stdout.write(`${JSON.stringify({ ...facts, fullBytes: full.length, smallBytes: small.length })}\n`);
  process.stdout.write(full);
  process.stdout.write(small);
}
