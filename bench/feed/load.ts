import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { LoadOrder, LoadReport } from './http-load.ts';

/** Generates the load in a separate process, so that it does not share the server's event loop. */
export function sendLoad(order: LoadOrder): Promise<LoadReport> {
  return new Promise((resolve, reject) => {
    const sender = fork(fileURLToPath(new URL('./http-load.ts', import.meta.url)), {
      execArgv: ['--import', 'tsx'],
    });
    sender.once('message', (report) => resolve(report as LoadReport)).once('error', reject);
    sender.once('exit', (code) => reject(new Error(`the load ended with ${code}`)));
    sender.send(order);
  });
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
