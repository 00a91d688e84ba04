import { z } from 'zod';
import { isUsualMoment } from '#contract/wire/primitives.ts';
import type { Clock } from '#server/infra/clock.ts';
import {
  type Access,
  type Answer,
  answer,
  type FoundPost,
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
import { youtubeAnalytics } from './youtube-analytics.ts';
import { bearer, type YoutubeKeys, youtubeConnect } from './youtube-connect.ts';
import { durationSeconds, youtubeReader } from './youtube-reply.ts';

const postsPerRead = 50;
// The name contains the month of YouTube's last change: since the end of August 2026 every format counts a
// view at its first frame.
const countingRule = 'youtube.viewCount@2026-08';

const statistics = z.object({
  viewCount: platformCount.optional(),
  likeCount: platformCount.optional(),
  commentCount: platformCount.optional(),
});
/**
 * A list of thumbnails that can't be parsed counts as empty, because a missing poster is no reason to refuse
 * a post.
 */
const thumbnails = z.record(z.string(), z.object({ url: z.string(), width: z.number().default(0) }));
const video = z.object({
  id: z.string(),
  snippet: z.object({
    publishedAt: z.coerce.date().refine(isUsualMoment),
    channelId: z.string(),
    title: z.string(),
    description: z.string().default(''),
    thumbnails: thumbnails.catch({}),
  }),
  contentDetails: z.object({ duration: z.string() }).optional(),
  paidProductPlacementDetails: z.object({ hasPaidProductPlacement: z.boolean() }).optional(),
  statistics: statistics.default({}),
});
const listed = z.object({ id: z.string(), status: z.object({ privacyStatus: z.string() }) });
const statusList = z.object({ items: z.array(listed) });
const foundList = z.object({ items: z.array(video.extend(listed.shape)) });
const videoList = z.object({ items: z.array(video) });
const statsList = z.object({
  items: z.array(z.object({ id: z.string(), statistics: statistics.default({}) })),
});
/**
 * YouTube Data API v3 and Google's OAuth. Everything is read with the token of the channel's owner, never
 * with an API key, because YouTube requires data read without a consent to be refreshed or deleted within
 * thirty days.
 */
export function youtubeAdapter(
  endpoints: PlatformEndpoints,
  keys: YoutubeKeys,
  clock: Clock,
  limits: OutsideCaller = {},
): PostAdapter {
  const get = youtubeReader(endpoints, clock, limits);
  const lookUp = youtubeReader(endpoints, clock, yielding(limits));
  const ifSpare = youtubeReader(endpoints, clock, { ...limits, yields: 'half' });

  /**
   * Finds counted videos that are no longer public. This check is needed because statistics include unlisted
   * videos and, for the owner's token, private ones. While no quota is left for the check, videos count as
   * public.
   */
  async function notPublic(
    access: Access,
    items: z.output<typeof statsList>['items'],
  ): Promise<Answer<Set<string>>> {
    const ids = items.map(({ id }) => encodeURIComponent(id)).join(',');
    const reply = await ifSpare(`videos?part=status&id=${ids}`, bearer(access.accessToken), statusList);
    if (!reply.ok) return reply.problem.kind === 'quota' ? answer(new Set()) : reply;
    const open = reply.value.items.filter(({ status }) => status.privacyStatus === 'public');
    const publicIds = new Set(open.map(({ id }) => id));
    return answer(new Set(items.map(({ id }) => id).filter((id) => !publicIds.has(id))));
  }

  return {
    ...youtubeConnect(endpoints, keys, clock, limits),
    platform: 'youtube',
    postsPerRead,
    async findPost(access, { postId }) {
      const parts = 'snippet,status,statistics,contentDetails,paidProductPlacementDetails';
      const path = `videos?part=${parts}&id=${encodeURIComponent(postId)}`;
      const reply = await lookUp(path, bearer(access.accessToken), foundList);
      if (!reply.ok) return reply;
      const found = reply.value.items.find((item) => item.id === postId);
      if (found === undefined) return problem('gone', 'no such public video');
      return ownVideo(found, access);
    },
    async readCaptions(access, posts) {
      const ids = posts.map((post) => encodeURIComponent(post.postId)).join(',');
      const path = `videos?part=snippet,paidProductPlacementDetails&id=${ids}`;
      const reply = await lookUp(path, bearer(access.accessToken), videoList);
      if (!reply.ok) return reply;
      return answer(new Map(reply.value.items.map((item) => [item.id, captionOf(item)])));
    },
    readMetrics: (access, posts) =>
      readDivided({ parts: [posts], ask: (part) => readStatistics(access, part) }),
    readAnalytics: youtubeAnalytics(endpoints, clock, limits),
  };

  async function readStatistics(access: Access, posts: readonly PostRef[]): Promise<Answer<Readings>> {
    const ids = posts.map((post) => encodeURIComponent(post.postId)).join(',');
    const path = `videos:batchGetStats?part=id,statistics&id=${ids}`;
    const reply = await get(path, bearer(access.accessToken), statsList);
    if (!reply.ok) return reply;
    const { items } = reply.value;
    const hidden = items.length === 0 ? answer(new Set<string>()) : await notPublic(access, items);
    if (!hidden.ok) return hidden;
    const shown = items.filter(({ id }) => !hidden.value.has(id));
    return answer(readingsOf(posts, shown));
  }
}

/**
 * Returns a video that may become a clip. Returns a problem if the video is another person's or can't be
 * counted.
 */
function ownVideo(found: z.output<typeof foundList>['items'][number], access: Access): Answer<FoundPost> {
  const { id, snippet, status, contentDetails } = found;
  if (snippet.channelId !== access.externalId) {
    return problem('not_owner', "the video is on another person's channel");
  }
  const { privacyStatus } = status;
  if (privacyStatus !== 'public') return problem('not_public', `the video is ${privacyStatus}`);
  // A running or planned stream has no duration, or one of zero seconds.
  const seconds = durationSeconds(contentDetails?.duration);
  if (!seconds) return problem('length_unknown', 'the video has no length');
  return answer({
    postId: id,
    apiId: id,
    ...captionOf(found),
    postedAt: snippet.publishedAt,
    durationSeconds: seconds,
    posterUrl: largest(snippet.thumbnails),
    reading: known(countsOf(found.statistics, 'youtube.videos.list')),
  });
}

/** Posters wider than this take longer to draw, and nobody sees the difference. */
const LARGEST = 1920;

function largest(pictures: z.output<typeof thumbnails>): string | null {
  const fitting = Object.values(pictures).filter(({ width }) => width <= LARGEST);
  return fitting.toSorted((a, b) => b.width - a.width)[0]?.url ?? null;
}

const captionOf = ({ snippet, paidProductPlacementDetails }: z.output<typeof video>): PostCaption => ({
  caption: `${snippet.title}\n${snippet.description}`.trim(),
  paidPromotion: paidProductPlacementDetails?.hasPaidProductPlacement ?? null,
});

const countsOf = (counts: z.output<typeof statistics>, source: string) =>
  readingOf(
    { views: counts.viewCount, likes: counts.likeCount, comments: counts.commentCount },
    { source, countingRule },
  );

function readingsOf(posts: readonly PostRef[], items: z.output<typeof statsList>['items']): Readings {
  const byId = new Map(items.map((item) => [item.id, item.statistics]));
  const readings: Readings = { read: new Map(), unread: new Map() };
  for (const { postId } of posts) {
    const counts = byId.get(postId);
    addReading(readings, postId, counts && countsOf(counts, 'youtube.videos.batchGetStats'));
  }
  return readings;
}
