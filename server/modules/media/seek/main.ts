import { makeSeekIndex } from './make-seek-index.ts';

/** Main program of the child process (server/modules/media/seek-index.ts): reads one file, writes its seek index to another. */
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  // Ctrl-C reaches the whole process group; the server lets open work finish first, so the child must survive it.
  process.on(signal, () => undefined);
}
const [path, target] = process.argv.slice(-2);
process.stdout.write(String(makeSeekIndex(path!, target!)));
