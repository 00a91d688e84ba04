import { close, open, write, writev } from 'node:fs';

const { port1: closed } = new MessageChannel();
closed.close();

/**
 * Frees the memory of a buffer that shares its memory with no other, by a transfer to a closed port. The
 * buffer is empty afterwards.
 */
export function free({ buffer, byteLength }: NodeJS.ArrayBufferView): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) closed.postMessage(null, [buffer]);
}

/**
 * File system calls for a write stream that free each buffer once it is on the disk. The bytes must have no
 * other reader. Without these calls 32 MB of buffers pile up before the garbage collector runs, and on a
 * small heap the collector would mark all memory ten times a second.
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
      // After a partial write the stream still needs the bytes that were not written.
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
