import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runAtOnce } from '#server/testing/books/at-once.ts';
import { openOwnStage } from '#server/testing/books/own-stage.ts';
import { runBooks } from '#server/testing/books/run.ts';
import { moneyRuns } from '#server/testing/runs.ts';

/** A history of this length finishes within a minute; `npm run bench -- books` plays a thousand actions. */
const ACTIONS = 56;
/** Each run plays a new history. A failure prints the command that repeats it, and its seed for the bench. */
const seeds = fc.nat({ max: 999_999 });

test('after any acts on money in any order, every balance and page is what a model of the books computes', async () => {
  await fc.assert(
    fc.asyncProperty(seeds, async (seed) => {
      const stage = await openOwnStage();
      const { differences, trail, comparisons } = await runBooks(stage, seed, { actions: ACTIONS });
      expect(differences.length > 0 ? [...trail, ...differences] : []).toEqual([]);
      expect(comparisons).toBeGreaterThan(100);
    }),
    { ...moneyRuns(1), endOnFailure: true },
  );
}, 3_600_000);

test('when many people act on money at once, everything confirmed to them is in the books once, and nothing is lost', async () => {
  await fc.assert(
    fc.asyncProperty(seeds, async (seed) => {
      const { wrong, trail, acknowledged } = await runAtOnce(await openOwnStage(), seed);
      expect(wrong.length > 0 ? [...trail, ...wrong] : []).toEqual([]);
      expect(acknowledged).toBeGreaterThan(2);
    }),
    { ...moneyRuns(1), endOnFailure: true },
  );
}, 3_600_000);
