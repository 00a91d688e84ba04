import { expect, test } from 'vitest';
import { buildServerWhenStale } from '../scripts/steps/build.mjs';
import { runBooks } from './books/run.ts';

const SECONDS = 12;

test('what people read after each of some random actions is what a model of the books says', async () => {
  await buildServerWhenStale();
  const seed = Number(process.env.PROPERTY_SEED ?? Math.floor(Math.random() * 1_000_000));
  console.info(`bench/books.test.ts: PROPERTY_SEED=${seed}`);
  // Replayed, it goes on until what was found comes again.
  const limit = process.env.PROPERTY_SEED ? { actions: 300 } : { actions: 100, seconds: SECONDS };
  const outcome = await runBooks(seed, limit);
  const found = outcome.differences.length > 0 ? [...outcome.trail, ...outcome.differences] : [];
  expect(found, `PROPERTY_SEED=${seed}`).toEqual([]);
  expect(outcome.comparisons).toBeGreaterThan(100);
}, 300_000);
