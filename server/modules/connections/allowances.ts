import type { ConnectablePlatform, PostPlatform } from '#contract/platforms.ts';
/** Units of a bucket that may be used; null: the platform names none. */
export interface Allowance {
  perDay: number | null;
  perMinute: number | null;
}

/** platform → allowance of each of its buckets. A bucket that is not named is booked without a limit. */
export type Allowances = Partial<Record<ConnectablePlatform, Record<string, Allowance>>>;

/** What the counting of views spends at each platform. */
export const countingBucket: Record<PostPlatform, string> = {
  tiktok: 'video/query',
  youtube: 'stats',
  instagram: 'graph',
};

/** Where the day begins by which a platform counts calls; one that does not say is taken as UTC. */
export const quotaDays: Record<ConnectablePlatform, 'UTC' | 'Pacific'> = {
  tiktok: 'UTC',
  youtube: 'Pacific',
  instagram: 'UTC',
  twitch: 'UTC',
};

interface Granted {
  youtubeDailyUnits: number | null;
  tiktokCallsPerMinute: number | null;
  instagramDailyCalls: number | null;
}

const YOUTUBE_UNITS = 10_000;
const TIKTOK_CALLS = 600;

/**
 * What the platforms document, or granted this installation: YouTube has two daily buckets, of which every call takes a
 * unit; TikTok counts each of its methods by the minute; Instagram counts by account and tells when an account is through.
 */
export function grantedAllowances(granted: Granted): Allowances {
  const youtube = { perDay: granted.youtubeDailyUnits ?? YOUTUBE_UNITS, perMinute: null };
  const tiktok = { perDay: null, perMinute: granted.tiktokCallsPerMinute ?? TIKTOK_CALLS };
  return {
    youtube: { data: youtube, stats: youtube },
    tiktok: { 'video/query': tiktok, 'user/info': tiktok },
    instagram: { graph: { perDay: granted.instagramDailyCalls, perMinute: null } },
  };
}
