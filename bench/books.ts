import { runBooks } from '#server/testing/books/run.ts';
import { buildServerWhenStale } from '../scripts/steps/build.mjs';
import { openBuiltStage } from './books/built-stage.ts';
import { type Bench, row } from './result.ts';

const ACTIONS = 1_000;

/** Reads `--seed=7` from the command line. */
function option(name: string): number | null {
  const given = process.argv.find((word) => word.startsWith(`--${name}=`));
  return given === undefined ? null : Number(given.slice(name.length + 3));
}

/**
 * Runs random actions on a server and compares every balance and page with a model that shares no code with it. On a
 * difference it prints the seed and all actions, and exits with 1.
 */
export const bench: Bench = async () => {
  await buildServerWhenStale();
  const seed = option('seed') ?? Math.floor(Math.random() * 1_000_000);
  // A signal ends the run with its figures and stops the server.
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
  const outcome = await runBooks(await openBuiltStage(), seed, {
    signal: ending.signal,
    actions: option('actions') ?? ACTIONS,
    minutes: option('minutes') ?? undefined,
    say: console.error,
  });
  for (const one of outcome.differences)
    console.error(`After action ${outcome.actions} of seed ${seed}: ${one}`);
  if (outcome.differences.length > 0) process.exitCode = 1;
  const { length: value } = outcome.differences;
  return {
    rows: [row({ name: 'differences', value, unit: '', baseline: null, target: 0, lowerIsBetter: true })],
    total: { seed, actions: outcome.actions, comparisons: outcome.comparisons, days: outcome.days },
  };
};
