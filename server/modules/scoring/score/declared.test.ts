import { describe, expect, test } from 'vitest';
import { audience, clip, schedule } from '#server/testing/clip-histories.ts';
import type { ClipHistory, Declared } from './history.ts';
import { scoreClip } from './score.ts';

const hours = schedule(240);
const organic = audience(4_000);
const posted = Date.parse('2026-09-01T12:00:00Z');
const moment = (atHours: number) => new Date(posted + atHours * 3_600_000);
const AT = 50;

const share = (more: { at?: number; lag?: number; by?: Declared['by'] } = {}): Declared => {
  const { at = AT, lag = 1, by = 'clipper' } = more;
  return { kind: 'raid', by, at: moment(at), declaredAt: moment(at + lag) };
};

/** A crowd that arrives within minutes of hour 50 and is gone hours later. */
const crowd = (at: number) => 20_000 * (1 - 1 / (1 + Math.max(0, at - AT) * 2.5) ** 2.5);
/** A package of the same size, delivered evenly in six hours. */
const package_ = (at: number) => 20_000 * Math.min(1, Math.max(0, (at - AT) / 6));

function sharedClip(added: (at: number) => number, likes: number, talk: number): ClipHistory {
  const views = (at: number) => organic(at) + added(at);
  const liked = (at: number) => organic(at) * 0.05 + added(at) * 0.05 * likes;
  const history = clip(hours, views, liked);
  const snapshots = history.snapshots.map((snapshot, i) => ({
    ...snapshot,
    comments: Math.round((organic(hours[i]!) + added(hours[i]!) * likes * talk) * 0.002),
  }));
  return { ...history, snapshots };
}
const scoreOf = (history: ClipHistory, ...declared: Declared[]) => scoreClip({ ...history, declared });
const sentenceOf = (history: ClipHistory, ...declared: Declared[]) =>
  scoreOf(history, ...declared).contributions.find(({ signal }) => signal === 'declared')?.sentence;

describe('a crowd that likes and comments as the rest of the clip does', () => {
  const raid = sharedClip(crowd, 0.8, 1);

  test('is held, and no longer once its clipper declares the share', () => {
    expect(scoreOf(raid).band).toBe('hold');
    expect(scoreOf(raid, share()).band).toBe('clean');
    expect(sentenceOf(raid, share())).toBe(
      `The clipper declared a raid or mention in a stream 50 hours after the post. 20,140 views followed within 12 hours, and people reacted as after a real share, so the sudden growth counts less. Without it the score would be ${scoreOf(raid).score}.`,
    );
  });

  test('is explained less by a declaration days later, and more by the host’s than by the clipper’s', () => {
    const [late, prompt] = [scoreOf(raid, share({ lag: 60 })).score, scoreOf(raid, share()).score];
    const host = scoreOf(raid, share({ by: 'host' })).score;
    expect(late).toBeGreaterThan(prompt);
    expect(host).toBeLessThan(prompt);
    expect(scoreOf(raid, share({ lag: 60 })).band).toBe('needs_review');
  });

  test.each([-20, 10, 60, 100])('is not explained by a share at hour %d', (at) => {
    expect(scoreOf(raid, share({ at })).score).toBe(scoreOf(raid).score);
  });
});

test.each([
  ['a package without likes', sharedClip(package_, 0.05, 1)],
  ['a package with likes that is delivered evenly', sharedClip(package_, 0.9, 1)],
  ['a burst without likes', sharedClip(crowd, 0.05, 1)],
  ['a burst with likes and without comments', sharedClip(crowd, 0.9, 0)],
])('%s is held whatever is declared', (_what, bought) => {
  const [without, declared] = [scoreOf(bought), scoreOf(bought, share({ by: 'host' }), share())];
  expect(without.band).toBe('hold');
  expect(declared.band).toBe('hold');
  expect(declared.score).toBeGreaterThanOrEqual(without.score - 2);
  expect(sentenceOf(bought, share())).toContain('so the share explains little.');
});

describe('a clip whose comments are closed', () => {
  const closed = (lag = 0): Declared => ({
    kind: 'comments_closed',
    by: 'clipper',
    at: moment(lag),
    declaredAt: moment(lag),
  });
  const many = audience(40_000);
  const liked = clip(hours, many, (at) => many(at) * 0.05);
  const silent: ClipHistory = {
    ...liked,
    snapshots: liked.snapshots.map((snapshot) => ({
      ...snapshot,
      comments: 0,
    })),
  };

  test('is suspected less for missing comments once its clipper declares it', () => {
    const [before, after] = [scoreOf(silent).score, scoreOf(silent, closed()).score];
    expect(before).toBeGreaterThan(20);
    expect(after).toBeLessThan(before);
    expect(after).toBeGreaterThan(0);
  });

  test('is suspected as before if comments were written since, or if they were closed days after the post', () => {
    expect(scoreOf(silent, closed(30)).score).toBe(scoreOf(silent).score);
    const few = {
      ...silent,
      snapshots: silent.snapshots.map((one, i) => ({ ...one, comments: i > 40 ? 1 : 0 })),
    };
    expect(scoreOf(few, closed()).score).toBe(scoreOf(few).score);
    expect(sentenceOf(few, closed())).toBe('The clipper declared closed comments; people commented since.');
  });

  test('is not suspected if the platform reports no comments at all', () => {
    const unknown = { ...silent, snapshots: silent.snapshots.map((one) => ({ ...one, comments: null })) };
    const ids = scoreOf(unknown).contributions.map(({ signal }) => signal);
    expect(ids).not.toContain('likes_without_comments');
  });
});
