import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { runChild } from '#server/infra/child.ts';
import { SECOND } from '#server/infra/clock.ts';

/** Returns the text in a picture; null if reading failed or took too long. */
export type ReadText = (picture: Buffer) => Promise<string | null>;

const limits = { ms: 40 * SECOND, heapMb: 512, memoryMb: 1024, outputBytes: 256 * 1024 };

/**
 * The program of the child process. It gets the folders of the engine and of the engine's language data, so
 * that it downloads nothing. It exits explicitly, because the engine's thread would keep the process alive.
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

/** Reads pictures in a child process, because they are untrusted input. */
export function readTextInChild(ms = limits.ms): ReadText {
  const { resolve } = createRequire(import.meta.url);
  return async (picture) => {
    const data = join(dirname(resolve('@tesseract.js-data/eng/package.json')), '4.0.0_best_int');
    const args = ['-e', child, resolve('tesseract.js'), data];
    return (await runChild(args, { ...limits, ms }, picture))?.toString() ?? null;
  };
}
