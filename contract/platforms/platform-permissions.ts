import { type ConnectablePlatform, connectablePlatforms } from './platforms.ts';

/**
 * The OAuth scopes requested from each platform, each with about the words of the platform's consent page.
 * Only scopes that the server uses are requested, so Twitch, which identifies an account without a scope, has
 * none.
 */
export const platformPermissions: Record<ConnectablePlatform, Readonly<Record<string, string>>> = {
  tiktok: {
    'user.info.basic': 'Read your profile info',
    'user.info.profile': 'Read your additional profile information',
    'user.info.stats': 'Read your profile engagement statistics',
    'video.list': 'Read your public videos',
  },
  youtube: { 'https://www.googleapis.com/auth/youtube.readonly': 'View your YouTube account' },
  instagram: {
    instagram_business_basic: 'View profile and access media',
    instagram_business_manage_insights: 'View insights',
  },
  twitch: {},
};

interface ReleasedAnalytics {
  /** Scopes beyond those above; empty if those suffice. */
  scopes: Readonly<Record<string, string>>;
  /** The delay of the platform's figures, to complete "figures are …". */
  delay: string;
  /** A sentence on the condition for figures; absent if the platform always shows them. */
  shownIf?: string;
}

/**
 * Analytics that an account's owner can release. A platform is missing if the server reads no analytics
 * there.
 */
export const releasedAnalytics: Partial<Record<ConnectablePlatform, ReleasedAnalytics>> = {
  youtube: {
    scopes: {
      'https://www.googleapis.com/auth/yt-analytics.readonly':
        'View YouTube Analytics reports for your YouTube content',
    },
    delay: 'two to three days late',
  },
  instagram: { scopes: {}, delay: 'up to two days late' },
  // A separate TikTok app requests these scopes, for the API for Business. No document shows the words of its
  // consent page.
  tiktok: {
    scopes: {
      'user.info.basic': 'Read your profile info',
      'user.info.username': 'Read your username',
      'video.list': 'Read your public videos',
      'video.insights': 'Read the insights of your videos',
    },
    delay: 'one to two days late',
    shownIf: 'TikTok shows them where the account’s owner turned on Analytics in its app. ',
  },
};

/** Whether an account on this platform can release its analytics. */
export const hasAnalytics = (platform: ConnectablePlatform): boolean => platform in releasedAnalytics;

export const askedScopes = (platform: ConnectablePlatform): string[] =>
  Object.keys(platformPermissions[platform]);
export const analyticsScopes = (platform: ConnectablePlatform): string[] =>
  Object.keys(releasedAnalytics[platform]?.scopes ?? {});

/**
 * Returns the permissions for these scopes, each in quotation marks, or null if one of the scopes is unknown.
 */
export function permissionNames(scopes: readonly string[]): string | null {
  const all = Object.assign(
    {},
    ...connectablePlatforms.flatMap((platform) => [
      platformPermissions[platform],
      releasedAnalytics[platform]?.scopes,
    ]),
  );
  if (scopes.length === 0 || !scopes.every((scope) => Object.hasOwn(all, scope))) return null;
  return scopes.map((scope) => `“${all[scope]}”`).join(', ');
}
