import { afterEach, beforeEach, expect, test } from 'vitest';
import { postPlatforms } from '#contract/platforms/platforms.ts';
import { parsePostUrl, postLinks } from '#contract/platforms/post-url.ts';
import {
  accessOf,
  type SimulatedPlatforms,
  startSimulatedPlatforms,
  unwrap,
} from '#server/testing/simulated-platforms.ts';
import { isPosterUrl } from './fetch-poster.ts';
import { resolveLink } from './resolve-link.ts';

let simulated: SimulatedPlatforms;
beforeEach(async () => {
  simulated = await startSimulatedPlatforms({ limits: { youtubeUnitsPerDay: 60 } });
});
afterEach(() => simulated.simulator.stop());

const curve = [{ hours: 24, views: 15_000, likes: 700, comments: 20, shares: 33 }];

test.each(postPlatforms)(
  'finds a post on %s under its owner, with caption, time and counts',
  async (platform) => {
    const { simulator, adapters, clock } = simulated;
    const made = await simulator.createPost({
      platform,
      handle: 'ada',
      curve,
      caption: 'The run #ad #hollow',
      durationSeconds: 34,
    });
    clock.advanceHours(24);
    const link = parsePostUrl(made.url);
    if (!link.ok) throw new Error('the simulator made an address that is not recognised');
    expect(link).toMatchObject({ platform, id: made.id });
    const access = await accessOf(adapters, platform, 'ada');
    const found = unwrap(await adapters.posts(platform)!.findPost(access, { postId: link.id }));
    expect(found.caption).toBe('The run #ad #hollow');
    expect(Math.abs(found.postedAt.getTime() - made.postedAt.getTime())).toBeLessThan(1000);
    expect(found.durationSeconds).toBe(platform === 'instagram' ? null : 34);
    expect(found.posterUrl).toBe(made.posterUrl);
    expect(isPosterUrl(made.posterUrl, platform, simulator.urls.posters)).toBe(true);
    expect(found.reading).toMatchObject({ views: 15_000, likes: 700, comments: 20 });
    expect(found.reading!.shares).toBe(platform === 'youtube' ? null : 33);
    expect(found.reading!.countingRule).toMatch(/^[a-z]+\.[a-zA-Z_.]+@\d{4}-\d{2}$/);
  },
);

test.each(postPlatforms)("another person's post on %s is refused as not the asker's", async (platform) => {
  const { simulator, adapters } = simulated;
  const made = await simulator.createPost({ platform, handle: 'other' });
  const access = await accessOf(adapters, platform, 'ada');
  const asked = { postId: made.id, handleInLink: 'other' };
  expect(await adapters.posts(platform)!.findPost(access, asked)).toMatchObject({
    problem: { kind: 'not_owner' },
  });
});

test.each(postPlatforms)('the account’s own deleted post on %s is gone', async (platform) => {
  const { simulator, adapters } = simulated;
  const made = await simulator.createPost({ platform, handle: 'ada' });
  await simulator.setPostState(platform, made.id, { visibility: 'deleted' });
  const access = await accessOf(adapters, platform, 'ada');
  const asked = { postId: made.id, handleInLink: 'Ada' };
  expect(await adapters.posts(platform)!.findPost(access, asked)).toMatchObject({
    problem: { kind: 'gone' },
  });
});

test.each(postPlatforms)('a batch on %s reads existing posts and names missing ones', async (platform) => {
  const { simulator, adapters, clock } = simulated;
  const kept = await simulator.createPost({ platform, handle: 'ada', curve });
  const gone = await simulator.createPost({ platform, handle: 'ada' });
  clock.advanceHours(24);
  const adapter = adapters.posts(platform)!;
  const access = await accessOf(adapters, platform, 'ada');
  const { apiId } = unwrap(await adapter.findPost(access, { postId: kept.id }));
  const { apiId: goneApiId } = unwrap(await adapter.findPost(access, { postId: gone.id }));
  await simulator.setPostState(platform, gone.id, { visibility: 'private' });
  for (const posts of [
    [{ postId: kept.id }, { postId: gone.id }],
    [
      { postId: kept.id, apiId },
      { postId: gone.id, apiId: goneApiId },
    ],
  ]) {
    const { read, unread } = unwrap(await adapter.readMetrics(access, posts));
    expect([...read.keys()]).toEqual([kept.id]);
    expect(read.get(kept.id)!.views).toBe(15_000);
    expect([...unread]).toEqual([[gone.id, 'gone']]);
  }
});

test('an unlisted or private YouTube video is not countable, and stops counting when it becomes so', async () => {
  const { simulator, adapters, clock } = simulated;
  const made = await simulator.createPost({ platform: 'youtube', handle: 'ada', curve });
  clock.advanceHours(24);
  const access = await accessOf(adapters, 'youtube', 'ada');
  const adapter = adapters.posts('youtube')!;
  const found = () => adapter.findPost(access, { postId: made.id });
  const counted = async () => unwrap(await adapter.readMetrics(access, [{ postId: made.id }]));
  expect((await found()).ok).toBe(true);
  for (const visibility of ['unlisted', 'private'] as const) {
    await simulator.setPostState('youtube', made.id, { visibility });
    expect(await found()).toMatchObject({ problem: { kind: 'not_public' } });
    expect([...(await counted()).unread]).toEqual([[made.id, 'gone']]);
  }
  await simulator.setPostState('youtube', made.id, { visibility: 'public' });
  expect((await counted()).read.size).toBe(1);
});

