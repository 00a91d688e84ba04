import { buildServerWhenStale } from '../scripts/steps/build.mjs';
import { findingRows } from './faults/books.ts';
import { runFaults } from './faults/rounds.ts';
import type { Bench } from './result.ts';

const ROUNDS = 24;

/**
 * Kills the server and PostgreSQL under load, in every operation that moves money, and reports lost and
 * repeated effects.
 */
export const bench: Bench = async () => {
  await buildServerWhenStale();
  const seed = Math.floor(Math.random() * 1_000_000);
  const { killed, acknowledged, unanswered, rounds, ...findings } = await runFaults(ROUNDS, seed);
  return {
    rows: findingRows(findings),
    total: { seed, rounds, acknowledged, unanswered, ...killed },
  };
};
