import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PostPlatform, postPlatforms } from '#contract/platforms/platforms.ts';
import {
  replaySide,
  type Side,
  type Situation,
  simulatorSide,
  situations,
} from '#server/testing/platform-sides.ts';
import type { ProblemKind, Reading } from './adapter.ts';

type Counts = Pick<Reading, 'views' | 'likes' | 'comments' | 'shares'>;

/**
 * The result that every adapter must return for a situation: counts, a reason why a post is unread, or a
 * problem of the whole call.
 */
const promised: Record<
  Situation,
  { counts: Counts } | { unread: 'gone' | 'no_data' | 'impossible' } | { problem: ProblemKind }
> = {
  success: { counts: { views: 15_000, likes: 700, comments: 20, shares: 33 } },
  partial: { counts: { views: 15_000, likes: 700, comments: 20, shares: 33 } },
  private: { unread: 'gone' },
  deleted: { unread: 'gone' },
  'missing-counters': { counts: { views: 15_000, likes: null, comments: null, shares: 33 } },
  'no-counts': { unread: 'no_data' },
  huge: {
    counts: { views: 9_812_345_678, likes: 2_100_000_000, comments: 9_000_000, shares: 5_000_000 },
  },
  impossible: { unread: 'impossible' },
  'unknown-fields': { counts: { views: 15_000, likes: 700, comments: 20, shares: 33 } },
  quota: { problem: 'quota' },
  'token-dead': { problem: 'token_dead' },
  'server-error': { problem: 'transient' },
  'cut-json': { problem: 'transient' },
  'wrong-shape': { problem: 'transient' },
};

/** Removes the shares for YouTube, which does not report them. */
const asReported = (platform: PostPlatform, counts: Counts): Counts =>
  platform === 'youtube' ? { ...counts, shares: null } : counts;

const sides: [name: string, open: () => Promise<Side>][] = [
  ['written down', replaySide],
  ['simulated', simulatorSide],
];

describe.each(sides)('platforms as %s', (_name, open) => {
  let side: Side;
  beforeAll(async () => {
    side = await open();
  });
  afterAll(() => side.stop());

  describe.each(postPlatforms)('%s', (platform) => {
    test.each(situations)('reads counts as promised: %s', async (situation) => {
      const arranged = await side.arrange(platform, situation);
      if (!arranged) return;
      const { adapter, access, posts } = arranged;
      const [asked, other] = posts;
      const answer = await adapter.readMetrics(access, situation === 'partial' ? posts : [asked]);
      const promise = promised[situation];
      if ('problem' in promise) {
        expect(answer).toMatchObject({ ok: false, problem: { kind: promise.problem } });
        return;
      }
      if (!answer.ok) throw new Error(answer.problem.detail);
      const { read, unread } = answer.value;
      if ('counts' in promise)
        expect(read.get(asked.postId)).toMatchObject(asReported(platform, promise.counts));
      else expect(unread.get(asked.postId)).toBe(promise.unread);
      if (situation === 'partial') expect(unread.get(other.postId)).toBe('gone');
      // Every requested post is in either `read` or `unread`.
      expect(read.size + unread.size).toBe(situation === 'partial' ? 2 : 1);
    });

    test.each(situations)('looks up a post as promised: %s', async (situation) => {
      const arranged = await side.arrange(platform, situation);
      if (!arranged) return;
      const { adapter, access, posts } = arranged;
      const asked = { postId: posts[0].postId, handleInLink: access.handle };
      const answer = await adapter.findPost(access, asked);
      const promise = promised[situation];
      if ('problem' in promise || ('unread' in promise && promise.unread === 'gone')) {
        const kind = 'problem' in promise ? promise.problem : 'gone';
        // For YouTube both kinds are right, because it lets the owner see that a private video exists.
        const kinds = situation === 'private' ? ['gone', 'not_public'] : [kind];
        expect(kinds).toContain(!answer.ok && answer.problem.kind);
        return;
      }
      if (!answer.ok) throw new Error(answer.problem.detail);
      const { caption, durationSeconds, posterUrl, reading } = answer.value;
      if (situation === 'success') expect(posterUrl).toMatch(/^https?:.*\.jpe?g/);
      expect(caption).toContain('Nobody saw this coming #ad');
      expect(durationSeconds).toBe(platform === 'instagram' ? null : 34);
      if ('counts' in promise) expect(reading).toMatchObject(asReported(platform, promise.counts));
      else expect(reading).toBeNull();
    });
  });
});

describe.each(sides)('captions on platforms as %s', (_name, open) => {
  let side: Side;
  beforeAll(async () => {
    side = await open();
  });
  afterAll(() => side.stop());

  test.each(postPlatforms)(
    'reads the caption of a post on %s, and none of a deleted post',
    async (platform) => {
      const { adapter, access, posts } = (await side.arrange(platform, 'success'))!;
      const captions = await adapter.readCaptions(access, [posts[0]]);
      const caption = captions.ok ? captions.value.get(posts[0].postId) : undefined;
      expect(caption).toMatchObject({ caption: expect.stringContaining('coming #ad') });
      // Only YouTube's API reports a label for paid promotion.
      expect(caption?.paidPromotion).toBe(platform === 'youtube' ? false : null);
      const gone = (await side.arrange(platform, 'deleted'))!;
      const none = await gone.adapter.readCaptions(gone.access, [gone.posts[0]]);
      expect(none.ok && none.value.has(gone.posts[0].postId)).toBe(false);
      for (const [situation, kind] of [
        ['quota', 'quota'],
        ['token-dead', 'token_dead'],
        ['server-error', 'transient'],
        ['cut-json', 'transient'],
        ['wrong-shape', 'transient'],
      ] as const) {
        const ill = (await side.arrange(platform, situation))!;
        expect(await ill.adapter.readCaptions(ill.access, [ill.posts[0]])).toMatchObject({
          problem: { kind },
        });
      }
    },
  );
});

describe('recorded fixtures', () => {
  let side: Awaited<ReturnType<typeof replaySide>>;
  beforeAll(async () => {
    side = await replaySide();
  });
  afterAll(() => side.stop());

  test('covers every situation of every platform, and no call requests anything else', async () => {
    for (const platform of postPlatforms) {
      const files = readdirSync(join(import.meta.dirname, 'fixtures', platform));
      expect(files).toEqual(expect.arrayContaining(situations.map((situation) => `${situation}.json`)));
      for (const situation of situations) {
        const { adapter, access, posts } = (await side.arrange(platform, situation))!;
        await adapter.readMetrics(access, [posts[0]]);
        await adapter.findPost(access, posts[0]);
      }
    }
    expect(side.unrecorded).toEqual([]);
  });

  test('too few viewers for insights mean no data, neither 0 nor a lost permission', async () => {
    const { adapter, access, posts } = (await side.arrange('instagram', 'too-few-viewers' as Situation))!;
    const answer = await adapter.readMetrics(access, [posts[0]]);
    expect(answer.ok && [...answer.value.unread]).toEqual([[posts[0].postId, 'no_data']]);
  });
});
