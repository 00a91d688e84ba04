import { judgeVideo } from './judge-video.ts';

/** What the child runs (server/modules/media/judge-file.ts): one file, one line of JSON. */
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  // The server stops at these by itself, and finishes what is open first.
  process.on(signal, () => undefined);
}
process.stdout.write(JSON.stringify(judgeVideo(process.argv.at(-1)!)));
