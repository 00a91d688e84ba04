import { expect, test } from 'vitest';
import { guideOf, signalGuides, signalKeys } from '#contract/scoring/signals.ts';
import { signalCatalogue } from './catalogue.ts';

const rampOf = ({ ramp }: (typeof signalCatalogue)[number]) => ('weak' in ramp ? ramp : ramp.tiktok);

test('each signal has a guide, and each guide a signal', () => {
  expect(signalCatalogue.map(({ id }) => id).toSorted()).toEqual([...signalKeys].toSorted());
});

test('each guide says on which side of its threshold the signal is suspicious', () => {
  for (const signal of signalCatalogue) {
    const { weak, strong } = rampOf(signal);
    expect([signal.id, signalGuides[signal.id].suspicious]).toEqual([
      signal.id,
      strong > weak ? 'above' : 'below',
    ]);
  }
});

test('each signal that raises the score has honest causes and a remedy, and one that lowers it has neither', () => {
  for (const { id, clears } of signalCatalogue) {
    const { causes, remedy } = signalGuides[id];
    expect([id, causes === null, remedy === null]).toEqual([id, clears !== undefined, clears !== undefined]);
  }
});

test('a signal of an older score has no guide', () => {
  expect(guideOf('toString')).toBeNull();
  expect(guideOf('abrupt_stop')?.remedy).toBe('share');
});
