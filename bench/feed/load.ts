import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { LoadOrder, LoadReport } from './http-load.ts';

/**
 * Generates load in a separate process, so that it does not share the server's event loop. Runs one order
 * after the other.
 */
export function startLoad() {
  const sender = fork(fileURLToPath(new URL('./http-load.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  });
  const send = (order: LoadOrder): Promise<LoadReport> =>
    new Promise((resolve, reject) => {
      const ended = (code: number | null) => reject(new Error(`the load ended with ${code}`));
      sender.once('exit', ended);
      sender.once('message', (report) => {
        sender.off('exit', ended);
        resolve(report as LoadReport);
      });
      sender.send(order);
    });
  return { send, stop: () => sender.disconnect() };
}

/** Runs `work` in this many parallel loops; returns runs per second. */
export async function countPerSecond(
  work: (turn: number) => Promise<unknown>,
  { loops, seconds }: { loops: number; seconds: number },
): Promise<number> {
  const started = performance.now();
  const until = started + seconds * 1_000;
  let done = 0;
  const loop = async (first: number) => {
    for (let turn = first; performance.now() < until; turn++) {
      await work(turn);
      done++;
    }
  };
  await Promise.all(Array.from({ length: loops }, (_, n) => loop(n * 7)));
  return (done * 1_000) / (performance.now() - started);
}

export const median = (values: number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;
