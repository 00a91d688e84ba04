import type { UserId } from '#contract/accounts/ids.ts';
import type { SupportState } from '#contract/support/support.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { newId } from '#server/infra/id.ts';
import { enqueueMail } from '#server/infra/mail.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { answerMail } from './mails.ts';

interface Act {
  messageId: string;
  adminId: UserId;
  now: Date;
}

/** Mails an answer and stores it with its message, in the caller's transaction. */
export async function answerMessage(
  tx: Tx,
  act: Act,
  text: string,
): Promise<Outcome<null, 'not_found' | 'support_closed'>> {
  const message = await tx
    .updateTable('support_messages')
    .set({ state: 'answered' })
    .where('id', '=', act.messageId)
    .where('state', '<>', 'closed')
    .returning(['email', 'category', 'message'])
    .executeTakeFirst();
  if (!message) return refuse((await exists(tx, act.messageId)) ? 'support_closed' : 'not_found');
  await tx
    .insertInto('support_answers')
    .values({
      id: newId(),
      message_id: act.messageId,
      admin_id: act.adminId,
      text,
      created_at: act.now,
    })
    .execute();
  await enqueueMail(tx, answerMail(message.email, { text, question: message.message }), act.now);
  await audit(tx, act, 'support.answered');
  return null;
}

/** Closes or reopens a message. Does nothing if it already has that state. */
export async function moveMessage(
  tx: Tx,
  act: Act,
  to: Extract<SupportState, 'open' | 'closed'>,
): Promise<Outcome<null, 'not_found'>> {
  const moved = await tx
    .updateTable('support_messages')
    .set({ state: to })
    .where('id', '=', act.messageId)
    .where('state', '<>', to)
    .returning('id')
    .executeTakeFirst();
  if (!moved) return (await exists(tx, act.messageId)) ? null : refuse('not_found');
  await audit(tx, act, to === 'closed' ? 'support.closed' : 'support.reopened');
  return null;
}

const exists = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.selectFrom('support_messages').select('id').where('id', '=', id).executeTakeFirst()) !==
  undefined;

async function audit(tx: Tx, { messageId, adminId, now }: Act, action: string): Promise<void> {
  await writeAudit(tx, actBy('admin', adminId, now), action, 'support_message', messageId);
}
