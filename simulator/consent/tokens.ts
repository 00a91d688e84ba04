import { createHash } from 'node:crypto';
import type { Service, Token } from '../state.ts';
import { nextOpaque, type World } from '../world.ts';

const codeMinutes = 10;

export interface CodeRequest {
  service: Service;
  accountId: string;
  clientId: string;
  redirectUri: string;
  scope: string[];
  codeChallenge: string | null;
}

/**
 * Makes the code that the platform sends to the app after "Allow". A code is valid for 10 minutes and works
 * once.
 */
export function grantCode(world: World, request: CodeRequest): string {
  const code = nextOpaque(world, 'code', 48);
  world.state.codes.push({ ...request, code, expiresAt: inSeconds(world, codeMinutes * 60) });
  return code;
}

export interface Redemption {
  service: Service;
  code: string | null;
  clientId: string | null;
  redirectUri: string | null;
  codeVerifier: string | null;
  challengeEncoding: 'base64url' | 'hex';
}

/**
 * Redeems a code and returns its consent. Null when the code, client, redirect address or verifier does not
 * match.
 */
export function redeemCode(world: World, redemption: Redemption): CodeRequest | null {
  const index = world.state.codes.findIndex(
    (one) => one.service === redemption.service && one.code === redemption.code,
  );
  const found = world.state.codes[index];
  if (found === undefined) return null;
  world.state.codes.splice(index, 1);
  const fits =
    found.expiresAt > world.clock.now().toISOString() &&
    found.clientId === redemption.clientId &&
    found.redirectUri === redemption.redirectUri &&
    (found.codeChallenge === null || found.codeChallenge === challengeOf(redemption));
  return fits ? found : null;
}

const challengeOf = ({ codeVerifier, challengeEncoding }: Redemption): string =>
  createHash('sha256')
    .update(codeVerifier ?? '')
    .digest(challengeEncoding);

export type Issue = Pick<Token, 'service' | 'kind' | 'grant' | 'accountId' | 'clientId' | 'scope'>;

/** Makes a new token that is valid for the given seconds. */
export function issueToken(world: World, issue: Issue, prefix: string, seconds: number): string {
  const token = `${prefix}${nextOpaque(world, 'token', 56)}`;
  world.state.tokens.push({
    service: issue.service,
    kind: issue.kind,
    grant: issue.grant,
    accountId: issue.accountId,
    clientId: issue.clientId,
    scope: issue.scope,
    token,
    issuedAt: world.clock.now().toISOString(),
    expiresAt: inSeconds(world, seconds),
  });
  return token;
}

/** Returns the valid token of that service, or null. Removes an expired token. */
export function findToken(world: World, service: Service, token: string | null): Token | null {
  const now = world.clock.now().toISOString();
  world.state.tokens = world.state.tokens.filter((one) => one.expiresAt > now);
  return world.state.tokens.find((one) => one.service === service && one.token === token) ?? null;
}

/** Ends a single token, as happens to a refresh token when it is replaced. */
export function endToken(world: World, token: Token): void {
  world.state.tokens = world.state.tokens.filter((one) => one !== token);
}

/** Ends every token of a token's consent. Returns false when the token is unknown. */
export function revokeToken(world: World, service: Service, token: string | null): boolean {
  const found = findToken(world, service, token);
  if (found === null) return false;
  world.state.tokens = world.state.tokens.filter((one) => one.grant !== found.grant);
  return true;
}

/** Revokes all tokens of an account, as when the user removes the app in the platform's settings. */
export function disconnectAccount(world: World, service: Service, accountId: string): void {
  world.state.tokens = world.state.tokens.filter(
    (one) => one.service !== service || one.accountId !== accountId,
  );
}

/** Removes one permission from all tokens of an account. */
export function withdrawScope(world: World, service: Service, accountId: string, scope: string): void {
  for (const token of world.state.tokens) {
    if (token.service !== service || token.accountId !== accountId) continue;
    token.scope = token.scope.filter((one) => one !== scope);
  }
}

function inSeconds(world: World, seconds: number): string {
  return new Date(world.clock.now().getTime() + seconds * 1000).toISOString();
}
