import { buildServerWhenStale } from '../scripts/steps/build.mjs';
import { runFaults } from './faults/rounds.ts';
import { type Bench, none } from './result.ts';

const ROUNDS = 24;

/** Kills the server and PostgreSQL under load on every path that moves money, and reports lost and repeated effects. */
export const bench: Bench = async () => {
  await buildServerWhenStale();
  const seed = Math.floor(Math.random() * 1_000_000);
  const { killed, acknowledged, unanswered, rounds, ...findings } = await runFaults(ROUNDS, seed);
  return {
    rows: [
      none('acknowledged and lost', findings.lost),
      none('done twice', findings.twice),
      none('payouts that PayPal disagrees on', findings.outside),
      none('broken invariants', findings.broken),
    ],
    total: { seed, rounds, acknowledged, unanswered, ...killed },
  };
};
