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

test('a clip that is still counted has too little data as yet, one that is final has no "yet"', () => {
  const summary = (polling_state: string) => toVerdict({ ...little, polling_state }).summary;
  expect(summary('polling')).toBe('Not enough data yet: 1 of 5 readings.');
  for (const state of ['finished', 'stopped'])
    expect(summary(state)).toBe('There was too little data to judge the views.');
});

test('a clip that is counted by screenshots waits for no data of a platform', () => {
  const views = { ...little, polling_state: 'polling', is_attested: true };
  expect(toVerdict(views).summary).toBe(
    'Views from screenshots have no score: two reviewers check each screenshot.',
  );
});
