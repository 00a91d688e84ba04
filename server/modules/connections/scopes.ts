import { analyticsScopes, askedScopes, hasAnalytics } from '#contract/platform-permissions.ts';
import type { ConnectablePlatform } from '#contract/platforms.ts';
import type { TokenSet } from './platforms/adapter.ts';

const notIn = (asked: readonly string[], { scopes }: TokenSet): string[] => {
  const granted = scopes?.split(' ') ?? [];
  return asked.filter((scope) => !granted.includes(scope));
};

/** What was asked for and not granted; a platform that does not say granted it. */
export const missingScopes = (platform: ConnectablePlatform, tokens: TokenSet): string[] =>
  tokens.scopes === null ? [] : notIn(askedScopes(platform), tokens);

/** The same of what analytics need; a platform that does not say did not grant it. */
export const missingForAnalytics = (platform: ConnectablePlatform, tokens: TokenSet): string[] =>
  notIn(analyticsScopes(platform), tokens);

export const coversAnalytics = (platform: ConnectablePlatform, tokens: TokenSet): boolean =>
  hasAnalytics(platform) && missingForAnalytics(platform, tokens).length === 0;
