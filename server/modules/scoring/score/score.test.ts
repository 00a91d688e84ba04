import { describe, expect, test } from 'vitest';
import { audience, clip, schedule } from '#server/testing/clip-histories.ts';
import type { ClipHistory } from './history.ts';
import { scoreClip } from './score.ts';

const month = schedule(240);
const organic = audience(40_000);
const ids = (history: ClipHistory) => scoreClip(history).contributions.map(({ signal }) => signal);

describe('honest clips are left alone', () => {
  test('growth with day, night and noise is clean', () => {
    const score = scoreClip(clip(month, organic, (at) => organic(at) * 0.05));
    expect(score).toMatchObject({ band: 'clean', contestedRange: null });
    expect(score.score).toBeLessThan(30);
  });

  test('a late viral wave that brings its likes is clean', () => {
    const wave = audience(200_000, 100);
    const views = (at: number) => organic(at) + wave(at);
    expect(scoreClip(clip(month, views, (at) => views(at) * 0.045)).band).toBe('clean');
  });

  test('a jump seen over a long gap is not a spike', () => {
    const wave = audience(100_000, 90);
    const views = (at: number) => organic(at) + wave(at);
    const gappy = month.filter((at) => at < 80 || at > 130);
    const score = scoreClip(clip(gappy, views, (at) => views(at) * 0.05));
    expect(score.contributions.map(({ signal }) => signal)).not.toContain('view_spike');
    expect(score.band).toBe('clean');
  });

  test('a counter that stood still and caught up is not a step', () => {
    const shown = (at: number) => organic(at > 20 && at < 30 ? 20 : at);
    expect(scoreClip(clip(month, shown, (at) => organic(at) * 0.05)).band).toBe('clean');
  });

  test('one reading that slips to 0 is neither a purge nor a step', () => {
    const history = clip(
      month,
      (at) => (at === 48 ? 0 : organic(at)),
      (at) => organic(at) * 0.05,
    );
    expect(scoreClip(history).band).toBe('clean');
  });
});

describe('bought growth is found and named', () => {
  const bought = (at: number) => 20_000 * Math.min(1, Math.max(0, (at - 50) / 4));
  const step = clip(
    month,
    (at) => organic(at) + bought(at),
    (at) => organic(at) * 0.05,
  );

  test('a package without likes is held, and only its range is contested', () => {
    const score = scoreClip(step);
    expect(score.band).toBe('hold');
    expect(ids(step)).toContain('unliked_burst');
    expect(score.contestedRange!.fromViews).toBeGreaterThan(organic(50) * 0.97);
    expect(score.contestedRange!.toViews).toBeLessThan((organic(54) + 20_000) * 1.03);
    expect(score.contestedRange!.toViews - score.contestedRange!.fromViews).toBeGreaterThan(19_000);
  });

  test('its sentence names views, hours and both like rates', () => {
    const sentence = scoreClip(step).contributions.find(({ signal }) => signal === 'unliked_burst')?.sentence;
    expect(sentence).toMatch(
      /^[\d,]+ views came within \d hours, between hour 50 and hour 5\d after posting, with likes on [\d.]+% of them, against [\d.]+% on the rest of this clip\.$/,
    );
  });

  test('the range of snapshots it speaks of is given in hours since the post', () => {
    const { snapshotRange } = scoreClip(step).contributions.find(({ signal }) => signal === 'unliked_burst')!;
    expect(snapshotRange).toEqual({ from: 50, to: expect.closeTo(54, 0) });
  });

  test('an even stream through day and night is not clean', () => {
    const drip = (at: number) => 2_000 + 150 * at;
    const score = scoreClip(clip(month, drip, (at) => drip(at) * 0.05));
    expect(score.band).not.toBe('clean');
    expect(score.contributions[0]).toMatchObject({ signal: 'linear_delivery' });
  });

  test('views without likes say the share and what is usual', () => {
    const score = scoreClip(clip(month, organic, (at) => organic(at) * 0.0008));
    expect(score.band).toBe('hold');
    const latest = Math.round(organic(month.at(-1)!)).toLocaleString('en-US');
    expect(score.contributions.map(({ sentence }) => sentence)).toContain(
      `Likes are 0.08% of ${latest} views; clips on TikTok here usually have 1.1% to 9.8%.`,
    );
  });

  test('views that the platform takes back are held', () => {
    const views = (at: number) => organic(at) + bought(at) - (at > 150 ? 18_000 : 0);
    expect(ids(clip(month, views, (at) => views(at) * 0.05))).toContain('views_removed');
  });

  test('far more likes than a real audience leaves are not clean', () => {
    const score = scoreClip(clip(month, organic, (at) => organic(at) * 0.45));
    expect(score.band).toBe('hold');
    expect(score.contributions.map(({ signal }) => signal)).toEqual(
      expect.arrayContaining(['bundled_engagement', 'high_engagement_rate']),
    );
  });
});

