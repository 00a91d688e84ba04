import { describe, expect, test } from 'vitest';
import { audience, clip, schedule } from '#server/testing/clip-histories.ts';
import type { ClipHistory } from './history.ts';
import { scoreClip } from './score.ts';

const hours = schedule(240);
const organic = audience(4_000);
const during = (from: number, length: number) => (at: number) =>
  Math.min(1, Math.max(0, (at - from) / length));
const ids = (history: ClipHistory) => scoreClip(history).contributions.map(({ signal }) => signal);
const sentence = (history: ClipHistory, id: string) =>
  scoreClip(history).contributions.find(({ signal }) => signal === id)?.sentence;

/** Replaces each like count by a draw around its expected value, as likes of real people vary. */
function byChance(history: ClipHistory): ClipHistory {
  let state = 20_251;
  const unit = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  let likes = 0;
  let before = 0;
  const snapshots = history.snapshots.map((snapshot) => {
    const mean = snapshot.likes! - before;
    before = snapshot.likes!;
    likes += Math.max(0, Math.round(mean + Math.sqrt(mean) * (unit() + unit() + unit() + unit() - 2) * 1.73));
    return { ...snapshot, likes };
  });
  return { ...history, snapshots };
}

describe('a delivery with likes at an honest rate', () => {
  const step = during(100, 6);
  const views = (at: number) => organic(at) + 10_000 * step(at);
  const bought = byChance(clip(hours, views, (at) => views(at) * 0.05));

  test('is held when its wave has no afterglow, also when readings are six hours apart', () => {
    expect(scoreClip(bought).band).toBe('hold');
    expect(sentence(bought, 'missing_decay')).toMatch(
      /^[\d,]+ of [\d,]+ views arrived within \d+ hours, between hour \d+ and hour 10\d after posting, and [\d,]+ in the \d+ hours after\.$/,
    );
  });

  test('is not held when the same wave has an afterglow', () => {
    const wave = audience(10_000, 100);
    const shared = (at: number) => organic(at) + wave(at);
    expect(ids(byChance(clip(hours, shared, (at) => shared(at) * 0.05)))).not.toContain('missing_decay');
  });

  test('is named when nobody comments or shares, and not when they do at the usual rate', () => {
    const talked = (share: (at: number) => number): ClipHistory => ({
      ...bought,
      snapshots: bought.snapshots.map((snapshot, i) => ({
        ...snapshot,
        comments: Math.round(share(hours[i]!) * 0.002),
        shares: Math.round(share(hours[i]!) * 0.006),
      })),
    });
    expect(sentence(talked(organic), 'silent_views')).toMatch(/, with \d+ comments and shares\. The other/);
    expect(ids(talked(views))).not.toContain('silent_views');
  });
});

test('names a burst of likes far above the rest of the clip, with the likes of both parts', () => {
  const burst = during(50, 6);
  const views = (at: number) => organic(at) + 500 * burst(at);
  const liked = clip(hours, views, (at) => organic(at) * 0.04 + 300 * burst(at));
  expect(sentence(liked, 'like_burst')).toMatch(
    / likes arrived within \d+ hours, .* on [\d,]+ views\. The other [\d,]+ views have [\d,]+\.$/,
  );
});

describe('a stream of views that starts at full speed and keeps its pace', () => {
  const drip = during(30, 90);
  const views = (at: number) => organic(at) + 20_000 * drip(at);
  const steady = clip(hours, views, (at) => views(at) * 0.05);

  test('is held while it still runs', () => {
    const running = { ...steady, snapshots: steady.snapshots.filter((_, i) => hours[i]! < 66) };
    expect(ids(running)).toEqual(expect.arrayContaining(['linear_delivery', 'instant_plateau']));
    expect(scoreClip(running).band).toBe('hold');
  });

  test('is more suspicious with regular likes, not with random ones; regular likes alone are not suspicious', () => {
    expect(sentence(steady, 'regular_likes')).toMatch(
      /^[\d,]+ likes arrived almost as if by a timer, .* in the quarters of that time\.$/,
    );
    expect(ids(byChance(steady))).not.toContain('regular_likes');
    expect(ids(clip(hours, audience(40_000), (at) => audience(40_000)(at) * 0.05))).not.toContain(
      'regular_likes',
    );
  });
});

describe('a stream of views without a night', () => {
  const until = (end: number) => (at: number) => 1 - Math.exp(-Math.max(0, Math.min(end, at) - 80) / 150);
  const fading = (at: number) => organic(at) + 20_000 * until(400)(at);

  test('is named although it fades and readings are six hours apart', () => {
    const bought = byChance(clip(hours, fading, (at) => fading(at) * 0.05));
    expect(sentence(bought, 'no_daily_cycle')).toMatch(
      /^[\d,]+ of [\d,]+ views arrived within \d+ days, between day \d and day \d+ after posting, as many by night as by day: ([\d,]+, ){2}[\d,]+ and [\d,]+ in the four quarters of a day\.$/,
    );
  });

  test('is not found in an audience that sleeps', () => {
    const large = audience(400_000);
    expect(ids(byChance(clip(hours, large, (at) => large(at) * 0.05)))).not.toContain('no_daily_cycle');
  });
});

describe('a post that was unavailable for a time', () => {
  const gone = (from: number, to: number) => {
    const clock = (at: number) => (at < from ? at : Math.max(from, at - (to - from)));
    const views = (at: number) => audience(30_000)(clock(at));
    return byChance(
      clip(
        hours.filter((at) => at < from || at >= to),
        views,
        (at) => views(at) * 0.05,
      ),
    );
  };

  test('is held for bursts with no views between them if the pauses were read', () => {
    const bursts = (at: number) => 2_000 * (during(10, 5)(at) + during(40, 6)(at) + during(65, 5)(at));
    const bought = clip(
      hours.filter((at) => at < 90),
      bursts,
      (at) => bursts(at) * 0.02,
    );
    expect(scoreClip(bought).band).toBe('hold');
  });

  test.each([
    [5, 9],
    [8, 60],
    [12, 70],
    [20, 60],
    [80, 140],
  ])('is not held for being unavailable from hour %i to hour %i', (from, to) => {
    expect(scoreClip(gone(from, to)).band).not.toBe('hold');
  });
});
