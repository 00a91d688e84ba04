import { expect, test } from 'vitest';
import { centsToMicros } from '#contract/money.ts';
import { hostLine, limitsLine, postedAt, runwayLine, viewsLeft, viewsToCap } from './listing-labels.ts';

test('free budget and cap are shown as whole views', () => {
  expect(viewsLeft(centsToMicros(44_256), 200)).toBe(221_280);
  expect(viewsLeft(centsToMicros(1), 150)).toBe(6);
  expect(viewsToCap(centsToMicros(15_000), 200)).toBe(75_000);
});

test('the limits of a listing are in one line', () => {
  expect(limitsLine({ maxPayoutMicros: centsToMicros(15_000), minViews: 1000 })).toBe(
    'Max $150.00 per clip · 1,000-view minimum',
  );
  expect(limitsLine({ maxPayoutMicros: null, minViews: 0 })).toBe('No cap per clip');
});

test('the runway is the free budget at the rate of seven days; without spending the line says so', () => {
  const line = (freeCents: number, weekCents: number) =>
    runwayLine({ freeMicros: centsToMicros(freeCents), lastWeekMicros: centsToMicros(weekCents) });
  expect(line(10_000, 7_000)).toBe('About 10 days left at the current pace');
  expect(line(1_999, 7_000)).toBe('About 1 day left at the current pace');
  expect(line(900, 7_000)).toBe('Less than a day left');
  expect(line(1_000_000, 7_000)).toBe('Over a year left at the current pace');
  expect(line(10_000, 0)).toBe('No spend in the last 7 days');
});

test('a listing is just posted in its first day, then some days old, and later has a date', () => {
  const at = new Date('2026-11-02T10:00:00Z');
  const after = (hours: number) => postedAt(at, new Date(at.getTime() + hours * 3_600_000));
  expect([after(0), after(23), after(24), after(60), after(13 * 24), after(14 * 24)]).toEqual([
    'Just posted',
    'Just posted',
    'Posted 1 day ago',
    'Posted 2 days ago',
    'Posted 13 days ago',
    'Posted 2 Nov',
  ]);
  expect(postedAt(at, null)).toBe('Posted 2 Nov');
});

test('a host without decisions is new, and otherwise their speed and approvals are named', () => {
  const stats = { avatarUrl: null, rejections: null, paidShare: null };
  const line = (medianHoursToDecide: number | null, approvedShare: number | null) =>
    hostLine({ username: 'marlow', medianHoursToDecide, approvedShare, ...stats });
  expect(line(null, null)).toBe('@marlow · New host');
  expect(line(3, 0.914)).toBe('@marlow · Decides in 3 h · Approves 91%');
});