describe('what is not known is said', () => {
  test.each([
    ['5 readings', [6, 12, 24, 48, 60]],
    ['23 hours', [1, 2, 3, 4, 8, 16, 24]],
  ])('%s are not enough data, and never clean', (_, hours) => {
    const score = scoreClip(clip(hours, organic, (at) => organic(at) * 0.05));
    expect(score.band).toBe('not_enough_data');
    expect(score.summary).toMatch(/^Not enough data yet: \d+ of \d+ (readings|hours)\.$/);
  });

  test('999 views are not enough data', () => {
    const few = (at: number) => Math.min(999, at * 20);
    expect(scoreClip(clip(month, few, (at) => few(at) * 0.05)).band).toBe('not_enough_data');
  });

  test('growth signals stay silent before there is enough data', () => {
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

  test('too little data does not excuse what is already plain', () => {
    const early = {
      ...clip([1, 2, 3], organic, (at) => organic(at) * 0.05),
      listingStartsAt: '2026-09-03T12:00:00Z',
    };
    expect(scoreClip(early).band).toBe('hold');
  });

  test('hidden likes are not read as no likes, and the reader is told', () => {
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

  test('a clip without any reading has no data', () => {
    expect(scoreClip(clip([], organic, () => null))).toMatchObject({
      score: 0,
      band: 'not_enough_data',
      contributions: [],
    });
  });
});

describe('facts about the post', () => {
  const honest = clip(month, organic, (at) => organic(at) * 0.05);

  test('a post older than the listing is held', () => {
    const score = scoreClip({ ...honest, listingStartsAt: '2026-09-02T12:00:00Z' });
    expect(score.band).toBe('hold');
    expect(score.contributions[0]?.sentence).toBe('The post was made 24 hours before the listing started.');
  });

  test('ninety seconds of rounding in an id are not held against it', () => {
    expect(scoreClip({ ...honest, listingStartsAt: '2026-09-01T12:01:30Z' }).score).toBe(0);
  });

  test('twice the views reported is a weak sign, half of them none', () => {
    expect(ids({ ...honest, reportedViews: 80_000 })).toEqual(['overreported_views']);
    expect(ids({ ...honest, reportedViews: 10_000 })).toEqual([]);
  });

  test('the same post twice is held, the same video of another clipper goes to a person', () => {
    const with_ = (kind: 'same_post' | 'same_video') =>
      scoreClip({ ...honest, duplicateOf: [{ kind, sameClipper: false, similarity: 1 }] }).band;
    expect(with_('same_post')).toBe('hold');
    expect(with_('same_video')).toBe('needs_review');
  });

  test('readings by date are the same as readings by hours', () => {
    const posted = new Date(honest.postedAt).getTime();
    const dated = honest.snapshots.map(({ views, likes, comments, shares }, i) => ({
      fetchedAt: new Date(posted + month[i]! * 3_600_000),
      ...{ views, likes, comments, shares },
    }));
    expect(scoreClip({ ...honest, snapshots: dated })).toEqual(scoreClip(honest));
  });
});
