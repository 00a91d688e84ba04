import { analyticsScopes, askedScopes, hasAnalytics } from '#contract/platforms/platform-permissions.ts';
import type { ConnectablePlatform } from '#contract/platforms/platforms.ts';
import type { TokenSet } from './platforms/adapter.ts';

const notIn = (asked: readonly string[], { scopes }: TokenSet): string[] => {
  const granted = scopes?.split(' ') ?? [];
  return asked.filter((scope) => !granted.includes(scope));
};

/** Scopes that were requested and not granted. A platform that does not say has granted them. */
export const missingScopes = (platform: ConnectablePlatform, tokens: TokenSet): string[] =>
  tokens.scopes === null ? [] : notIn(askedScopes(platform), tokens);

/** Scopes for analytics that were not granted. A platform that does not say has not granted them. */
export const missingForAnalytics = (platform: ConnectablePlatform, tokens: TokenSet): string[] =>
  notIn(analyticsScopes(platform), tokens);

export const coversAnalytics = (platform: ConnectablePlatform, tokens: TokenSet): boolean =>
  hasAnalytics(platform) && missingForAnalytics(platform, tokens).length === 0;
