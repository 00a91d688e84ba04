import { buildServerWhenStale } from '../scripts/steps/build.mjs';
import { findingRows } from './faults/books.ts';
import { runProcesses } from './processes/drill.ts';
import type { Bench } from './result.ts';

const SECONDS = 120;

/**
 * Runs three web processes and two workers on one PostgreSQL under load, kills them at random, and reports
 * lost and repeated effects.
 */
export const bench: Bench = async () => {
  await buildServerWhenStale();
  const seed = Math.floor(Math.random() * 1_000_000);
  const { killed, acknowledged, unanswered, workDone, ...findings } = await runProcesses(SECONDS, seed);
  return {
    rows: findingRows(findings),
    total: { seed, seconds: SECONDS, acknowledged, unanswered, ...killed, ...workDone },
  };
};
