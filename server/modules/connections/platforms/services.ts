import type { ConnectablePlatform, PostPlatform } from '#contract/platforms/platforms.ts';

/**
 * Addresses of the platforms. They are origins or bases without a slash at the end, except that youtubeAuth,
 * youtubeToken and youtubeRevoke are whole addresses.
 */
export interface PlatformEndpoints {
  youtubeApi: string;
  youtubeAnalyticsApi: string;
  youtubeAuth: string;
  youtubeToken: string;
  youtubeRevoke: string;
  tiktokAuth: string;
  tiktokApi: string;
  /** TikTok's API for Business, including its version. */
  tiktokBusinessApi: string;
  /** Share links are requested as `<base>/<host>/<path>`; null to use their own hosts. */
  tiktokShort: string | null;
  instagramAuth: string;
  instagramApi: string;
  instagramGraph: string;
  /** The address of Twitch's pages for browsers; the server calls `twitchId`. */
  twitchAuth: string;
  twitchId: string;
  twitchApi: string;
  /** Addresses of players of posts, which a browser shows in a frame. */
  youtubePlayer: string;
  tiktokPlayer: string;
  instagramPlayer: string;
  /** The simulator's folder of posters; null for the platforms' own hosts. */
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

/**
 * Returns the simulator's addresses or, without a simulator, the platforms' own. Configured addresses replace
 * them.
 */
export function platformEndpoints(
  overrides: Partial<Record<keyof PlatformEndpoints, string | null>>,
  simulated: PlatformEndpoints | null,
): PlatformEndpoints {
  const named = Object.fromEntries(Object.entries(overrides).filter(([, address]) => address));
  const twitchAuth = overrides.twitchAuth ?? overrides.twitchId;
  return { ...liveEndpoints, ...simulated, ...named, ...(twitchAuth ? { twitchAuth } : {}) };
}

/** The allowed units of a bucket; a field is null if the platform has no such limit. */
export interface Allowance {
  perDay: number | null;
  perMinute: number | null;
}

/** Allowances by platform and bucket. A bucket without an entry is booked without a limit. */
export type Allowances = Partial<Record<ConnectablePlatform, Record<string, Allowance>>>;

interface PostService {
  /** The bucket that counting views uses. */
  countingBucket: string;
  /**
   * Hosts of posters. All belong to the platform, so no poster's address leads into our network.
   */
  posterHosts: RegExp;
  /**
   * Returns the address of the platform's own player of one post, for a frame. A player starts immediately,
   * because the viewer just clicked on the post.
   */
  player(endpoints: PlatformEndpoints, postId: string): string;
}

/** Differences between the platforms of posts, besides their clients. */
export const postServices: Record<PostPlatform, PostService> = {
  tiktok: {
    countingBucket: 'video/query',
    posterHosts: /\.tiktokcdn(?:-[a-z]{2,4})?\.com$/,
    player: ({ tiktokPlayer }, id) => `${tiktokPlayer}/player/v1/${id}?autoplay=1&rel=0`,
  },
  youtube: {
    countingBucket: 'stats',
    posterHosts: /^i\d?\.ytimg\.com$/,
    player: ({ youtubePlayer }, id) => `${youtubePlayer}/embed/${id}?autoplay=1&playsinline=1&rel=0`,
  },
  instagram: {
    countingBucket: 'graph',
    posterHosts: /\.(?:cdninstagram\.com|fbcdn\.net)$/,
    player: ({ instagramPlayer }, id) => `${instagramPlayer}/p/${id}/embed/`,
  },
};

/** The time zone in which a platform's day of calls begins; UTC if the platform does not document one. */
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
/** Google documents no limit for its Analytics API; each project's console shows its own. */
const YOUTUBE_ANALYTICS_CALLS = 10_000;
const TIKTOK_CALLS = 600;
/**
 * The limit of all methods of the Accounts API together, at the level of a new app
 * (business-api.tiktok.com/portal/docs?id=1738084416214017).
 */
const TIKTOK_BUSINESS_CALLS = 600;

/**
 * Returns the limits that the platforms document or granted this installation. YouTube has two daily buckets,
 * from which each call takes one unit, and one for its Analytics API. TikTok limits each method by the
 * minute, and all methods for Business accounts together. Instagram limits each account and reports when an
 * account's limit is reached.
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
