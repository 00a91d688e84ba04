import { type ConnectablePlatform, connectablePlatforms } from './platforms.ts';

/**
 * What each platform is asked for, by the names of its scopes, in about the words of its own consent page. Nothing is
 * asked that nothing here reads: a Twitch account says who it is without any.
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
 * What is asked for besides when the owner of an account releases its analytics: empty where the permissions above suffice,
 * absent where nothing here reads any.
 */
export const analyticsPermissions: Partial<Record<ConnectablePlatform, Readonly<Record<string, string>>>> = {
  youtube: {
    'https://www.googleapis.com/auth/yt-analytics.readonly':
      'View YouTube Analytics reports for your YouTube content',
  },
  instagram: {},
  // Asked for by another app, of the API for Business; how its page words them, no document says.
  tiktok: {
    'user.info.basic': 'Read your profile info',
    'user.info.username': 'Read your username',
    'video.list': 'Read your public videos',
    'video.insights': 'Read the insights of your videos',
  },
};

/** Whether its platform's analytics can be released. */
export const hasAnalytics = (platform: ConnectablePlatform): boolean => platform in analyticsPermissions;

export const askedScopes = (platform: ConnectablePlatform): string[] =>
  Object.keys(platformPermissions[platform]);
export const analyticsScopes = (platform: ConnectablePlatform): string[] =>
  Object.keys(analyticsPermissions[platform] ?? {});

/** The permissions of these scopes, each in quotation marks; null when one is of no platform. */
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
