import { expect, test } from 'vitest';
import { toVerdict } from './verdict.ts';

const little = {
  ...{
    score: 0,
    band: 'not_enough_data',
    summary: 'Not enough data yet: 1 of 5 readings.',
    contributions: [],
  },
  ...{ scored_at: new Date('2026-03-02T10:00:00Z'), fraud_hold_state: null, is_attested: false },
};

test('says that a counted clip has too little data yet, and leaves out "yet" once the count is final', () => {
  const summary = (polling_state: string) => toVerdict({ ...little, polling_state }).summary;
  expect(summary('polling')).toBe('Not enough data yet: 1 of 5 readings.');
  for (const state of ['finished', 'stopped'])
    expect(summary(state)).toBe('There was too little data to judge the views.');
});

test('does not wait for platform data on a clip that is counted by screenshots', () => {
  const views = { ...little, polling_state: 'polling', is_attested: true };
  expect(toVerdict(views).summary).toBe(
    'Views from screenshots have no score: two reviewers check each screenshot.',
  );
});
