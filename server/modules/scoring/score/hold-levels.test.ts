import fc from 'fast-check';
import { expect, test } from 'vitest';
import '#server/testing/properties.ts';
import { streamOf } from '#simulator/random.ts';
import { HOLD_ERROR } from './calibration.ts';
import { FALSE_HOLDS, levelAt } from './hold-levels.ts';

interface Market {
  seed: number;
  clips: number;
  boughtShare: number;
  /** Number of honest clips that scores are compared with. */
  calibration: number;
}

/**
 * Number of clips that people judged before any clip could be compared. Clips that these people found bought
 * are discoveries.
 */
const BEFORE = 500;

/**
 * Simulates clips that are judged one after another. A held clip becomes a discovery up to 30 places later.
 * Bought clips score above all honest ones.
 */
function judge({ seed, clips, boughtShare, calibration }: Market) {
  const random = streamOf('levels', seed);
  const found = Array.from({ length: BEFORE }, (_, at) => at + 1).filter(() => random() < boughtShare);
  const waiting: number[] = [];
  const held = { honest: 0, bought: 0 };
  let bought = 0;
  for (let place = BEFORE + 1; place <= BEFORE + clips; place++) {
    for (const at of waiting.filter((at) => at < place)) found.push(at);
    waiting.splice(0, waiting.length, ...waiting.filter((at) => at >= place));
    found.sort((a, b) => a - b);
    const isBought = random() < boughtShare;
    if (isBought) bought++;
    const p = Math.ceil(random() * (isBought ? 1 : calibration + 1)) / (calibration + 1);
    if (p > levelAt(place, { lately: found, hasEarlier: false })) continue;
    held[isBought ? 'bought' : 'honest']++;
    waiting.push(place + Math.floor(random() * 30));
  }
  return { bought, boughtHeld: held.bought, wrong: held.honest / Math.max(1, held.honest + held.bought) };
}
const mean = (of: number[]) => of.reduce((sum, one) => sum + one, 0) / of.length;
const seeds = Array.from({ length: 100 }, (_, seed) => seed);

test.each([
  ['no clip is bought', 0, 2_000],
  ['bought clips are rare', 0.01, 2_000],
  ['one clip in five is bought', 0.2, 2_000],
  ['few honest clips are known', 0.05, 400],
])('holds no larger share of honest clips than promised when %s', (_, boughtShare, calibration) => {
  const wrong = seeds.map((seed) => judge({ seed, clips: 1_000, boughtShare, calibration }).wrong);
  // Allows three standard errors of the mean over a hundred markets.
  if (boughtShare > 0.02) expect(Math.max(...wrong)).toBeGreaterThan(0);
  expect(mean(wrong)).toBeLessThan(
    FALSE_HOLDS + 3 * Math.sqrt((FALSE_HOLDS * (1 - FALSE_HOLDS)) / seeds.length),
  );
});

test('holds nearly all bought clips, as without levels, if one clip in twenty is bought', () => {
  const { bought, boughtHeld } = judge({ seed: 7, clips: 4_000, boughtShare: 0.05, calibration: 2_000 });
  expect(boughtHeld / bought).toBeGreaterThan(0.9);
});

test('holds nothing and asks people if hardly any clips are bought and few honest clips are known', () => {
  const { boughtHeld } = judge({ seed: 7, clips: 4_000, boughtShare: 0.005, calibration: 400 });
  expect(boughtHeld).toBe(0);
});

const places = fc.integer({ min: 1, max: 5_000 });
const discoveries = fc.array(places, { maxLength: 60 }).map((found) => found.toSorted((a, b) => a - b));

test('gives levels that depend only on earlier discoveries, grow with each, and never exceed HOLD_ERROR', () => {
  fc.assert(
    fc.property(places, discoveries, places, (place, lately, more) => {
      const level = levelAt(place, { lately, hasEarlier: true });
      expect(level).toBeGreaterThan(0);
      expect(level).toBeLessThanOrEqual(HOLD_ERROR);
      const withMore = levelAt(place, {
        lately: [...lately, more].toSorted((a, b) => a - b),
        hasEarlier: true,
      });
      if (more >= place) expect(withMore).toBe(level);
      else expect(withMore).toBeGreaterThanOrEqual(level);
    }),
  );
});

test('spends in all levels together at most the starting amount and what discoveries gave', () => {
  fc.assert(
    fc.property(discoveries, (lately) => {
      let spent = 0;
      for (let place = 1; place <= 5_000; place++) {
        spent += levelAt(place, { lately, hasEarlier: false });
        const made = lately.filter((at) => at < place).length;
        expect(spent).toBeLessThanOrEqual(FALSE_HOLDS * Math.max(1, made) + 1e-9);
      }
    }),
    { numRuns: 20 },
  );
});
