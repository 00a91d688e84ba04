import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReleasedFigures } from '#contract/clips/clip-analytics.ts';
import { replaySide } from '#server/testing/platform-sides.ts';
import {
  accessOf,
  type SimulatedPlatforms,
  startSimulatedPlatforms,
  unwrap,
} from '#server/testing/simulated-platforms.ts';
import type { ProblemKind, ReleasedStretch } from './adapter.ts';

const postedAt = new Date('2026-11-15T17:00:00Z');
const figuresOf = ({ fromAt: _from, toAt: _to, ...figures }: ReleasedStretch): ReleasedFigures => figures;

describe('YouTube analytics as documented', () => {
  let side: Awaited<ReturnType<typeof replaySide>>;
  beforeAll(async () => {
    side = await replaySide();
  });
  afterAll(() => side.stop());

  async function read(file: string, since: Date | null = null) {
    const { adapter, access, posts } = await side.arrange('youtube', file);
    return await adapter.readAnalytics!(access, { ...posts[0], postedAt, since, known: null });
  }

  test('reads one stretch per day from the post on, each with audience as far as the platform knows', async () => {
    const stretches = unwrap(await read('analytics'));
    expect(
      stretches.map(({ fromAt, toAt, views }) => [fromAt.toISOString(), toAt.toISOString(), views]),
    ).toEqual([
      ['2026-11-15T17:00:00.000Z', '2026-11-16T08:00:00.000Z', 4_000],
      ['2026-11-16T08:00:00.000Z', '2026-11-17T08:00:00.000Z', 1_000],
      ['2026-11-18T08:00:00.000Z', '2026-11-19T08:00:00.000Z', 200],
    ]);
    expect(stretches[0]).toMatchObject({
      engagedViews: 2_600,
      watchSeconds: 90_000,
      averagePercentage: 66.2,
      reach: null,
      subscribedShare: 0.25,
      trafficSources: { recommended: 0.75, external: 0.15, direct: 0.05, other: 0.05 },
      devices: { mobile: 0.9, desktop: 0.075, unknown: 0.025 },
      countries: { US: 0.75, GB: 0.25 },
    });
  });

  test('the stretches end where the report that is furthest behind ends', async () => {
    const stretches = unwrap(await read('analytics-behind'));
    expect(stretches.at(-1)!.toAt.toISOString()).toBe('2026-11-17T08:00:00.000Z');
  });

  test('figures that YouTube does not divide are unknown, never zero', async () => {
    const [stretch] = unwrap(await read('analytics-no-division'));
    expect(stretch).toMatchObject({
      views: 40,
      trafficSources: null,
      devices: null,
      countries: null,
      subscribedShare: null,
    });
  });

  test('days without data yet return no figures', async () => {
    expect(unwrap(await read('analytics-empty', new Date('2026-11-19T08:00:00Z')))).toEqual([]);
  });

  test.each<[string, ProblemKind]>([
    ['analytics-scope-gone', 'denied'],
    ['analytics-not-enabled', 'misconfigured'],
    ['analytics-forbidden', 'gone'],
    ['quota', 'quota'],
    ['token-dead', 'token_dead'],
    ['server-error', 'transient'],
    ['cut-json', 'transient'],
    ['wrong-shape', 'transient'],
  ])('%s is a problem of kind %s', async (file, kind) => {
    expect(await read(file)).toMatchObject({ ok: false, problem: { kind } });
  });
});

