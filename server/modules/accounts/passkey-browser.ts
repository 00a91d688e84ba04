import type { FastifyReply, FastifyRequest } from 'fastify';
import { PASSKEY_MINUTES } from '#contract/limits.ts';
import { idSchema } from '#contract/wire/primitives.ts';
import { newId } from '#server/infra/id.ts';

/**
 * Remembers in a cookie which browser asked for a challenge, before anybody is signed in. The cookie holds a
 * random id and proves nothing else.
 */
export interface PasskeyBrowser {
  read(request: FastifyRequest): string | null;
  /** Returns the browser's id, and makes one if it has none. */
  remember(at: { request: FastifyRequest; reply: FastifyReply }): string;
}

export function createPasskeyBrowser({ secure }: { secure: boolean }): PasskeyBrowser {
  const name = `${secure ? '__Host-' : ''}permille_passkey`;
  const read = (request: FastifyRequest) => idSchema.safeParse(request.cookies[name]).data ?? null;
  return {
    read,
    remember({ request, reply }) {
      const id = read(request) ?? newId();
      reply.setCookie(name, id, {
        ...{ path: '/', httpOnly: true, sameSite: 'lax', secure },
        maxAge: PASSKEY_MINUTES * 60,
      });
      return id;
    },
  };
}
