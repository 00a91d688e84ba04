import type { Role } from '#contract/accounts.ts';
import type { ReadActor } from '#server/http/actor.ts';
import { after, DAY, MINUTE } from '#server/infra/clock.ts';
import { prepared } from '#server/infra/prepared.ts';
import type { Database } from '#server/infra/transaction.ts';
import { ABSOLUTE_DAYS, IDLE_DAYS } from './auth.ts';
import type { SessionCookie } from './session-cookie.ts';

const SEEN_EVERY_MS = 5 * MINUTE;

/**
 * The session check of every request: the cookie's signature, then one indexed query. Sessions live on the machine's
 * clock (better-auth's), so a test that moves the domain clock by weeks stays signed in.
 */
export function createReadActor(db: Database, cookie: SessionCookie): ReadActor {
  return async (request) => {
    const token = cookie.read(request);
    if (!token) return null;
    const now = new Date();
    const row = await db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select([
        'sessions.id as sessionId',
        'sessions.updated_at as usedAt',
        'users.id as userId',
        'users.role',
        'users.is_demo as isDemo',
        'users.email',
        'sessions.confirmed_at as confirmedAt',
      ])
      .modifyFront(prepared)
      .where('sessions.token', '=', token)
      .where('sessions.expires_at', '>', now)
      .where('sessions.created_at', '>', after(now, -ABSOLUTE_DAYS * DAY))
      .where('users.banned_at', 'is', null)
      .executeTakeFirst();
    if (!row) return null;
    if (row.usedAt < after(now, -SEEN_EVERY_MS)) await keepAlive(db, row.sessionId, now);
    const { usedAt: _, ...actor } = row;
    return { ...actor, role: actor.role as Role | null };
  };
}

/** Not with every request: the idle timeout starts anew, and the list of sessions shows when this one was last seen. */
async function keepAlive(db: Database, sessionId: string, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ updated_at: now, expires_at: after(now, IDLE_DAYS * DAY) })
    .where('id', '=', sessionId)
    .execute();
}
