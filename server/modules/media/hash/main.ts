import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** Main program of the child process (server/modules/media/hash-file.ts): reads one file, writes its SHA-256. */
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  // Ctrl-C reaches the whole process group; the server lets open work finish first, so the child must survive it.
  process.on(signal, () => undefined);
}
const hash = createHash('sha256');
for await (const chunk of createReadStream(process.argv.at(-1)!, { highWaterMark: 1024 * 1024 })) {
  hash.update(chunk);
}
process.stdout.write(hash.digest('hex'));
