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

/**
 * Additional scopes for an account whose owner releases its analytics. Empty if the scopes above suffice; a
 * platform is missing if the server reads no analytics there.
 */
export const analyticsPermissions: Partial<Record<ConnectablePlatform, Readonly<Record<string, string>>>> = {
  youtube: {
    'https://www.googleapis.com/auth/yt-analytics.readonly':
      'View YouTube Analytics reports for your YouTube content',
  },
  instagram: {},
  // A separate TikTok app requests these scopes, for the API for Business. No document shows the words of its
  // consent page.
  tiktok: {
    'user.info.basic': 'Read your profile info',
    'user.info.username': 'Read your username',
    'video.list': 'Read your public videos',
    'video.insights': 'Read the insights of your videos',
  },
};

/** Whether an account on this platform can release its analytics. */
export const hasAnalytics = (platform: ConnectablePlatform): boolean => platform in analyticsPermissions;

export const askedScopes = (platform: ConnectablePlatform): string[] =>
  Object.keys(platformPermissions[platform]);
export const analyticsScopes = (platform: ConnectablePlatform): string[] =>
  Object.keys(analyticsPermissions[platform] ?? {});

/**
 * Returns the permissions for these scopes, each in quotation marks, or null if one of the scopes is unknown.
 */
export function permissionNames(scopes: readonly string[]): string | null {
  const all = Object.assign(
    {},
    ...connectablePlatforms.flatMap((platform) => [
      platformPermissions[platform],
      analyticsPermissions[platform],
    ]),
  );
  if (scopes.length === 0 || !scopes.every((scope) => Object.hasOwn(all, scope))) return null;
  return scopes.map((scope) => `“${all[scope]}”`).join(', ');
}
