import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Binds the cookie to the account's current password, so a new password makes every browser unknown again. */
export interface KnownLogin {
  userId: string;
  passwordHash: string;
}

/**
 * Remembers which accounts a browser has been signed in to. It opens nothing: it only lets the browser try passwords while
 * guesses from elsewhere are held back.
 */
export interface DeviceCookie {
  /** Names the browser when it has been signed in to this account; null otherwise. */
  knows(request: FastifyRequest, login: KnownLogin): string | null;
  remember(at: { request: FastifyRequest; reply: FastifyReply }, login: KnownLogin): void;
  /** Whether the browser was ever signed in here; if not, the database need not be asked to which accounts. */
  isCarried(request: FastifyRequest): boolean;
}

/** The longest that browsers keep a cookie. */
export const DEVICE_DAYS = 400;
const MAX_AGE_SECONDS = DEVICE_DAYS * 86_400;
const ACCOUNTS = 5;

export function createDeviceCookie({ secret, secure }: { secret: string; secure: boolean }): DeviceCookie {
  const name = secure ? '__Host-permille_device' : 'permille_device';
  const sign = (nonce: string, { userId, passwordHash }: KnownLogin): Buffer =>
    createHmac('sha256', secret).update(`device ${nonce} ${userId} ${passwordHash}`).digest();
  const entries = (request: FastifyRequest): string[] =>
    (request.cookies[name] ?? '').split('~').filter(Boolean).slice(0, ACCOUNTS);

  const knows: DeviceCookie['knows'] = (request, login) => {
    for (const entry of entries(request)) {
      const [nonce = '', signature = ''] = entry.split('.');
      const given = Buffer.from(signature, 'base64url');
      const expected = sign(nonce, login);
      if (given.length === expected.length && timingSafeEqual(given, expected)) return nonce;
    }
    return null;
  };
  return {
    knows,
    isCarried: (request) => entries(request).length > 0,
    remember({ request, reply }, login) {
      if (knows(request, login)) return;
      const nonce = randomBytes(12).toString('base64url');
      const entry = `${nonce}.${sign(nonce, login).toString('base64url')}`;
      const value = [entry, ...entries(request)].slice(0, ACCOUNTS).join('~');
      reply.setCookie(name, value, {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure,
        maxAge: MAX_AGE_SECONDS,
      });
    },
  };
}
