import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Signs and places the session cookie in the form better-auth uses: `<token>.<base64 HMAC-SHA-256>`. */
export interface SessionCookie {
  name: string;
  /** The signed value of a token, as it stands in a `Cookie` header before URL encoding. */
  sign(token: string): string;
  /** The token of a request's cookie, when its signature is ours. */
  read(request: FastifyRequest): string | null;
  set(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
}

const MAX_AGE_SECONDS = 90 * 86_400;

/** `__Host-` binds a cookie to this very host over TLS; without TLS browsers refuse the prefix. */
export const cookieName = (secure: boolean): string =>
  secure ? '__Host-permille_session' : 'permille_session';

export function createSessionCookie({ secret, secure }: { secret: string; secure: boolean }): SessionCookie {
  const name = cookieName(secure);
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  const signature = (token: string) => createHmac('sha256', secret).update(token).digest();
  const sign = (token: string) => `${token}.${signature(token).toString('base64')}`;

  return {
    name,
    sign,
    read(request) {
      const value = request.cookies[name];
      const dot = value?.lastIndexOf('.') ?? -1;
      if (!value || dot < 1) return null;
      const token = value.slice(0, dot);
      const given = Buffer.from(value.slice(dot + 1), 'base64');
      const expected = signature(token);
      return given.length === expected.length && timingSafeEqual(given, expected) ? token : null;
    },
    set: (reply, token) => {
      reply.setCookie(name, sign(token), { ...attributes, maxAge: MAX_AGE_SECONDS });
    },
    clear: (reply) => {
      reply.clearCookie(name, attributes);
    },
  };
}
