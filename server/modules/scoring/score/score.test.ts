import { describe, expect, test } from 'vitest';
import { audience, clip, schedule } from '#server/testing/clip-histories.ts';
import type { ClipHistory } from './history.ts';
import { scoreClip } from './score.ts';

const month = schedule(240);
const organic = audience(40_000);
const ids = (history: ClipHistory) => scoreClip(history).contributions.map(({ signal }) => signal);

describe('an honest clip', () => {
  test('is clean when it grows with day, night and noise', () => {
    const score = scoreClip(clip(month, organic, (at) => organic(at) * 0.05));
    expect(score).toMatchObject({ band: 'clean', contestedRange: null });
    expect(score.score).toBeLessThan(30);
  });

  test('is clean with a late viral wave that brings likes', () => {
    const wave = audience(200_000, 100);
    const views = (at: number) => organic(at) + wave(at);
    expect(scoreClip(clip(month, views, (at) => views(at) * 0.045)).band).toBe('clean');
  });

  test('has no spike when a jump is seen over a long gap', () => {
    const wave = audience(100_000, 90);
    const views = (at: number) => organic(at) + wave(at);
    const gappy = month.filter((at) => at < 80 || at > 130);
    const score = scoreClip(clip(gappy, views, (at) => views(at) * 0.05));
    expect(score.contributions.map(({ signal }) => signal)).not.toContain('view_spike');
    expect(score.band).toBe('clean');
  });

  test('has no step when its counter stops and catches up', () => {
    const shown = (at: number) => organic(at > 20 && at < 30 ? 20 : at);
    expect(scoreClip(clip(month, shown, (at) => organic(at) * 0.05)).band).toBe('clean');
  });

  test('has neither removed views nor a step when one reading slips to 0', () => {
    const history = clip(
      month,
      (at) => (at === 48 ? 0 : organic(at)),
      (at) => organic(at) * 0.05,
    );
    expect(scoreClip(history).band).toBe('clean');
  });
});

describe('a clip with bought growth', () => {
  const bought = (at: number) => 20_000 * Math.min(1, Math.max(0, (at - 50) / 4));
  const step = clip(
    month,
    (at) => organic(at) + bought(at),
    (at) => organic(at) * 0.05,
  );

  test('is held for a package without likes, contesting only its range', () => {
    const score = scoreClip(step);
    expect(score.band).toBe('hold');
    expect(ids(step)).toContain('unliked_burst');
    expect(score.contestedRange!.fromViews).toBeGreaterThan(organic(50) * 0.97);
    expect(score.contestedRange!.toViews).toBeLessThan((organic(54) + 20_000) * 1.03);
    expect(score.contestedRange!.toViews - score.contestedRange!.fromViews).toBeGreaterThan(19_000);
  });

  test('has a sentence that names the views, the hours and the likes of both parts', () => {
    const sentence = scoreClip(step).contributions.find(({ signal }) => signal === 'unliked_burst')?.sentence;
    expect(sentence).toMatch(
      /^[\d,]+ of [\d,]+ views arrived within \d hours, between hour 50 and hour 5\d after posting, with [\d,]+ likes\. The other [\d,]+ have [\d,]+\.$/,
    );
  });

  test('states the range of its snapshots in hours since the post', () => {
    const { snapshotRange } = scoreClip(step).contributions.find(({ signal }) => signal === 'unliked_burst')!;
    expect(snapshotRange).toEqual({ from: 50, to: expect.closeTo(54, 0) });
  });

  test('is not clean with a constant stream through day and night', () => {
    const drip = (at: number) => 2_000 + 150 * at;
    const score = scoreClip(clip(month, drip, (at) => drip(at) * 0.05));
    expect(score.band).not.toBe('clean');
    expect(score.contributions[0]).toMatchObject({ signal: 'linear_delivery' });
  });

  test('states the share of likes and the usual share when views have no likes', () => {
    const score = scoreClip(clip(month, organic, (at) => organic(at) * 0.0008));
    expect(score.band).toBe('hold');
    const latest = Math.round(organic(month.at(-1)!)).toLocaleString('en-US');
    const likes = Math.round(organic(month.at(-1)!) * 0.0008).toLocaleString('en-US');
    expect(score.contributions.map(({ sentence }) => sentence)).toContain(
      `${likes} likes on ${latest} views (0.08%). Most TikTok clips that we compare with have 1.1% to 9.8%.`,
    );
  });

  test('is held when the platform removes views', () => {
    const views = (at: number) => organic(at) + bought(at) - (at > 150 ? 18_000 : 0);
    expect(ids(clip(month, views, (at) => views(at) * 0.05))).toContain('views_removed');
  });

  test('is not clean with far more likes than a real audience gives', () => {
    const score = scoreClip(clip(month, organic, (at) => organic(at) * 0.45));
    expect(score.band).toBe('hold');
    expect(score.contributions.map(({ signal }) => signal)).toEqual(
      expect.arrayContaining(['bundled_engagement', 'high_engagement_rate']),
    );
  });
});

