import type { AccountId } from '#contract/accounts/ids.ts';
import type { Micros } from '#contract/money.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';

export type DepositRail = 'test' | 'bank' | 'stripe';
export type DepositState = 'created' | 'confirmed' | 'failed' | 'disputed' | 'charged_back';

export interface Deposit {
  id: string;
  hostId: AccountId;
  rail: DepositRail;
  state: DepositState;
  amountMicros: Micros;
  reference: string;
  sessionId: string | null;
  checkoutUrl: string | null;
  createdAt: Date;
  confirmedAt: Date | null;
}

/** Reads one deposit without locking it. `hostId` limits the search to that host's deposits. */
export async function findDeposit(
  db: Database | Tx,
  id: string,
  hostId?: AccountId,
): Promise<Deposit | null> {
  let ask = db
    .selectFrom('deposits')
    .select(['id', 'host_id as hostId', 'rail', 'state', 'amount_micros as amountMicros', 'reference'])
    .select(['session_id as sessionId', 'checkout_url as checkoutUrl'])
    .select(['created_at as createdAt', 'confirmed_at as confirmedAt'])
    .where('id', '=', id);
  if (hostId !== undefined) ask = ask.where('host_id', '=', hostId);
  return (await ask.$castTo<Deposit>().executeTakeFirst()) ?? null;
}
