import { sql } from 'kysely';
import type { Role } from '#contract/accounts/accounts.ts';
import type { ReadActor } from '#server/http/actor.ts';
import { BatchedReads } from '#server/infra/batched-reads.ts';
import { after, DAY, MINUTE } from '#server/infra/clock.ts';
import { prepared } from '#server/infra/prepared.ts';
import type { Database } from '#server/infra/transaction.ts';
import { ABSOLUTE_DAYS, IDLE_DAYS } from './auth.ts';
import type { SessionCookie } from './session-cookie.ts';

const SEEN_EVERY_MS = 5 * MINUTE;

/**
 * Checks the session of every request: verifies the cookie's signature, then looks up the sessions of all
 * concurrent requests in one query. Session expiry uses the machine's clock, as better-auth does, so a test
 * that moves the domain clock by weeks stays signed in.
 */
export function createReadActor(
  db: Database,
  cookie: SessionCookie,
  { requireSecondFactor }: { requireSecondFactor: boolean },
): ReadActor {
  const sessions = new BatchedReads((tokens) => findSessions(db, tokens));
  return async (request, also) => {
    const token = cookie.read(request);
    const session = token && (await sessions.get(token));
    if (!session) return null;
    const { usedAt, token: _, lacksSecondFactor, ...actor } = session;
    const needsSecondFactor = requireSecondFactor && lacksSecondFactor;
    if (needsSecondFactor && !also?.withoutSecondFactor) return null;
    const now = new Date();
    if (usedAt < after(now, -SEEN_EVERY_MS)) await keepAlive(db, actor.sessionId, now);
    return { ...actor, role: actor.role as Role | null, needsSecondFactor };
  };
}

const lacksSecondFactor = sql<boolean>`users.role is not distinct from 'admin' and not exists
  (select from second_factors f where f.user_id = users.id and f.confirmed_at is not null)`;

/** Selects live sessions of people who are not banned and whose account is not closed. */
function liveSessions(db: Database) {
  const now = new Date();
  return (
    db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      // A personal account has its person's id.
      .innerJoin('accounts', 'accounts.id', 'sessions.user_id')
      .where('sessions.expires_at', '>', now)
      .where('sessions.created_at', '>', after(now, -ABSOLUTE_DAYS * DAY))
      .where('users.banned_at', 'is', null)
      .where('users.closed_at', 'is', null)
      .where('accounts.banned_at', 'is', null)
      .where('accounts.closed_at', 'is', null)
  );
}

/**
 * Returns the role of each of these sessions that is live, by session id. Used by connections that stay open
 * longer than a request.
 */
export async function rolesOfSessions(db: Database, ids: string[]): Promise<Map<string, string | null>> {
  const rows = await liveSessions(db)
    .select(['sessions.id', 'accounts.role'])
    .modifyFront(prepared)
    .where('sessions.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, role }) => [id, role]));
}

async function findSessions(db: Database, tokens: string[]) {
  const rows = await liveSessions(db)
    .select([
      'sessions.token',
      'sessions.id as sessionId',
      'sessions.updated_at as usedAt',
      'users.id as userId',
      'accounts.id as accountId',
      'accounts.role',
      'accounts.is_demo as isDemo',
      'users.email',
      'sessions.confirmed_at as confirmedAt',
      lacksSecondFactor.as('lacksSecondFactor'),
    ])
    .modifyFront(prepared)
    // A single token is compared with `=`, so that the plan uses the index even if it was made when the table
    // was nearly empty.
    .where('sessions.token', '=', tokens.length === 1 ? tokens[0]! : sql<string>`any(${tokens}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.token, row]));
}

/** Restarts the idle timeout and records the last use. Not every request calls this, which saves writes. */
async function keepAlive(db: Database, sessionId: string, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ updated_at: now, expires_at: after(now, IDLE_DAYS * DAY) })
    .where('id', '=', sessionId)
    .execute();
}
