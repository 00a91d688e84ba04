import type { PostPlatform } from '#contract/platforms/platforms.ts';
import { MovableClock } from '#server/infra/clock.ts';
import type { Access, PostAdapter, PostRef } from '#server/modules/connections/platforms/adapter.ts';
import { createAdapters, simulatorKeys } from '#server/modules/connections/platforms/adapters.ts';
import { platformEndpoints } from '#server/modules/connections/platforms/services.ts';
import { startReplay } from './platform-replay.ts';
import { accessOf, startSimulatedPlatforms } from './simulated-platforms.ts';

/** The situations in which a platform may be when a post is read. */
export const situations = [
  'success',
  'partial',
  'private',
  'deleted',
  'missing-counters',
  'no-counts',
  'huge',
  'impossible',
  'unknown-fields',
  'quota',
  'token-dead',
  'server-error',
  'cut-json',
  'wrong-shape',
] as const;
export type Situation = (typeof situations)[number];

export interface Arranged {
  adapter: PostAdapter;
  access: Access;
  /** The requested post, and another post of the same account. */
  posts: [PostRef, PostRef];
}

/**
 * A platform behind real HTTP. A test brings it into a situation; the result is null if this platform does
 * not have that situation.
 */
export interface Side {
  arrange(platform: PostPlatform, situation: Situation): Promise<Arranged | null>;
  stop(): Promise<void>;
}

const recorded: Record<PostPlatform, { externalId: string; posts: [PostRef, PostRef] }> = {
  youtube: {
    externalId: 'UCq4fZ0bV2mJ8sT1kL9wX7yA',
    posts: [{ postId: 'hK7rA2mQx9E' }, { postId: 'Zt4bN0wLs8c' }],
  },
  tiktok: {
    externalId: '-000recorded',
    posts: [{ postId: '7574512904281640225' }, { postId: '7574530117225844001' }],
  },
  instagram: {
    externalId: '17841400000000001',
    posts: [
      { postId: 'DRP4kTnEw2x', apiId: '18067422910345817' },
      { postId: 'DRP5aB0kQ7m', apiId: '17958210447761390' },
    ],
  },
};

/** Replays the platforms' recorded replies. */
export async function replaySide(): Promise<
  Side & { unrecorded: string[]; arrange(platform: PostPlatform, file: string): Promise<Arranged> }
> {
  const replay = await startReplay();
  const clock = new MovableClock({ frozenAt: new Date('2026-11-20T09:30:00Z') });
  const bases = {
    youtubeApi: replay.url,
    youtubeAnalyticsApi: replay.url,
    tiktokApi: replay.url,
    tiktokBusinessApi: replay.url,
    instagramGraph: replay.url,
  };
  const adapters = createAdapters(simulatorKeys, platformEndpoints(bases, null), clock);
  return {
    unrecorded: replay.unrecorded,
    stop: replay.stop,
    async arrange(platform, situation) {
      replay.play(platform, situation);
      const { externalId, posts } = recorded[platform];
      const access = { accessToken: 'recorded', externalId, handle: 'ada.cuts' };
      return { adapter: adapters.posts(platform)!, access, posts };
    },
  };
}

const counts = { views: 15_000, likes: 700, comments: 20, shares: 33 };
const hugeCounts = { views: 9_812_345_678, likes: 2_100_000_000, comments: 9_000_000, shares: 5_000_000 };
const countsBy: Partial<Record<Situation, typeof counts>> = {
  huge: hugeCounts,
  impossible: { ...hugeCounts, views: 4_812_345_678_901 },
};
const faults: Partial<Record<Situation, 'rate-limited' | 'down' | 'garbled'>> = {
  quota: 'rate-limited',
  'server-error': 'down',
  'cut-json': 'garbled',
  'wrong-shape': 'garbled',
};

/** Runs the simulated platforms. */
export async function simulatorSide(): Promise<Side> {
  const { simulator, adapters } = await startSimulatedPlatforms();
  let people = 0;
  return {
    stop: () => simulator.stop(),
    async arrange(platform, situation) {
      if (situation === 'unknown-fields') return null;
      // Instagram's insights contain likes whether or not they are public.
      if (situation === 'missing-counters' && platform === 'instagram') return null;
      await simulator.setFault({ service: platform, mode: 'ok', minutes: 1 });
      const handle = `ada${++people}`;
      const post = { platform, handle, caption: 'Nobody saw this coming #ad' };
      const curve = [{ hours: 0, ...counts }];
      const hidden = situation === 'missing-counters';
      const asked = await simulator.createPost({
        ...post,
        curve: [{ hours: 0, ...counts, ...countsBy[situation] }],
        durationSeconds: 34,
        likesHidden: hidden,
        commentsOff: hidden,
        dataLagHours: situation === 'no-counts' ? 48 : 0,
      });
      const other = await simulator.createPost({ ...post, curve });
      const access = await accessOf(adapters, platform, handle);
      if (situation === 'private' || situation === 'deleted') {
        await simulator.setPostState(platform, asked.id, { visibility: situation });
      }
      if (situation === 'partial') {
        await simulator.setPostState(platform, other.id, { visibility: 'deleted' });
      }
      if (situation === 'token-dead') await simulator.disconnect(platform, access.externalId);
      const mode = faults[situation];
      if (mode) await simulator.setFault({ service: platform, mode, minutes: 30 });
      const posts: [PostRef, PostRef] = [{ postId: asked.id }, { postId: other.id }];
      return { adapter: adapters.posts(platform)!, access, posts };
    },
  };
}
