import type { ConnectablePlatform, PostPlatform } from '#contract/platforms.ts';

/** Where the platforms are. Bases have no trailing slash; youtubeAuth, youtubeToken and youtubeRevoke are whole addresses. */
export interface PlatformEndpoints {
  youtubeApi: string;
  youtubeAnalyticsApi: string;
  youtubeAuth: string;
  youtubeToken: string;
  youtubeRevoke: string;
  tiktokAuth: string;
  tiktokApi: string;
  /** TikTok's API for Business, with its version. */
  tiktokBusinessApi: string;
  /** Share links go to `<base>/<host>/<path>` instead of their own host; null: to their own host. */
  tiktokShort: string | null;
  instagramAuth: string;
  instagramApi: string;
  instagramGraph: string;
  /** What a browser opens at Twitch, apart from what the server calls. */
  twitchAuth: string;
  twitchId: string;
  twitchApi: string;
  /** Where the players of posts stand that a browser puts into a frame. */
  youtubePlayer: string;
  tiktokPlayer: string;
  instagramPlayer: string;
  /** The folder of the simulator's posters; null: posters are at the platforms' own hosts. */
  posters: string | null;
}

export const liveEndpoints: PlatformEndpoints = {
  youtubeApi: 'https://www.googleapis.com/youtube/v3',
  youtubeAnalyticsApi: 'https://youtubeanalytics.googleapis.com/v2',
  youtubeAuth: 'https://accounts.google.com/o/oauth2/v2/auth',
  youtubeToken: 'https://oauth2.googleapis.com/token',
  youtubeRevoke: 'https://oauth2.googleapis.com/revoke',
  tiktokAuth: 'https://www.tiktok.com',
  tiktokApi: 'https://open.tiktokapis.com',
  tiktokBusinessApi: 'https://business-api.tiktok.com/open_api/v1.3',
  tiktokShort: null,
  instagramAuth: 'https://www.instagram.com',
  instagramApi: 'https://api.instagram.com',
  instagramGraph: 'https://graph.instagram.com',
  twitchAuth: 'https://id.twitch.tv',
  twitchId: 'https://id.twitch.tv',
  twitchApi: 'https://api.twitch.tv/helix',
  youtubePlayer: 'https://www.youtube-nocookie.com',
  tiktokPlayer: 'https://www.tiktok.com',
  instagramPlayer: 'https://www.instagram.com',
  posters: null,
};

/** The platforms' own addresses, or the simulator's, each replaced where the configuration names another. */
export function platformEndpoints(
  overrides: Partial<Record<keyof PlatformEndpoints, string | null>>,
  simulated: PlatformEndpoints | null,
): PlatformEndpoints {
  const named = Object.fromEntries(Object.entries(overrides).filter(([, address]) => address));
  const twitchAuth = overrides.twitchAuth ?? overrides.twitchId;
  return { ...liveEndpoints, ...simulated, ...named, ...(twitchAuth ? { twitchAuth } : {}) };
}

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
  youtubeAnalyticsDailyCalls: number | null;
  tiktokCallsPerMinute: number | null;
  tiktokBusinessCallsPerMinute: number | null;
  instagramDailyCalls: number | null;
}

const YOUTUBE_UNITS = 10_000;
/** Google documents none: each project's console shows its own. */
const YOUTUBE_ANALYTICS_CALLS = 10_000;
const TIKTOK_CALLS = 600;
/** All methods of the Accounts API together, at the level that every app begins with (business-api.tiktok.com/portal/docs?id=1738084416214017). */
const TIKTOK_BUSINESS_CALLS = 600;

/**
 * What the platforms document, or granted this installation: YouTube has two daily buckets, of which every call takes a
 * unit, and one of its Analytics API; TikTok counts each of its methods by the minute, and those for Business accounts together;
 * Instagram counts by account and tells when an account is through.
 */
export function grantedAllowances(granted: Granted): Allowances {
  const youtube = { perDay: granted.youtubeDailyUnits ?? YOUTUBE_UNITS, perMinute: null };
  const analytics = {
    perDay: granted.youtubeAnalyticsDailyCalls ?? YOUTUBE_ANALYTICS_CALLS,
    perMinute: null,
  };
  const tiktok = { perDay: null, perMinute: granted.tiktokCallsPerMinute ?? TIKTOK_CALLS };
  const business = {
    perDay: null,
    perMinute: granted.tiktokBusinessCallsPerMinute ?? TIKTOK_BUSINESS_CALLS,
  };
  return {
    youtube: { data: youtube, stats: youtube, analytics },
    tiktok: { 'video/query': tiktok, 'user/info': tiktok, business },
    instagram: { graph: { perDay: granted.instagramDailyCalls, perMinute: null } },
  };
}
