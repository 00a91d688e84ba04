import type { UserId } from '#contract/accounts/ids.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { newId } from '#server/infra/id.ts';
import { enqueueMail } from '#server/infra/mail.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import type { SupportDeps } from './send.ts';
import { type TakedownNotice, takedownMail, takedownReceivedMail } from './takedown-mails.ts';

export type NewTakedown = Omit<TakedownNotice, 'id'> & { userId: UserId | null };

/** Stores a takedown request and mails the sender and the operator, all in one transaction. */
export async function requestTakedown(
  db: Database,
  { operatorAddress }: SupportDeps,
  { mayMail, ...request }: NewTakedown & { mayMail: boolean },
  now: Date,
): Promise<void> {
  const id = newId();
  await transact(db, async (tx) => {
    await tx
      .insertInto('takedown_requests')
      .values({
        id,
        user_id: request.userId,
        name: request.name,
        email: request.email,
        on_behalf_of: request.onBehalfOf,
        url: request.url,
        work: request.work,
        signature: request.signature,
        created_at: now,
      })
      .execute();
    await enqueueMail(tx, takedownMail(operatorAddress, { id, ...request }), now);
    if (mayMail) await enqueueMail(tx, takedownReceivedMail(request.email, id), now);
  });
}

interface Act {
  requestId: string;
  adminId: UserId;
  now: Date;
}

type Refused = 'not_found' | 'changed_meanwhile';

/** Notes how a request was handled, which closes it. */
export async function handleTakedown(tx: Tx, act: Act, note: string): Promise<Outcome<null, Refused>> {
  const handled = await tx
    .updateTable('takedown_requests')
    .set({ handled_at: act.now, handled_by: act.adminId, handled_note: note })
    .where('id', '=', act.requestId)
    .where('handled_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!handled) return await whyNot(tx, act);
  await audit(tx, act, 'takedown.handled', { note });
  return null;
}

export async function reopenTakedown(tx: Tx, act: Act): Promise<Outcome<null, Refused>> {
  const reopened = await tx
    .updateTable('takedown_requests')
    .set({ handled_at: null, handled_by: null, handled_note: null })
    .where('id', '=', act.requestId)
    .where('handled_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  if (!reopened) return await whyNot(tx, act);
  await audit(tx, act, 'takedown.reopened', {});
  return null;
}

async function whyNot(tx: Tx, { requestId }: Act) {
  const row = await tx
    .selectFrom('takedown_requests')
    .select('id')
    .where('id', '=', requestId)
    .executeTakeFirst();
  return refuse(row ? 'changed_meanwhile' : 'not_found');
}

const audit = (
  tx: Tx,
  { requestId, adminId, now }: Act,
  action: string,
  data: Record<string, unknown>,
): Promise<void> => writeAudit(tx, actBy('admin', adminId, now), action, 'takedown_request', requestId, data);
