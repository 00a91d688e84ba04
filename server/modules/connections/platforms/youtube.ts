import { z } from 'zod';
import { isUsualMoment } from '#contract/primitives.ts';
import type { Clock } from '#server/infra/clock.ts';
import {
  type Access,
  answer,
  type PostAdapter,
  type PostCaption,
  type PostRef,
  problem,
  type Reading,
  type Readings,
} from './adapter.ts';
import { type OutsideCaller, yielding } from './outside-call.ts';
import type { PlatformEndpoints } from './services.ts';
import { bearer, type YoutubeKeys, youtubeConnect } from './youtube-connect.ts';
import { durationSeconds, youtubeCounter, youtubeReader } from './youtube-reply.ts';

const postsPerRead = 50;
// Since the end of August 2026 every format counts at its first frame.
const countingRule = 'youtube.viewCount@2026-08';

const statistics = z.object({
  viewCount: youtubeCounter.optional(),
  likeCount: youtubeCounter.optional(),
  commentCount: youtubeCounter.optional(),
});
const video = z.object({
  id: z.string(),
  snippet: z.object({
    publishedAt: z.coerce.date().refine(isUsualMoment),
    channelId: z.string(),
    title: z.string(),
    description: z.string().default(''),
  }),
  contentDetails: z.object({ duration: z.string() }).optional(),
  paidProductPlacementDetails: z.object({ hasPaidProductPlacement: z.boolean() }).optional(),
  statistics: statistics.default({}),
});
const videoList = z.object({ items: z.array(video) });
const statsList = z.object({
  items: z.array(z.object({ id: z.string(), statistics: statistics.default({}) })),
});
/** YouTube Data API v3 and Google's OAuth. */
export function youtubeAdapter(
  endpoints: PlatformEndpoints,
  keys: YoutubeKeys,
  clock: Clock,
  limits: OutsideCaller = {},
): PostAdapter {
  const get = youtubeReader(endpoints, clock, limits);
  const lookUp = youtubeReader(endpoints, clock, yielding(limits));
  const readKey = (access: Access): Record<string, string> =>
    keys.apiKey === null ? bearer(access.accessToken) : { 'x-goog-api-key': keys.apiKey };

  return {
    ...youtubeConnect(endpoints, keys, clock, limits),
    platform: 'youtube',
    postsPerRead,
    async findPost(access, { postId }) {
      const parts = 'snippet,statistics,contentDetails,paidProductPlacementDetails';
      const path = `videos?part=${parts}&id=${encodeURIComponent(postId)}`;
      const reply = await lookUp(path, readKey(access), videoList);
      if (!reply.ok) return reply;
      const found = reply.value.items.find((item) => item.id === postId);
      if (found === undefined) return problem('gone', 'no such public video');
      if (found.snippet.channelId !== access.externalId) {
        return problem('not_owner', "the video is on another person's channel");
      }
      return answer({
        postId,
        apiId: postId,
        ...captionOf(found),
        postedAt: found.snippet.publishedAt,
        durationSeconds: durationSeconds(found.contentDetails?.duration),
        reading: readingOf(found.statistics, 'youtube.videos.list'),
      });
    },
    async readCaptions(access, posts) {
      const ids = posts.map((post) => encodeURIComponent(post.postId)).join(',');
      const path = `videos?part=snippet,paidProductPlacementDetails&id=${ids}`;
      const reply = await lookUp(path, readKey(access), videoList);
      if (!reply.ok) return reply;
      return answer(new Map(reply.value.items.map((item) => [item.id, captionOf(item)])));
    },
    async readMetrics(access, posts) {
      const ids = posts.map((post) => encodeURIComponent(post.postId)).join(',');
      const path = `videos:batchGetStats?part=id,statistics&id=${ids}`;
      const reply = await get(path, readKey(access), statsList);
      return reply.ok ? answer(readingsOf(posts, reply.value.items)) : reply;
    },
  };
}

const captionOf = ({ snippet, paidProductPlacementDetails }: z.output<typeof video>): PostCaption => ({
  caption: `${snippet.title}\n${snippet.description}`.trim(),
  paidPromotion: paidProductPlacementDetails?.hasPaidProductPlacement ?? null,
});

function readingOf(counts: z.output<typeof statistics>, source: string): Reading | null {
  if (counts.viewCount === undefined) return null;
  return {
    views: counts.viewCount,
    likes: counts.likeCount ?? null,
    comments: counts.commentCount ?? null,
    shares: null,
    source,
    countingRule,
  };
}

function readingsOf(posts: readonly PostRef[], items: z.output<typeof statsList>['items']): Readings {
  const byId = new Map(items.map((item) => [item.id, item.statistics]));
  const readings: Readings = { read: new Map(), unread: new Map() };
  for (const { postId } of posts) {
    const counts = byId.get(postId);
    const reading = counts && readingOf(counts, 'youtube.videos.batchGetStats');
    if (reading) readings.read.set(postId, reading);
    else readings.unread.set(postId, counts === undefined ? 'gone' : 'no_data');
  }
  return readings;
}
