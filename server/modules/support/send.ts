import type { UserId } from '#contract/accounts/ids.ts';
import type { SupportCategory } from '#contract/support/support.ts';
import { newId } from '#server/infra/id.ts';
import { enqueueMail } from '#server/infra/mail.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { operatorMail, receivedMail } from './mails.ts';

export interface SupportDeps {
  /** The operator's address for messages from people. */
  operatorAddress: string;
}

interface Message {
  userId: UserId | null;
  name: string;
  email: string;
  category: SupportCategory;
  message: string;
  /**
   * Whether a confirmation may be mailed. Confirmations are limited per address, because anyone can enter
   * anyone's address.
   */
  mayMail: boolean;
}

/** Stores a message and mails the sender and the operator, all in one transaction. */
export async function sendMessage(
  db: Database,
  { operatorAddress }: SupportDeps,
  { userId, mayMail, ...message }: Message,
  now: Date,
): Promise<void> {
  const id = newId();
  await transact(db, async (tx) => {
    await tx
      .insertInto('support_messages')
      .values({ id, user_id: userId, ...message, created_at: now })
      .execute();
    await enqueueMail(tx, operatorMail(operatorAddress, { id, ...message }), now);
    if (mayMail) await enqueueMail(tx, receivedMail(message.email), now);
  });
}
