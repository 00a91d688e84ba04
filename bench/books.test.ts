import { expect, test } from 'vitest';
import { buildServerWhenStale } from '../scripts/steps/build.mjs';
import { runBooks } from './books/run.ts';

/** So few actions finish within half a minute; `npm run bench -- books` runs a thousand. */
const ACTIONS = 30;

test('after each of some random actions, the pages show what a model of the books computes', async () => {
  await buildServerWhenStale();
  const seed = Number(process.env.PROPERTY_SEED ?? 9);
  const outcome = await runBooks(seed, { actions: ACTIONS });
  const found = outcome.differences.length > 0 ? [...outcome.trail, ...outcome.differences] : [];
  expect(found, `PROPERTY_SEED=${seed}`).toEqual([]);
  expect(outcome.comparisons).toBeGreaterThan(100);
}, 300_000);
