import type { FastifyReply, FastifyRequest } from 'fastify';
import type { UserId } from '#contract/accounts/ids.ts';
import { createSigner, type Secrets } from '#server/infra/secrets.ts';

/** Time in which a person who signed in with Google must enter the code of the second factor. */
const MINUTES = 10;

/** Remembers in a signed cookie that Google signed a person in who still has to enter a code. */
export interface GoogleProof {
  keep(reply: FastifyReply, userId: UserId): void;
  /** Returns the person's id; null if there is no valid cookie. */
  read(request: FastifyRequest): UserId | null;
  clear(reply: FastifyReply): void;
}

export function createGoogleProof({ secrets, secure }: { secrets: Secrets; secure: boolean }): GoogleProof {
  const name = `${secure ? '__Host-' : ''}permille_google`;
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  const signer = createSigner(secrets, 'browsers');
  const textOf = (userId: string, until: number) => `signed in by google ${userId} ${until}`;
  return {
    keep(reply, userId) {
      const until = Date.now() + MINUTES * 60_000;
      const signature = signer.sign(textOf(userId, until)).toString('base64url');
      reply.setCookie(name, `${userId}.${until}.${signature}`, { ...attributes, maxAge: MINUTES * 60 });
    },
    read(request) {
      const [userId = '', until = '', signature = ''] = (request.cookies[name] ?? '').split('.');
      const isSigned = signer.verify(textOf(userId, Number(until)), Buffer.from(signature, 'base64url'));
      return isSigned && Number(until) > Date.now() ? (userId as UserId) : null;
    },
    clear: (reply) => {
      reply.clearCookie(name, attributes);
    },
  };
}
