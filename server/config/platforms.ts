import type { z } from 'zod';
import type { ConnectablePlatform } from '#contract/platforms/platforms.ts';
import { baseUrl, key, wholeNumber } from './values.ts';

/** Variables of the platforms: their keys, their quotas, and URLs that replace their own. */
export const platformVariables = {
  YOUTUBE_CLIENT_ID: key,
  YOUTUBE_CLIENT_SECRET: key,
  YOUTUBE_DAILY_UNITS: wholeNumber,
  YOUTUBE_ANALYTICS_DAILY_CALLS: wholeNumber,
  YOUTUBE_BASE: baseUrl,
  YOUTUBE_ANALYTICS_BASE: baseUrl,
  YOUTUBE_AUTH_BASE: baseUrl,
  YOUTUBE_TOKEN_BASE: baseUrl,
  YOUTUBE_REVOKE_BASE: baseUrl,
  TIKTOK_CLIENT_KEY: key,
  TIKTOK_CLIENT_SECRET: key,
  TIKTOK_CALLS_PER_MINUTE: wholeNumber,
  TIKTOK_BUSINESS_APP_ID: key,
  TIKTOK_BUSINESS_SECRET: key,
  TIKTOK_BUSINESS_CALLS_PER_MINUTE: wholeNumber,
  TIKTOK_AUTH_BASE: baseUrl,
  TIKTOK_API_BASE: baseUrl,
  TIKTOK_BUSINESS_BASE: baseUrl,
  TIKTOK_SHORT_BASE: baseUrl,
  INSTAGRAM_CLIENT_ID: key,
  INSTAGRAM_CLIENT_SECRET: key,
  INSTAGRAM_DAILY_CALLS: wholeNumber,
  IG_AUTH_BASE: baseUrl,
  IG_API_BASE: baseUrl,
  IG_GRAPH_BASE: baseUrl,
  TWITCH_CLIENT_ID: key,
  TWITCH_CLIENT_SECRET: key,
  TWITCH_ID_BASE: baseUrl,
  TWITCH_API_BASE: baseUrl,
};

type Variable = keyof typeof platformVariables;
type Values = { [Name in Variable]?: z.output<(typeof platformVariables)[Name]> };

/** The two variables of each platform, which must be set together; without them the platform is off. */
export const platformPairs: Record<ConnectablePlatform, [Variable, Variable]> = {
  youtube: ['YOUTUBE_CLIENT_ID', 'YOUTUBE_CLIENT_SECRET'],
  tiktok: ['TIKTOK_CLIENT_KEY', 'TIKTOK_CLIENT_SECRET'],
  instagram: ['INSTAGRAM_CLIENT_ID', 'INSTAGRAM_CLIENT_SECRET'],
  twitch: ['TWITCH_CLIENT_ID', 'TWITCH_CLIENT_SECRET'],
};

/** For each platform endpoint, the variable that replaces its URL. */
export const platformEndpoints = {
  youtubeApi: 'YOUTUBE_BASE',
  youtubeAnalyticsApi: 'YOUTUBE_ANALYTICS_BASE',
  youtubeAuth: 'YOUTUBE_AUTH_BASE',
  youtubeToken: 'YOUTUBE_TOKEN_BASE',
  youtubeRevoke: 'YOUTUBE_REVOKE_BASE',
  tiktokAuth: 'TIKTOK_AUTH_BASE',
  tiktokApi: 'TIKTOK_API_BASE',
  tiktokBusinessApi: 'TIKTOK_BUSINESS_BASE',
  tiktokShort: 'TIKTOK_SHORT_BASE',
  instagramAuth: 'IG_AUTH_BASE',
  instagramApi: 'IG_API_BASE',
  instagramGraph: 'IG_GRAPH_BASE',
  twitchId: 'TWITCH_ID_BASE',
  twitchApi: 'TWITCH_API_BASE',
} as const satisfies Record<string, Variable>;

export interface OauthKeys {
  clientId: string;
  clientSecret: string;
}

export const oauthKeys = (clientId?: string, clientSecret?: string): OauthKeys | null =>
  clientId && clientSecret ? { clientId, clientSecret } : null;

/** Returns the keys of each platform; null for a platform that is not configured. */
export function platformKeys(values: Values) {
  const tiktok = oauthKeys(values.TIKTOK_CLIENT_KEY, values.TIKTOK_CLIENT_SECRET);
  const { TIKTOK_BUSINESS_APP_ID: appId, TIKTOK_BUSINESS_SECRET: secret } = values;
  const business = appId && secret ? { appId, secret } : null;
  return {
    youtube: oauthKeys(values.YOUTUBE_CLIENT_ID, values.YOUTUBE_CLIENT_SECRET),
    tiktok: tiktok && { clientKey: tiktok.clientId, clientSecret: tiktok.clientSecret, business },
    instagram: oauthKeys(values.INSTAGRAM_CLIENT_ID, values.INSTAGRAM_CLIENT_SECRET),
    twitch: oauthKeys(values.TWITCH_CLIENT_ID, values.TWITCH_CLIENT_SECRET),
  } satisfies Record<ConnectablePlatform, object | null>;
}

/**
 * Quotas that the platforms granted to this installation, in units a day, calls a minute and calls a day;
 * null for the documented default.
 */
export const platformQuotas = (values: Values) => ({
  youtubeDailyUnits: values.YOUTUBE_DAILY_UNITS ?? null,
  youtubeAnalyticsDailyCalls: values.YOUTUBE_ANALYTICS_DAILY_CALLS ?? null,
  tiktokCallsPerMinute: values.TIKTOK_CALLS_PER_MINUTE ?? null,
  tiktokBusinessCallsPerMinute: values.TIKTOK_BUSINESS_CALLS_PER_MINUTE ?? null,
  instagramDailyCalls: values.INSTAGRAM_DAILY_CALLS ?? null,
});
