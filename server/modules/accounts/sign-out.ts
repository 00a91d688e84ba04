import type { Actor } from '#server/http/actor.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { type Tx, transact } from '#server/infra/transaction.ts';
import type { AccountsDeps } from './accounts-deps.ts';

/**
 * Signs a person out on all devices, as specified. In a demo account, which strangers share, signs out this
 * device only.
 */
export async function signOut({ db, auth }: AccountsDeps, actor: Actor): Promise<void> {
  await transact(db, async (tx) => {
    if (actor.isDemo) await tx.deleteFrom('sessions').where('id', '=', actor.sessionId).execute();
    else await auth.inTransaction(tx, (store) => store.deleteUserSessions(actor.userId));
  });
}

/**
 * Ends one session of this person. In a demo account, which strangers share, a caller can end only the
 * current session.
 */
export async function endSession(
  { db }: AccountsDeps,
  actor: Actor,
  id: string,
  now: Date,
): Promise<Outcome<null, 'not_found'>> {
  if (actor.isDemo && id !== actor.sessionId) return refuse('not_found');
  return await transact(db, async (tx) => {
    const ended = await tx
      .deleteFrom('sessions')
      .where('id', '=', id)
      .where('user_id', '=', actor.userId)
      .returning('id')
      .executeTakeFirst();
    if (!ended) return refuse('not_found');
    await auditEnd(tx, actor, 'account.session_ended', now);
    return null;
  });
}

/** Ends every session of this person except the current one. */
export async function endOtherSessions({ db }: AccountsDeps, actor: Actor, now: Date): Promise<void> {
  if (actor.isDemo) return;
  await transact(db, async (tx) => {
    await tx
      .deleteFrom('sessions')
      .where('user_id', '=', actor.userId)
      .where('id', '<>', actor.sessionId)
      .execute();
    await auditEnd(tx, actor, 'account.other_sessions_ended', now);
  });
}

const auditEnd = (tx: Tx, actor: Actor, action: string, now: Date) =>
  writeAudit(tx, actBy(actor.role, actor.userId, now), action, 'user', actor.userId);