describe('a clip with unknown figures', () => {
  test.each([
    ['5 readings', [6, 12, 24, 48, 60]],
    ['23 hours', [1, 2, 3, 4, 8, 16, 24]],
  ])('has not enough data with %s', (_, hours) => {
    const score = scoreClip(clip(hours, organic, (at) => organic(at) * 0.05));
    expect(score.band).toBe('not_enough_data');
    expect(score.summary).toMatch(/^Not enough data yet: \d+ of \d+ (readings|hours)\.$/);
  });

  test('has not enough data with 999 views', () => {
    const few = (at: number) => Math.min(999, at * 20);
    expect(scoreClip(clip(month, few, (at) => few(at) * 0.05)).band).toBe('not_enough_data');
  });

  test('has no growth signal before there is enough data', () => {
    const early = clip(
      [1, 2, 3, 4, 5],
      (at) => (at < 4 ? 1_000 : 20_000),
      () => 60,
    );
    for (const id of ids(early))
      expect([
        'view_spike',
        'unliked_burst',
        'linear_delivery',
        'abrupt_stop',
        'like_rate_drop',
      ]).not.toContain(id);
  });

  test('is held for a plain fault even with too little data', () => {
    const early = {
      ...clip([1, 2, 3], organic, (at) => organic(at) * 0.05),
      listingStartsAt: '2026-09-03T12:00:00Z',
    };
    expect(scoreClip(early).band).toBe('hold');
  });

  test('is not suspected of few likes when likes are hidden, and says that none are known', () => {
    const score = scoreClip(clip(month, organic, () => null));
    expect(score.band).toBe('clean');
    expect(score.contributions).toEqual([
      expect.objectContaining({
        signal: 'low_like_rate',
        points: 0,
        sentence: expect.stringContaining('No likes are known'),
      }),
    ]);
  });

  test('has no data without any reading', () => {
    expect(scoreClip(clip([], organic, () => null))).toMatchObject({
      score: 0,
      band: 'not_enough_data',
      contributions: [],
    });
  });
});

describe('facts about a post', () => {
  const honest = clip(month, organic, (at) => organic(at) * 0.05);

  test('hold a post that is older than the listing', () => {
    const score = scoreClip({ ...honest, listingStartsAt: '2026-09-02T12:00:00Z' });
    expect(score.band).toBe('hold');
    expect(score.contributions[0]?.sentence).toBe('The post was made 24 hours before the listing started.');
  });

  test('ignore ninety seconds of rounding in a post id', () => {
    expect(scoreClip({ ...honest, listingStartsAt: '2026-09-01T12:01:30Z' }).score).toBe(0);
  });

  test('count twice the views reported as a weak sign, and half of them as none', () => {
    expect(ids({ ...honest, reportedViews: 80_000 })).toEqual(['overreported_views']);
    expect(ids({ ...honest, reportedViews: 10_000 })).toEqual([]);
  });

  test('hold the same post twice, and ask a person about the same video by another clipper', () => {
    const with_ = (kind: 'same_post' | 'same_video') =>
      scoreClip({ ...honest, duplicateOf: [{ kind, sameClipper: false, similarity: 1 }] }).band;
    expect(with_('same_post')).toBe('hold');
    expect(with_('same_video')).toBe('needs_review');
  });

  test('are the same for readings by date and by hours', () => {
    const posted = new Date(honest.postedAt).getTime();
    const dated = honest.snapshots.map(({ views, likes, comments, shares }, i) => ({
      fetchedAt: new Date(posted + month[i]! * 3_600_000),
      ...{ views, likes, comments, shares },
    }));
    expect(scoreClip({ ...honest, snapshots: dated })).toEqual(scoreClip(honest));
  });
});
