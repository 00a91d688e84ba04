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

export const askedScopes = (platform: ConnectablePlatform): string[] =>
  Object.keys(platformPermissions[platform]);

/** The permissions of these scopes, each in quotation marks; null when one is of no platform. */
export function permissionNames(scopes: readonly string[]): string | null {
  const all = Object.assign({}, ...connectablePlatforms.map((platform) => platformPermissions[platform]));
  if (scopes.length === 0 || !scopes.every((scope) => Object.hasOwn(all, scope))) return null;
  return scopes.map((scope) => `“${all[scope]}”`).join(', ');
}
