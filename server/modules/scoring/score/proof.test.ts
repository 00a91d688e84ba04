import { describe, expect, test } from 'vitest';
import { clip, schedule, audience as viewsOf } from '#server/testing/clip-histories.ts';
import { scoreClip } from './score.ts';

const HOURS = 240;
const organic = viewsOf(60_000);
const history = {
  ...clip(schedule(HOURS), organic, (at) => organic(at) * 0.05),
  platform: 'instagram' as const,
};
const all = Math.round(organic(HOURS));

/** Daily figures of a platform that reports only reach and watch time. */
function proofOf(accountsPerView: (day: number) => number, secondsPerView: number, days = HOURS / 24) {
  const periods = Array.from({ length: days }, (_, day) => {
    const [fromHours, toHours] = [day * 24, (day + 1) * 24];
    const views = Math.round(organic(toHours) - organic(fromHours));
    const reach = Math.round(views * accountsPerView(day));
    return { fromHours, toHours, views, reach, watchSeconds: views * secondsPerView };
  });
  const { provenViews, shownViews, band } = scoreClip({ ...history, analytics: { periods } });
  expect(band).toBe('clean');
  return { provenViews, shownViews };
}
const nothing = { provenViews: 0, shownViews: 0 };

describe('reach and watch time alone', () => {
  test('prove a third of the views, if each account watched at most twice and a view lasts three seconds', () => {
    const { provenViews, shownViews } = proofOf(() => 0.75, 9);
    expect(shownViews).toBeGreaterThan(all * 0.98);
    expect(shownViews).toBeLessThanOrEqual(all);
    expect(provenViews).toBe(Math.floor(shownViews / 3));
  });

  test('prove nothing, if few accounts watched often, or views were only started', () => {
    expect(proofOf(() => 0.45, 9)).toEqual(nothing);
    expect(proofOf(() => 0.75, 2)).toEqual(nothing);
  });

  test('are judged over the whole life of the clip, because reach counts an account once', () => {
    expect(proofOf((day) => (day < 3 ? 0.9 : 0.3), 9).provenViews).toBeGreaterThan(0);
  });

  test('prove at most a third of the views that they contain', () => {
    const { provenViews } = proofOf(() => 0.75, 9, 2);
    expect(provenViews).toBeLessThanOrEqual((organic(48) * 1.08) / 3);
    expect(provenViews).toBeGreaterThan((organic(48) * 0.9) / 3);
  });
});
