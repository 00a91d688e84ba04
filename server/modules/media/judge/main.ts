import { judgeVideo } from './judge-video.ts';

/** Main program of the child process (server/modules/media/judge-file.ts): reads one file, writes one line of JSON. */
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  // Ctrl-C reaches the whole process group; the server lets open work finish first, so the child must survive it.
  process.on(signal, () => undefined);
}
process.stdout.write(JSON.stringify(judgeVideo(process.argv.at(-1)!)));
