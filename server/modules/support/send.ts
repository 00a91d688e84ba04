import type { SupportCategory } from '#contract/support.ts';
import { after, DAY } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { enqueueMail } from '#server/infra/mail.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { operatorMail, receivedMail } from './mails.ts';

export interface SupportDeps {
  /** Where the operator reads what people write. */
  operatorAddress: string;
}

interface Message {
  userId: string | null;
  name: string;
  email: string;
  category: SupportCategory;
  message: string;
}

/** Anyone can type anyone's address, so an address is sent no more confirmations than this in 24 hours. */
export const CONFIRMATIONS_PER_DAY = 3;

/** Keeps a message and tells the sender and the operator, all or nothing. */
export async function sendMessage(
  db: Database,
  { operatorAddress }: SupportDeps,
  { userId, ...message }: Message,
  now: Date,
): Promise<void> {
  const id = newId();
  await transact(db, async (tx) => {
    const earlier = await countRecent(tx, message.email, now);
    await tx
      .insertInto('support_messages')
      .values({ id, user_id: userId, ...message, created_at: now })
      .execute();
    await enqueueMail(tx, operatorMail(operatorAddress, { id, ...message }), now);
    if (earlier < CONFIRMATIONS_PER_DAY) await enqueueMail(tx, receivedMail(message.email), now);
  });
}

async function countRecent(tx: Tx, email: string, now: Date): Promise<number> {
  const row = await tx
    .selectFrom('support_messages')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('email', '=', email)
    .where('created_at', '>', after(now, -DAY))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
