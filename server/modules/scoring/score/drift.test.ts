import { expect, test } from 'vitest';
import { type Stream, streamOf } from '#simulator/random.ts';
import { ASK_ERROR, CALIBRATION_CLIPS, HOLD_ERROR } from './calibration.ts';
import { CLIPS_BETWEEN_FALSE_ALARMS, findDrift } from './drift.ts';

/**
 * Scores of honest clips: 80% are 0, the rest are spread thinly below 60. If one clip in a hundred scored 60
 * or more, that would already be far more than the promised share.
 */
const honest = (random: Stream) => (random() < 0.8 ? 0 : Math.floor(60 * random() ** 3));
const many = (count: number, of: () => number) => Array.from({ length: count }, of);

test('hardly ever raises an alarm while honest clips do not change', () => {
  const clips = 20_000;
  const runs = 40;
  const alarms = many(runs, () => 0).filter((_, seed) => {
    const random = streamOf('same', seed);
    return findDrift(many(clips, () => honest(random))) !== null;
  });
  expect(alarms.length).toBeLessThanOrEqual((3 * runs * clips) / CLIPS_BETWEEN_FALSE_ALARMS);
});

test('finds within a thousand clips that twice as many would be asked about, and about when that began', () => {
  const random = streamOf('asked');
  const before = many(3_000, () => honest(random));
  // Among equal scores fewer clips break the promise than it allows, so the clips that break it are drawn
  // directly.
  const later = many(1_500, () => (random() < 2 * ASK_ERROR ? 55 : 0));
  const drift = findDrift([...before, ...later])!;
  expect(drift.promise).toBe('asked');
  expect(drift.to).toBeLessThan(4_000);
  expect(Math.abs(drift.from - 3_000)).toBeLessThan(500);
  expect(drift.above / (drift.to - drift.from + 1)).toBeGreaterThan(ASK_ERROR);
});

test('finds that more clips would be held although hardly any more would be asked about', () => {
  const random = streamOf('held');
  const before = many(3_000, () => honest(random));
  const later = many(2_000, () => (random() < 4 * HOLD_ERROR ? 80 : 0));
  expect(findDrift([...before, ...later])).toMatchObject({ promise: 'held' });
});

test('raises no alarm for lower scores or for more scores below the threshold for asking', () => {
  const random = streamOf('lower');
  const before = many(2_000, () => honest(random));
  expect(findDrift([...before, ...many(3_000, () => 0)])).toBeNull();
  expect(findDrift([...many(2_000, () => 0), ...many(3_000, () => 11)])).toBeNull();
});

test('raises no alarm for clips before the tested ones, however high they score', () => {
  const random = streamOf('known');
  const before = many(2_000, () => honest(random));
  const high = many(CALIBRATION_CLIPS, () => 90);
  expect(findDrift(high)).toBeNull();
  expect(findDrift([...before, ...high])).not.toBeNull();
  expect(findDrift([...before, ...high], before.length + high.length)).toBeNull();
});
