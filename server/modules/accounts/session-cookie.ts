import type { FastifyReply, FastifyRequest } from 'fastify';
import { createSigner, type Secrets } from '#server/infra/secrets.ts';

/** Signs and sets the session cookie in better-auth's format: `<token>.<base64 HMAC-SHA-256>`. */
export interface SessionCookie {
  name: string;
  /** Returns the signed value of a token as in a `Cookie` header, before URL encoding. */
  sign(token: string): string;
  /** Returns the token from a request's cookie; null unless its signature is valid. */
  read(request: FastifyRequest): string | null;
  /** Returns the token in a `Set-Cookie` header of better-auth; null if it sets no session. */
  readSet(header: string): string | null;
  set(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
}

const MAX_AGE_SECONDS = 90 * 86_400;

/**
 * Returns the cookie's name. The prefix `__Host-` binds a cookie to this host over TLS; browsers refuse it
 * without TLS.
 */
export const cookieName = (secure: boolean): string =>
  secure ? '__Host-permille_session' : 'permille_session';

export function createSessionCookie({
  secrets,
  secure,
}: {
  secrets: Secrets;
  secure: boolean;
}): SessionCookie {
  const name = cookieName(secure);
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  const signer = createSigner(secrets, 'sessions');
  const sign = (token: string) => `${token}.${signer.sign(token).toString('base64')}`;

  const tokenIn = (value: string | undefined): string | null => {
    const dot = value?.lastIndexOf('.') ?? -1;
    if (!value || dot < 1) return null;
    const token = value.slice(0, dot);
    return signer.verify(token, Buffer.from(value.slice(dot + 1), 'base64')) ? token : null;
  };

  return {
    name,
    sign,
    read: (request) => tokenIn(request.cookies[name]),
    readSet(header) {
      const [set, value = ''] = header.split(';')[0]!.split('=', 2);
      return set === name ? tokenIn(decodeURIComponent(value)) : null;
    },
    set: (reply, token) => {
      reply.setCookie(name, sign(token), { ...attributes, maxAge: MAX_AGE_SECONDS });
    },
    clear: (reply) => {
      reply.clearCookie(name, attributes);
    },
  };
}
