import { crc32 } from 'node:zlib';
import { redraw } from '#server/modules/media/redraw/redraw.ts';
import { type RedrawPicture, toOutcome } from '#server/modules/media/redraw-picture.ts';

/** Redraws pictures in this process, for tests that send many pictures but are about something else. */
export const redrawInProcess: RedrawPicture = async (sent, kind) => toOutcome(await redraw(sent, kind));

/** Returns one chunk of a PNG file. */
export function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** Returns a 24-bit PNG that claims these dimensions, with the given compressed data. */
export function pngOf(width: number, height: number, packed: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', head),
    pngChunk('IDAT', packed),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}
