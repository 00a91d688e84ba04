import type { FastifyReply, FastifyRequest } from 'fastify';
import type { UserId } from '#contract/accounts/ids.ts';
import { isRefusal, type Outcome, refuse } from '#server/infra/outcome.ts';
import { type Tx, transact } from '#server/infra/transaction.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { recordPasskeyUse, type UsedPasskey } from './passkey-use.ts';

/**
 * A person who may sign in, with the hash that the password was checked against; null for a sign-in without a
 * password.
 */
export interface ProvenLogin {
  userId: UserId;
  passwordHash: string | null;
  /** The passkey that signed in; absent for another way. */
  passkey?: UsedPasskey;
}

/**
 * Signs a person in with a new token and ends the browser's earlier session (session fixation). Refuses if
 * the password changed or the passkey was removed during the check, because that change ended all sessions.
 */
export async function startSession(
  { db, auth, cookie }: AccountsDeps,
  login: ProvenLogin,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<Outcome<null, 'login_failed'>> {
  const earlier = cookie.read(request);
  const session = await transact(db, async (tx) => {
    if (!(await stillProven(tx, login))) return refuse('login_failed');
    return await auth.inTransaction(tx, async (store) => {
      if (earlier) await store.deleteSession(earlier);
      return await store.createSession(login.userId, false, {
        ipAddress: request.ip,
        userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
      });
    });
  });
  if (isRefusal(session)) return session;
  cookie.set(reply, session.token);
  return null;
}

/**
 * Whether the password or passkey is still the one that was checked. Locks its row until the session is stored, so that
 * a later change also ends this session.
 */
async function stillProven(tx: Tx, { userId, passwordHash, passkey }: ProvenLogin): Promise<boolean> {
  if (passkey) return await recordPasskeyUse(tx, passkey);
  if (passwordHash === null) return true;
  const same = await tx
    .selectFrom('credentials')
    .select('id')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .where('password', '=', passwordHash)
    .forShare()
    .executeTakeFirst();
  return same !== undefined;
}