test.each([
  ['youtube', 'live', 'length_unknown'],
  ['tiktok', 'photo', 'length_unknown'],
  ['instagram', 'photo', 'not_video'],
  ['instagram', 'carousel', 'not_video'],
] as const)('a post on %s that is %s is not countable: %s', async (platform, medium, kind) => {
  const { simulator, adapters } = simulated;
  const made = await simulator.createPost({ platform, handle: 'ada', medium });
  const access = await accessOf(adapters, platform, 'ada');
  expect(await adapters.posts(platform)!.findPost(access, { postId: made.id })).toMatchObject({
    problem: { kind },
  });
});

test('a counted video passes as public while the quota has nothing to spare', async () => {
  const { simulator, adapters } = simulated;
  const made = await simulator.createPost({ platform: 'youtube', handle: 'ada', curve });
  const access = await accessOf(adapters, 'youtube', 'ada');
  const adapter = adapters.posts('youtube')!;
  // Connecting the account already used one unit; this test allows 60 of each kind.
  for (let unit = 1; unit < 60; unit += 1) await adapter.findPost(access, { postId: made.id });
  expect(await adapter.findPost(access, { postId: made.id })).toMatchObject({ problem: { kind: 'quota' } });
  expect(unwrap(await adapter.readMetrics(access, [{ postId: made.id }])).read.size).toBe(1);
});

test('hidden likes and closed comments are unknown, not zero', async () => {
  const { simulator, adapters } = simulated;
  for (const platform of ['youtube', 'tiktok'] as const) {
    const made = await simulator.createPost({
      platform,
      handle: 'ada',
      likesHidden: true,
      commentsOff: true,
    });
    const access = await accessOf(adapters, platform, 'ada');
    const { read } = unwrap(await adapters.posts(platform)!.readMetrics(access, [{ postId: made.id }]));
    expect(read.get(made.id)).toMatchObject({ views: 0, likes: null, comments: null });
  }
});

test('counts that have not arrived are no data, neither zero nor gone', async () => {
  const { simulator, adapters, clock } = simulated;
  const made = await simulator.createPost({ platform: 'instagram', handle: 'ada', curve, dataLagHours: 48 });
  clock.advanceHours(24);
  const access = await accessOf(adapters, 'instagram', 'ada');
  const adapter = adapters.posts('instagram')!;
  expect(unwrap(await adapter.findPost(access, { postId: made.id })).reading).toBeNull();
  const { unread } = unwrap(await adapter.readMetrics(access, [{ postId: made.id }]));
  expect([...unread]).toEqual([[made.id, 'no_data']]);
});

test('a spent YouTube quota asks to wait until midnight in California', async () => {
  const { adapters } = simulated;
  const access = await accessOf(adapters, 'youtube', 'ada');
  const adapter = adapters.posts('youtube')!;
  const read = () => adapter.readMetrics(access, [{ postId: 'aaaaaaaaaaa' }]);
  for (let unit = 0; unit < 60; unit += 1) unwrap(await read());
  // 09:30 UTC is 01:30 in California.
  expect(await read()).toMatchObject({ problem: { kind: 'quota', retryAfterSeconds: 22.5 * 3600 } });
});

test.each(postPlatforms)(
  'a %s that is down, slow, throttled or returns garbage delays a count and never changes it',
  async (platform) => {
    const { simulator, adapters } = simulated;
    const made = await simulator.createPost({ platform, handle: 'ada', curve });
    const access = await accessOf(adapters, platform, 'ada');
    const adapter = adapters.posts(platform)!;
    for (const [mode, kind] of [
      ['down', 'transient'],
      ['rate-limited', 'quota'],
      ['garbled', 'transient'],
      ['garbled', 'transient'],
      ['garbled', 'transient'],
    ] as const) {
      await simulator.setFault({ service: platform, mode, minutes: 30 });
      expect(await adapter.readMetrics(access, [{ postId: made.id }])).toMatchObject({ problem: { kind } });
      expect(await adapter.findPost(access, { postId: made.id })).toMatchObject({ problem: { kind } });
      if (mode === 'garbled') {
        expect(await adapter.refresh(access.tokens)).toMatchObject({ problem: { kind } });
      }
    }
    await simulator.setFault({ service: platform, mode: 'ok', minutes: 0 });
    expect((await adapter.readMetrics(access, [{ postId: made.id }])).ok).toBe(true);
  },
);

test('resolves share links to their posts, and dead ones to nothing', async () => {
  const { simulator } = simulated;
  for (const platform of ['tiktok', 'instagram'] as const) {
    const made = await simulator.createPost({ platform, handle: 'ada' });
    const short = parsePostUrl(made.shortUrl!);
    if (short.ok || short.reason !== 'needs_resolve') throw new Error('expected a share link');
    const resolved = unwrap(await resolveLink(short.resolveUrl, simulator.urls.tiktokShort));
    expect(resolved).toMatchObject({ platform, id: made.id });
  }
  const dead = await resolveLink('https://vm.tiktok.com/ZMnothing/', simulator.urls.tiktokShort);
  expect(dead).toMatchObject({ problem: { kind: 'gone' } });
});

test('the time in an id is at or shortly before the time of the post', async () => {
  for (const platform of ['tiktok', 'instagram'] as const) {
    for (let nth = 0; nth < 20; nth += 1) {
      const { id, postedAt } = await simulated.simulator.createPost({ platform, handle: `h${nth}` });
      const early = (postedAt.getTime() - postLinks[platform].idTime(id)!.getTime()) / 1000;
      expect(early).toBeGreaterThanOrEqual(0);
      expect(early).toBeLessThan(postLinks[platform].idTimeEarlySeconds);
    }
  }
  expect(postLinks.youtube.idTime('dQw4w9WgXcQ')).toBeNull();
  expect(postLinks.tiktok.idTime('nonsense')).toBeNull();
  expect(postLinks.instagram.idTime('short')).toBeNull();
});
