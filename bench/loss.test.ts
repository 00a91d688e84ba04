import { expect, test } from 'vitest';
import { MovableClock } from '#server/infra/clock.ts';
import { viewersOf } from './fraud/audiences.ts';
import { emptyGrowth } from './fraud/growth.ts';
import { seededRandom } from './fraud/random.ts';
import type { Occasion } from './loss/kind.ts';
import { kinds } from './loss/kinds.ts';
import { memoryPlatforms } from './loss/platforms.ts';
import { boughtBefore, curveOf, type Post, shownOf } from './loss/post.ts';

const occasion: Occasion = {
  platform: 'tiktok',
  hours: 400,
  windowEndsAt: 200,
  postedAt: new Date('2031-01-01T00:00:00Z'),
  group: 3,
};

function postOf(steps: { views: number; bought: number }[]): Post {
  const growth = emptyGrowth(steps.length);
  for (const [i, { views, bought }] of steps.entries()) {
    growth.views[i] = views;
    growth.bought[i] = bought;
  }
  return { curve: curveOf({ growth }) } as Post;
}

test('a released view counts as bought in proportion to the half hour in which the counter reached it', () => {
  const post = postOf([
    { views: 100, bought: 0 },
    { views: 200, bought: 150 },
    { views: 100, bought: 0 },
  ]);
  expect([0, 100, 200, 300, 400, 900].map((place) => boughtBefore(post, place))).toEqual([
    0, 0, 75, 150, 150, 150,
  ]);
});

test('views that a platform removes do not make later views bought', () => {
  const post = postOf([
    { views: 300, bought: 200 },
    { views: -100, bought: 0 },
    { views: 200, bought: 0 },
  ]);
  expect([boughtBefore(post, 300), boughtBefore(post, 400)]).toEqual([200, 200]);
});

test('a counter that is updated in batches shows nothing between two updates', () => {
  const growth = emptyGrowth(24);
  growth.views.fill(10);
  const played = { growth, batchHours: 6 };
  const shown = shownOf(seededRandom(1), played, curveOf(played));
  expect([shown[10], shown[11], shown[22], shown[23]]).toEqual([0, 120, 120, 240]);
});

test.each(kinds.map((kind) => [`${kind.name} (${kind.set})`, kind] as const))(
  'the same seed draws the same clip: %s',
  (_name, kind) => {
    const draw = () => kind.draw(seededRandom(7), occasion);
    const one = draw();
    expect(draw()).toEqual(one);
    const bought = one.growth.bought.reduce((a, b) => a + b, 0);
    expect(bought > 0).toBe(kind.fraud);
  },
);

test('analytics in memory are late, and divide a day’s views between honest and bought viewers', async () => {
  const clock = new MovableClock({ frozenAt: new Date('2031-01-01T00:00:00Z') });
  const { adapters, add } = memoryPlatforms(clock);
  const growth = emptyGrowth(200);
  growth.views.fill(100);
  growth.bought.fill(100, 48);
  const curve = curveOf({ growth });
  const honest = viewersOf(seededRandom(1), {
    ...{ percentage: 60, engaged: 0.7, viewsPerReach: 1.2, subscribed: 0.1 },
    ...{ sources: { recommended: 1 }, countries: { US: 1 }, devices: { mobile: 1 } },
  });
  add({
    ...{ platform: 'youtube', id: 'v', handle: 'h', caption: '', durationSeconds: 20, curve, seed: 1 },
    ...{ postedAt: clock.now(), shownViews: curve.views, hasLikes: true, absence: null, isDeleted: false },
    ...{ honest, sold: { ...honest, percentage: 5 } },
  });
  const read = async () => {
    const access = { accessToken: '', externalId: '', handle: 'h' };
    const ask = { postId: 'v', postedAt: new Date('2031-01-01T00:00:00Z'), since: null, known: null };
    const answer = await adapters.posts('youtube')!.readAnalytics!(access, ask);
    return answer.ok ? answer.value : [];
  };
  clock.advance(60 * 3_600_000);
  expect(await read()).toEqual([]);
  clock.advance(48 * 3_600_000);
  const [first, second] = await read();
  expect(first!.averagePercentage).toBeGreaterThan(30);
  expect(second!.averagePercentage).toBeLessThan(10);
});

test('analytics of Instagram in memory are one stretch up to now, with each view once', async () => {
  const clock = new MovableClock({ frozenAt: new Date('2031-01-01T00:00:00Z') });
  const { adapters, add } = memoryPlatforms(clock);
  const growth = emptyGrowth(200);
  growth.views.fill(100);
  const curve = curveOf({ growth });
  const honest = viewersOf(seededRandom(1), {
    ...{ percentage: 60, engaged: 0.7, viewsPerReach: 1.2, subscribed: 0.1 },
    ...{ sources: { recommended: 1 }, countries: { US: 1 }, devices: { mobile: 1 } },
  });
  add({
    ...{ platform: 'instagram', id: 'v', handle: 'h', caption: '', durationSeconds: 20, curve, seed: 1 },
    ...{ postedAt: clock.now(), shownViews: curve.views, hasLikes: true, absence: null, isDeleted: false },
    ...{ honest, sold: honest },
  });
  clock.advance(60 * 3_600_000);
  const access = { accessToken: '', externalId: '', handle: 'h' };
  const postedAt = new Date('2031-01-01T00:00:00Z');
  const read = async (since: Date | null) => {
    const ask = { postId: 'v', postedAt, since, known: null };
    const answer = await adapters.posts('instagram')!.readAnalytics!(access, ask);
    return answer.ok ? answer.value : [];
  };
  const first = await read(null);
  expect(first).toMatchObject([{ fromAt: postedAt, toAt: clock.now() }]);
  expect(first[0]!.views).toBeLessThan(12_000 * 1.02);
  expect(await read(clock.now())).toEqual([]);
  clock.advance(30 * 3_600_000);
  expect(await read(first[0]!.toAt)).toMatchObject([{ fromAt: first[0]!.toAt, toAt: clock.now() }]);
});
