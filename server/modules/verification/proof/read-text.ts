import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { SECOND } from '#server/infra/clock.ts';

/** Reads the words of a picture; null when that failed or took too long. */
export type ReadText = (picture: Buffer) => Promise<string | null>;

const LIMIT_MS = 40 * SECOND;
const TEXT_MAX_BYTES = 256 * 1024;

/**
 * What the child runs: engine and language data lie in the two folders that it is given, and nothing is fetched. It ends
 * itself, because the engine's thread would keep it alive.
 */
const child = `
const [engine, langPath] = process.argv.slice(1);
const { createWorker, OEM } = require(engine);
(async () => {
  const parts = [];
  for await (const part of process.stdin) parts.push(part);
  const worker = await createWorker('eng', OEM.LSTM_ONLY, { langPath, cacheMethod: 'none', gzip: true });
  const { data } = await worker.recognize(Buffer.concat(parts));
  process.stdout.write(data.text, () => process.exit(0));
})().catch(() => process.exit(1));
`;

/**
 * Reads pictures of strangers in a process of its own, without our environment: one that makes the engine crash, run
 * forever or eat memory takes nothing else along.
 */
export function readTextInChild(limitMs = LIMIT_MS): ReadText {
  const resolve = createRequire(import.meta.url).resolve;
  return (picture) =>
    new Promise((done) => {
      const data = join(dirname(resolve('@tesseract.js-data/eng/package.json')), '4.0.0_best_int');
      const running = execFile(
        process.execPath,
        ['--max-old-space-size=512', '-e', child, resolve('tesseract.js'), data],
        { timeout: limitMs, killSignal: 'SIGKILL', maxBuffer: TEXT_MAX_BYTES, env: {} },
        (error, text) => done(error ? null : text),
      );
      // A child that died early closes its end; the callback above tells.
      running.stdin!.on('error', () => undefined);
      running.stdin!.end(picture);
    });
}
