import type { ApiScope } from '#contract/api-keys/api-scopes.ts';
import type { ReadKey } from '#server/http/actor.ts';
import { callerBucket, withinLimit } from '#server/http/rate-limit.ts';
import { after, MINUTE } from '#server/infra/clock.ts';
import { refuse } from '#server/infra/outcome.ts';
import type { Database } from '#server/infra/transaction.ts';
import { findHolder } from './queries.ts';
import { hashOf, isSecret } from './secret.ts';

const USED_EVERY_MS = MINUTE;
const WRONG_PER_MINUTE = 30;

/** Time of the last confirmation of identity: a request by key never counts as confirmed. */
const NEVER = new Date(0);

/**
 * Checks the key of every request under /api/v1. Queries the database each time and caches nothing, so that a
 * revoked key, or a banned person's key, stops working immediately in every process. A key is found by its
 * hash, so the time taken reveals nothing about the key.
 */
export function createReadKey(db: Database, { sessionCookie }: { sessionCookie: string }): ReadKey {
  return async (request) => {
    const header = request.headers.authorization;
    if (header === undefined) return refuse('api_key_required');
    if (request.cookies[sessionCookie] !== undefined) return refuse('credentials_mixed');
    const secret = /^Bearer +(\S+)$/i.exec(header)?.[1] ?? '';
    const now = new Date();
    const holder = isSecret(secret) ? await findHolder(db, hashOf(secret), now) : undefined;
    if (!holder) {
      const mayTry = await withinLimit(db, `wrong API key ${callerBucket(request.ip)}`, WRONG_PER_MINUTE);
      return refuse(mayTry ? 'api_key_invalid' : 'too_many_requests');
    }
    const { keyId, scopes, lastUsedAt, role, ...person } = holder;
    if (!lastUsedAt || lastUsedAt < after(now, -USED_EVERY_MS)) await noteUse(db, keyId, now);
    return {
      ...person,
      role: role as 'host' | 'clipper',
      sessionId: keyId,
      confirmedAt: NEVER,
      needsSecondFactor: false,
      key: { id: keyId, scopes: scopes as ApiScope[] },
    };
  };
}

async function noteUse(db: Database, keyId: string, now: Date): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: now })
    .where('id', '=', keyId)
    .where((is) =>
      is.or([is('last_used_at', 'is', null), is('last_used_at', '<', after(now, -USED_EVERY_MS))]),
    )
    .execute();
}
