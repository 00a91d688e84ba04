import { close, open, write, writev } from 'node:fs';

const { port1: closed } = new MessageChannel();
closed.close();

/** Frees the memory of a buffer that has one of its own: what is handed to a closed port is taken and dropped. The buffer is empty after it. */
export function free({ buffer, byteLength }: NodeJS.ArrayBufferView): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) closed.postMessage(null, [buffer]);
}

/**
 * Writes of a file stream that free each buffer when it is on the disk, for bytes that nobody else reads. The garbage
 * collector would let 32 MB of them gather, and on a heap that it keeps small it would mark all memory ten times a second.
 */
export const freeingWrites = {
  ...{ open, close },
  write(...[fd, chunk, offset, length, position, done]: OneWrite): void {
    write(fd, chunk, offset, length, position, (error, written) => {
      if (written === chunk.byteLength) free(chunk);
      done(error, written, chunk);
    });
  },
  writev(...[fd, chunks, position, done]: ManyWrites): void {
    const bytes = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
    writev(fd, chunks, position, (error, written) => {
      // Of a part that is missing the stream still reads the rest.
      if (written === bytes) chunks.forEach(free);
      done(error, written, chunks);
    });
  },
};

type Done<Written> = (error: NodeJS.ErrnoException | null, bytes: number, written: Written) => void;
type OneWrite = [
  fd: number,
  chunk: Buffer,
  offset: number,
  length: number,
  position: number | null,
  done: Done<Buffer>,
];
type ManyWrites = [fd: number, chunks: Buffer[], position: number | null, done: Done<Buffer[]>];
