import { z } from 'zod';
import type { Clock } from '#server/infra/clock.ts';
import { answer, type PostAdapter, problem } from './adapter.ts';
import { findMedia, readInsights } from './instagram-media.ts';
import type { OutsideCaller } from './outside-call.ts';

/**
 * Reads Instagram's insights beyond the counts. Insights are sums over a reel's whole life, so a stretch is
 * their growth since the last reading. Instagram does not report the reel's length.
 */
export function instagramAnalytics(
  graph: string,
  clock: Clock,
  limits: OutsideCaller,
): NonNullable<PostAdapter['readAnalytics']> {
  return async (access, { postId, apiId, postedAt, since, known }) => {
    const media = apiId ? answer(null) : await findMedia(graph, access, [postId], limits);
    if (!media.ok) return media;
    const id = apiId ?? media.value?.get(postId)?.id;
    if (!id) return problem('gone', "not among the account's public media");
    const metrics = ['views', 'reach', 'ig_reels_video_view_total_time'];
    const insights = await readInsights({ graph, access, limits }, id, metrics);
    if (!insights.ok) return insights;
    const grown = (name: string, before: number | null | undefined): number | null => {
      const total = sum.safeParse(insights.value?.get(name));
      return !total.success || before === null ? null : Math.max(0, total.data - (before ?? 0));
    };
    const views = grown('views', known?.views);
    if (!views) return answer([]);
    const watchedMs = grown('ig_reels_video_view_total_time', known ? inMs(known.watchSeconds) : undefined);
    return answer([
      {
        fromAt: since ?? postedAt,
        toAt: clock.now(),
        views,
        reach: grown('reach', known?.reach),
        watchSeconds: watchedMs === null ? null : watchedMs / 1_000,
        engagedViews: null,
        averagePercentage: null,
        completedShare: null,
        subscribedShare: null,
        trafficSources: null,
        countries: null,
        devices: null,
      },
    ]);
  };
}

const sum = z.int().nonnegative();

const inMs = (seconds: number | null): number | null => (seconds === null ? null : seconds * 1_000);
