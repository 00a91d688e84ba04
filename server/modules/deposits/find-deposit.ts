import { type Micros, micros } from '#contract/money.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';

export type DepositRail = 'test' | 'bank' | 'stripe';
export type DepositState = 'created' | 'confirmed' | 'failed' | 'disputed' | 'charged_back';

export interface Deposit {
  id: string;
  hostId: string;
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
export async function findDeposit(db: Database | Tx, id: string, hostId?: string): Promise<Deposit | null> {
  let ask = db
    .selectFrom('deposits')
    .select(['host_id', 'rail', 'state', 'amount_micros', 'reference', 'session_id', 'checkout_url'])
    .select(['created_at', 'confirmed_at'])
    .where('id', '=', id);
  if (hostId !== undefined) ask = ask.where('host_id', '=', hostId);
  const row = await ask.executeTakeFirst();
  if (!row) return null;
  return {
    id,
    hostId: row.host_id,
    rail: row.rail as DepositRail,
    state: row.state as DepositState,
    amountMicros: micros(row.amount_micros),
    reference: row.reference,
    sessionId: row.session_id,
    checkoutUrl: row.checkout_url,
    createdAt: row.created_at,
    confirmedAt: row.confirmed_at,
  };
}

export async function emailOf(tx: Database | Tx, userId: string): Promise<string> {
  const row = await tx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow();
  return row.email;
}
