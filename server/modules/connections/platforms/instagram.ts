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
import { instagramAnalytics } from './instagram-analytics.ts';
import { type InstagramKeys, instagramConnect } from './instagram-connect.ts';
import { findMedia, insightsOf, type Medium } from './instagram-media.ts';
import { type OutsideCaller, yielding } from './outside-call.ts';
import type { PlatformEndpoints } from './services.ts';

const postsPerRead = 20;

/** Instagram API with Instagram Login; professional accounts only. */
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
      if (found === undefined) {
        return problem(missingFromOwn(access, handleInLink), "not among the account's public media");
      }
      // A reel is VIDEO; a photo is IMAGE, several are a CAROUSEL_ALBUM, and neither is watched.
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
        new Map([...media.value].map(([code, { caption }]) => [code, { caption, paidPromotion: null }])),
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
  const media: Answer<Map<string, Medium>> =
    unknown.length === 0 ? answer(new Map()) : await findMedia(graph, access, unknown, limits);
  if (!media.ok) return media;
  const readings: Readings = { read: new Map(), unread: new Map() };
  for (const { postId, apiId } of posts) {
    // Each medium is a call of its own: what was read before the trouble began is kept, and nothing more is asked.
    if (readings.cut) {
      readings.unread.set(postId, 'later');
      continue;
    }
    const id = apiId ?? media.value.get(postId)?.id;
    const reading = id === undefined ? null : await insightsOf(graph, access, id, limits);
    if (reading === null) readings.unread.set(postId, 'gone');
    else if (reading.ok) addReading(readings, postId, reading.value);
    else if (reading.problem.kind === 'gone') readings.unread.set(postId, 'gone');
    else if (readings.read.size === 0) return reading;
    else {
      readings.unread.set(postId, 'later');
      readings.cut = reading.problem;
    }
  }
  return answer(readings);
}