describe('Meta insights as documented', () => {
  let side: Awaited<ReturnType<typeof replaySide>>;
  beforeAll(async () => {
    side = await replaySide();
  });
  afterAll(() => side.stop());

  async function read(file: string, since: Date | null = null, known: ReleasedFigures | null = null) {
    const { adapter, access, posts } = await side.arrange('instagram', file);
    return await adapter.readAnalytics!(access, { ...posts[0], postedAt, since, known });
  }

  test('insights are sums over a reel’s life, and a stretch is their growth since the last reading', async () => {
    const [first] = unwrap(await read('analytics'));
    expect(first).toMatchObject({
      fromAt: postedAt,
      views: 15_000,
      reach: 11_000,
      watchSeconds: 120_000.5,
      averagePercentage: null,
      trafficSources: null,
    });
    const since = new Date('2026-11-18T17:00:00Z');
    const before = { ...figuresOf(first!), views: 14_000, reach: 10_400, watchSeconds: 110_000 };
    const [next] = unwrap(await read('analytics', since, before));
    expect(next).toMatchObject({ fromAt: since, views: 1_000, reach: 600, watchSeconds: 10_000.5 });
    expect(unwrap(await read('analytics', since, { ...before, views: 15_000 }))).toEqual([]);
  });

  test('returns no figures for too few viewers or before data is known', async () => {
    expect(unwrap(await read('too-few-viewers'))).toEqual([]);
    expect(unwrap(await read('no-counts'))).toEqual([]);
  });

  test.each<[string, ProblemKind]>([
    ['analytics-scope-gone', 'denied'],
    ['deleted', 'gone'],
    ['quota', 'quota'],
    ['token-dead', 'token_dead'],
    ['server-error', 'transient'],
    ['cut-json', 'transient'],
    ['wrong-shape', 'transient'],
  ])('%s is a problem of kind %s', async (file, kind) => {
    expect(await read(file)).toMatchObject({ ok: false, problem: { kind } });
  });
});

describe('analytics of the YouTube simulator', () => {
  let simulated: SimulatedPlatforms;
  beforeAll(async () => {
    simulated = await startSimulatedPlatforms({ limits: { youtubeUnitsPerDay: 200 } });
  });
  afterAll(() => simulated.simulator.stop());
  const curve = [{ hours: 100, views: 20_000, likes: 700, comments: 20, shares: 30 }];
  const adapter = () => simulated.adapters.posts('youtube')!;
  const read = (access: Awaited<ReturnType<typeof accessOf>>, post: { id: string; postedAt: Date }) =>
    adapter().readAnalytics!(access, { postId: post.id, postedAt: post.postedAt, since: null, known: null });

  test('simulated figures add up to the public counter of the covered days, and are days late', async () => {
    const { simulator, adapters, clock } = simulated;
    const post = await simulator.createPost({
      platform: 'youtube',
      handle: 'ada',
      curve,
      durationSeconds: 30,
    });
    clock.advanceHours(30);
    const early = await accessOf(adapters, 'youtube', 'ada', true);
    expect(unwrap(await read(early, post))).toEqual([]);
    clock.advanceHours(24 * 6);
    const again = await accessOf(adapters, 'youtube', 'ada', true);
    const stretches = unwrap(await read(again, post));
    const late = clock.now().getTime() - stretches.at(-1)!.toAt.getTime();
    expect(late).toBeGreaterThanOrEqual(48 * 3_600_000);
    const views = stretches.reduce((sum, stretch) => sum + stretch.views, 0);
    expect(views / 20_000).toBeGreaterThan(0.9);
    for (const { trafficSources, countries, devices } of stretches) {
      for (const shares of [trafficSources, countries, devices]) {
        const whole = Object.values(shares ?? {}).reduce((sum, part) => sum + part, 0);
        expect(whole).toBeCloseTo(1, 6);
      }
    }
    expect(
      unwrap(
        await adapter().readAnalytics!(again, {
          postId: post.id,
          postedAt: post.postedAt,
          since: stretches.at(-1)!.toAt,
          known: null,
        }),
      ),
    ).toEqual([]);
  });

  test('refuses without the permission, for other people’s videos, with a dead token and beyond the quota', async () => {
    const { simulator, adapters, clock } = simulated;
    const post = await simulator.createPost({ platform: 'youtube', handle: 'eve', curve });
    clock.advanceHours(24 * 5);
    expect(await read(await accessOf(adapters, 'youtube', 'eve'), post)).toMatchObject({
      problem: { kind: 'denied' },
    });
    expect(await read(await accessOf(adapters, 'youtube', 'bob', true), post)).toMatchObject({
      problem: { kind: 'gone' },
    });
    const access = await accessOf(adapters, 'youtube', 'eve', true);
    let last = await read(access, post);
    for (let i = 0; last.ok && i < 60; i++) last = await read(access, post);
    expect(last).toMatchObject({ problem: { kind: 'quota', quotaOf: 'platform' } });
    await simulator.disconnect('youtube', access.externalId);
    expect(await read(access, post)).toMatchObject({ problem: { kind: 'token_dead' } });
  });
});
