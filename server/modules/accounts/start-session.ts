import type { FastifyReply, FastifyRequest } from 'fastify';
import { transact } from '#server/infra/transaction.ts';
import type { AccountsDeps } from './accounts-deps.ts';

/** Signs a person in: a new token always, and the browser's earlier session ends (session fixation). */
export async function startSession(
  { db, auth, cookie }: AccountsDeps,
  userId: string,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  const earlier = cookie.read(request);
  const { token } = await transact(db, (tx) =>
    auth.within(tx, async (store) => {
      if (earlier) await store.deleteSession(earlier);
      return await store.createSession(userId, false, {
        ipAddress: request.ip,
        userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
      });
    }),
  );
  cookie.set(reply, token);
}
