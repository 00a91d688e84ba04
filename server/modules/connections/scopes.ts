import { analyticsScopes, askedScopes, hasAnalytics } from '#contract/platforms/platform-permissions.ts';
import type { ConnectablePlatform } from '#contract/platforms/platforms.ts';
import type { TokenSet } from './platforms/adapter.ts';

const notIn = (asked: readonly string[], { scopes }: TokenSet): string[] => {
  const granted = scopes?.split(' ') ?? [];
  return asked.filter((scope) => !granted.includes(scope));
};

/**
 * Returns the requested scopes that were not granted. If the platform reports no scopes, all count as
 * granted.
 */
export const missingScopes = (platform: ConnectablePlatform, tokens: TokenSet): string[] =>
  tokens.scopes === null ? [] : notIn(askedScopes(platform), tokens);

/**
 * Returns the scopes for analytics that were not granted. If the platform reports no scopes, none counts as
 * granted.
 */
export const missingForAnalytics = (platform: ConnectablePlatform, tokens: TokenSet): string[] =>
  notIn(analyticsScopes(platform), tokens);

export const coversAnalytics = (platform: ConnectablePlatform, tokens: TokenSet): boolean =>
  hasAnalytics(platform) && missingForAnalytics(platform, tokens).length === 0;
