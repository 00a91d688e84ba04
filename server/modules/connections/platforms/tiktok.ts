import { z } from 'zod';
import { isUsualMoment } from '#contract/wire/primitives.ts';
import type { Clock } from '#server/infra/clock.ts';
import {
  type Access,
  type Answer,
  answer,
  missingFromOwn,
  type PostAdapter,
  type PostCaption,
  type PostRef,
  problem,
  type Readings,
} from './adapter.ts';
import { addReading, known, platformCount, readingOf } from './count.ts';
import { readDivided } from './divide-requests.ts';
import { type OutsideCaller, yielding } from './outside-call.ts';
import type { PlatformEndpoints } from './services.ts';
import { tiktokAnalytics } from './tiktok-analytics.ts';
import { tiktokBusinessConsent } from './tiktok-business.ts';
import { type TiktokKeys, tiktokConnect } from './tiktok-connect.ts';
import { askTiktok } from './tiktok-reply.ts';

const postsPerRead = 20;
const countFields = 'id,view_count,like_count,comment_count,share_count';

const count = platformCount.optional();
const counts = z.object({
  id: z.string(),
  view_count: count,
  like_count: count,
  comment_count: count,
  share_count: count,
});
const caption = z.object({
  id: z.string(),
  title: z.string().default(''),
  video_description: z.string().default(''),
});
const video = counts.extend({
  ...caption.shape,
  create_time: z
    .int()
    .positive()
    .refine((seconds) => isUsualMoment(new Date(seconds * 1000))),
  duration: z.int().nonnegative().optional(),
  cover_image_url: z.string().optional().catch(undefined),
});
const countsReply = z.object({ data: z.object({ videos: z.array(counts) }) });
const captionReply = z.object({ data: z.object({ videos: z.array(caption) }) });
const videoReply = z.object({ data: z.object({ videos: z.array(video) }) });
/** Reads the account's videos with these ids; videos that are not shown are left out. */
const videosOf =
  (endpoints: PlatformEndpoints, limits: OutsideCaller) =>
  <T extends z.ZodType>(token: string, fields: string, ids: string[], schema: T) =>
    askTiktok(
      `${endpoints.tiktokApi}/v2/video/query/?fields=${fields}`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ filters: { video_ids: ids } }),
      },
      schema,
      limits,
    );

/**
 * Reads TikTok by Login Kit and Display API. Analytics use the API for Business if the operator has an app
 * for it.
 */
export function tiktokAdapter(
  endpoints: PlatformEndpoints,
  keys: TiktokKeys,
  clock: Clock,
  limits: OutsideCaller = {},
): PostAdapter {
  const query = videosOf(endpoints, limits);
  const lookUp = videosOf(endpoints, yielding(limits));

  return {
    ...tiktokConnect(endpoints, keys, clock, limits),
    ...(keys.business && {
      analyticsConsent: tiktokBusinessConsent(endpoints, keys.business, clock, limits),
      readAnalytics: tiktokAnalytics(endpoints, clock, limits),
    }),
    platform: 'tiktok',
    postsPerRead,
    async findPost(access, { postId, handleInLink }) {
      const fields = `${countFields},create_time,title,video_description,duration,cover_image_url`;
      const reply = await lookUp(access.accessToken, fields, [postId], videoReply);
      if (!reply.ok) return reply;
      const found = reply.value.data.videos.find((one) => one.id === postId);
      if (found === undefined) {
        return problem(missingFromOwn(access, handleInLink), "not among the account's public videos");
      }
      if (!found.duration) return problem('length_unknown', 'the post has no length');
      return answer({
        postId,
        apiId: postId,
        ...captionOf(found),
        postedAt: new Date(found.create_time * 1000),
        durationSeconds: found.duration,
        posterUrl: found.cover_image_url || null,
        reading: known(countsOf(found)),
      });
    },
    async readCaptions(access, posts) {
      const ids = posts.map((post) => post.postId);
      const reply = await lookUp(access.accessToken, 'id,title,video_description', ids, captionReply);
      if (!reply.ok) return reply;
      return answer(new Map(reply.value.data.videos.map((one) => [one.id, captionOf(one)])));
    },
    readMetrics: (access, posts) => readDivided({ parts: [posts], ask: (part) => readCounts(access, part) }),
  };

  async function readCounts(access: Access, posts: readonly PostRef[]): Promise<Answer<Readings>> {
    const ids = posts.map((post) => post.postId);
    const reply = await query(access.accessToken, countFields, ids, countsReply);
    if (!reply.ok) return reply;
    const byId = new Map(reply.value.data.videos.map((one) => [one.id, one]));
    const readings: Readings = { read: new Map(), unread: new Map() };
    for (const id of ids) {
      const found = byId.get(id);
      addReading(readings, id, found && countsOf(found));
    }
    return answer(readings);
  }
}

/**
 * The Display API does not report whether a post is marked as paid; only TikTok's posting API knows these
 * settings.
 */
const captionOf = ({ title, video_description: description }: z.output<typeof caption>): PostCaption => ({
  caption: description || title,
  paidPromotion: null,
});

const countsOf = (found: z.output<typeof counts>) =>
  readingOf(
    {
      views: found.view_count,
      likes: found.like_count,
      comments: found.comment_count,
      shares: found.share_count,
    },
    { source: 'tiktok.video.query', countingRule: 'tiktok.view_count@2026-11' },
  );
