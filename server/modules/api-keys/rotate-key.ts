import { sql } from 'kysely';
import type { ApiKeyRow } from '#contract/api-keys/api-keys.ts';
import type { Actor } from '#server/http/actor.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { after, DAY, HOUR } from '#server/infra/clock.ts';
import { enqueueMail } from '#server/infra/mail.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { keyRotatedMail } from './mails.ts';
import { findKey } from './queries.ts';
import { makeSecret } from './secret.ts';

interface Rotation {
  id: string;
  overlapHours: number;
  expiresInDays: number;
}

/**
 * Gives a key a new secret. The current secret remains valid for the chosen overlap, but not beyond its own
 * expiry. If an older secret was still valid, it becomes invalid immediately.
 */
export async function rotateKey(
  { db, appUrl }: { db: Database; appUrl: string },
  actor: Actor,
  { id, overlapHours, expiresInDays }: Rotation,
  now: Date,
): Promise<Outcome<{ key: ApiKeyRow; secret: string }, 'not_found'>> {
  const { secret, kept } = makeSecret();
  const today = new Date();
  const overlapsUntil = after(today, overlapHours * HOUR);
  return await transact(db, async (tx) => {
    const changed = await tx
      .updateTable('api_keys')
      .set((of) => ({
        ...kept,
        previous_hash: of.ref('secret_hash'),
        previous_until: sql<Date>`least(${overlapsUntil}::timestamptz, expires_at)`,
        expires_at: after(today, expiresInDays * DAY),
      }))
      .where('id', '=', id)
      .where('owner_id', '=', actor.accountId)
      .where('revoked_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!changed) return refuse('not_found');
    await writeAudit(tx, actBy(actor.role, actor.userId, now), 'api_key.rotated', 'api_key', id, {
      overlapHours,
    });
    const key = await findKey(tx, id, today);
    await enqueueMail(tx, keyRotatedMail(actor.email, { ...key, role: actor.role, appUrl }), now);
    return { key, secret };
  });
}
