import { expect, it } from 'vitest';
import { DAY, MINUTE } from '#server/infra/clock.ts';
import { demoDepositCents, demoListings } from './demo-listings.ts';
import { type PlannedClip, planDemo, splitViews } from './demo-plan.ts';

const sum = (values: number[]): number => values.reduce((a, b) => a + b, 0);
/** Returns micro-dollars: views × cents per 1,000 × 10. */
const worth = (views: number, listing: number): number =>
  views * demoListings[listing]!.rateCentsPerMille * 10;
const clipsOf = (now: Date): PlannedClip[] =>
  planDemo(now).flatMap((step) => (step.do === 'clips' ? step.clips : []));

/** Noon and the edges of days over a year with a leap day. */
const moments = Array.from({ length: 366 }, (_, day) => {
  const hour = [12, 0, 9, 23][day % 4]!;
  return new Date(Date.UTC(2027, 6, 1, hour, day % 2 ? 0 : 59) + day * DAY);
});

it('adds up to the specified figures', () => {
  expect(sum(demoDepositCents)).toBe(734_730);
  expect(sum(demoListings.map((l) => l.budgetDollars))).toBe(4_500);
  const clips = clipsOf(moments[100]!).filter((clip) => clip.approvedAt);
  expect(sum(clips.map((clip) => clip.views))).toBe(847_293);
  expect(sum(clips.map((clip) => worth(clip.views, clip.listing)))).toBe(1_652_700_000);
  const own = clips.filter((clip) => clip.clipper === null);
  expect([own.length, sum(own.map((clip) => worth(clip.views, clip.listing)))]).toEqual([20, 847_500_000]);
});

it('includes the specified sample rates in its listings', () => {
  const rates = demoListings.map((listing) => listing.rateCentsPerMille);
  expect(rates).toEqual(expect.arrayContaining([150, 120, 200]));
});

it('puts this month’s 101.70 into this month and after the last run, whatever the day', () => {
  for (const now of moments) {
    const monthStart = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
    const own = clipsOf(now).filter((clip) => clip.clipper === null && clip.approvedAt);
    const recent = own.filter((clip) => clip.countedAt.getTime() >= monthStart);
    expect(sum(recent.map((clip) => worth(clip.views, clip.listing)))).toBe(101_700_000);
    expect(own).toHaveLength(20);
    expect(
      clipsOf(now).every(
        (clip) => clip.submittedAt <= now && clip.countedAt <= now && (clip.approvedAt ?? now) <= now,
      ),
    ).toBe(true);
  }
});

it('keeps its steps in order and never in the future', () => {
  for (const now of moments) {
    const times = planDemo(now).map((step) => step.at.getTime());
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times.at(-1)).toBe(now.getTime());
  }
});

it('leaves the returned payout to the withdrawal, even when the weekly run was this morning', () => {
  const monday = Date.UTC(2026, 10, 23);
  for (let minute = 0; minute < 24 * 60; minute += 10) {
    const steps = planDemo(new Date(monday + minute * MINUTE));
    const withdrawn = steps.findIndex((step) => step.do === 'withdraw');
    const change = steps.find((step) => step.do === 'change-address');
    expect(withdrawn).toBeGreaterThan(0);
    const early = steps
      .slice(0, withdrawn)
      .filter((step) => step.do === 'weekly-run' && step.at >= (change as { usableAt: Date }).usableAt);
    expect(early, new Date(monday + minute * MINUTE).toISOString()).toEqual([]);
  }
});

it('splits views into whole parts that add up', () => {
  for (const total of [2_000, 19_580, 175_370, 410_813]) {
    const parts = splitViews(total);
    expect(sum(parts)).toBe(total);
    expect(Math.min(...parts)).toBeGreaterThanOrEqual(2_000);
  }
});

it('gives no two clips of a listing the same caption, which would mark one as a copy', () => {
  for (const now of moments) {
    const named = clipsOf(now).map(({ listing, caption }) => `${listing} ${caption}`);
    expect(named).toEqual([...new Set(named)]);
  }
});
