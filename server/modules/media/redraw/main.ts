import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { PictureKind } from './picture.ts';
import { redraw } from './redraw.ts';

/** What the child runs (server/modules/media/redraw-picture.ts): a picture in, one line of JSON and the bytes of both forms out. */
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  // The server stops at these by itself, and finishes what is open first.
  process.on(signal, () => undefined);
}
// The library reads some forty formats; strangers reach two of them.
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
