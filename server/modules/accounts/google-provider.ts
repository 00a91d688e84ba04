import type { GenericOAuthConfig } from 'better-auth/plugins/generic-oauth';

export interface GoogleOptions {
  clientId: string;
  clientSecret: string;
  /** URL of a simulator that replaces Google; null to use Google. */
  issuer: string | null;
}

/**
 * Google's addresses, copied from https://accounts.google.com/.well-known/openid-configuration, so that a
 * start needs no network.
 */
const GOOGLE = {
  authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenUrl: 'https://oauth2.googleapis.com/token',
  userInfoUrl: 'https://openidconnect.googleapis.com/v1/userinfo',
};

export function googleProvider({ clientId, clientSecret, issuer }: GoogleOptions): GenericOAuthConfig {
  return {
    providerId: 'google',
    clientId,
    clientSecret,
    scopes: ['openid', 'email', 'profile'],
    pkce: true,
    // An address that Google has not verified may belong to somebody else.
    requireEmailVerification: true,
    accountSubject: ({ profile }) => String(profile.sub),
    ...(issuer ? { discoveryUrl: `${issuer}/.well-known/openid-configuration` } : GOOGLE),
  };
}
