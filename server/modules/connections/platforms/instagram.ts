import type { Clock } from '#server/infra/clock.ts';
import {
  type Access,
  type Answer,
  answer,
  missingFromOwn,
  type PostAdapter,
  type PostRef,
  problem,
  type Readings,
} from './adapter.ts';
import { addReading, known } from './count.ts';
import { readDivided } from './divide-requests.ts';
import { instagramAnalytics } from './instagram-analytics.ts';
import { type InstagramKeys, instagramConnect } from './instagram-connect.ts';
import { findMedia, insightsOf, type Medium } from './instagram-media.ts';
import { type OutsideCaller, yielding } from './outside-call.ts';
import type { PlatformEndpoints } from './services.ts';

const postsPerRead = 20;

/** Reads Instagram with Instagram Login, for professional accounts only. */
export function instagramAdapter(
  endpoints: PlatformEndpoints,
  keys: InstagramKeys,
  clock: Clock,
  limits: OutsideCaller = {},
): PostAdapter {
  const graph = endpoints.instagramGraph;
  const lookups = yielding(limits);
  return {
    ...instagramConnect(endpoints, keys, clock, limits),
    platform: 'instagram',
    postsPerRead,
    async findPost(access, { postId, handleInLink }) {
      const media = await findMedia(graph, access, [postId], lookups);
      if (!media.ok) return media;
      const found = media.value.get(postId);
      if (found === null) return problem('transient', 'the post could not be read');
      if (found === undefined) {
        return problem(missingFromOwn(access, handleInLink), "not among the account's public media");
      }
      // A reel is VIDEO. A photo is IMAGE, and several are a CAROUSEL_ALBUM; neither has views of a video.
      if (found.media_type !== 'VIDEO') return problem('not_video', `the post is ${found.media_type}`);
      const reading = await insightsOf(graph, access, found.id, lookups);
      if (!reading.ok) return reading;
      return answer({
        postId,
        apiId: found.id,
        caption: found.caption,
        postedAt: found.timestamp,
        durationSeconds: null,
        posterUrl: found.thumbnail_url || null,
        paidPromotion: null,
        reading: known(reading.value),
      });
    },
    async readCaptions(access, posts) {
      const codes = posts.map((post) => post.postId);
      const media = await findMedia(graph, access, codes, lookups);
      if (!media.ok) return media;
      return answer(
        new Map(
          [...media.value].flatMap(([code, found]) =>
            found ? [[code, { caption: found.caption, paidPromotion: null }]] : [],
          ),
        ),
      );
    },
    readMetrics: (access, posts) => readMetrics(graph, access, posts, limits),
    readAnalytics: instagramAnalytics(graph, clock, lookups),
  };
}

async function readMetrics(
  graph: string,
  access: Access,
  posts: readonly PostRef[],
  limits: OutsideCaller,
): Promise<Answer<Readings>> {
  const unknown = posts.filter((post) => !post.apiId).map((post) => post.postId);
  const media: Answer<Map<string, Medium | null>> =
    unknown.length === 0 ? answer(new Map()) : await findMedia(graph, access, unknown, limits);
  if (!media.ok) return media;
  return await readDivided({
    // Each call reads one medium, because the API has no call for several.
    parts: posts.map((post) => [post]),
    async ask([post]) {
      const { postId, apiId } = post!;
      const readings: Readings = { read: new Map(), unread: new Map() };
      const medium = media.value.get(postId);
      if (medium === null) return problem('transient', 'the post could not be read');
      const id = apiId ?? medium?.id;
      const reading = id === undefined ? answer(undefined) : await insightsOf(graph, access, id, limits);
      if (!reading.ok) return reading;
      addReading(readings, postId, reading.value);
      return answer(readings);
    },
  });
}
