import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { formatUsd, type Micros, micros } from '#contract/money.ts';
import { decideMoneyAct, type MoneyAct, type MoneyRefusal } from '#server/infra/money-act.ts';
import type { Tx } from '#server/infra/transaction.ts';
import type { Act } from './audit.ts';
import { requestedTogether } from './queries.ts';

interface Moved {
  clipper_id: AccountId;
  amount_micros: bigint;
}

const summaries = {
  'payout.leave': (usd: string) => `a payout of ${usd} leaves.`,
  'payout.failed': (usd: string) => `a payout of ${usd} failed and is available again.`,
  'payout.returned': (usd: string) => `a payout of ${usd} came back and is available again.`,
  'payout.resend': (usd: string) => `${usd} of a closed account goes to another address.`,
};

/**
 * Applies the two-admin rule to an admin's act on a payout. The demo acts without an admin, so the rule does
 * not apply to it.
 */
export async function decidePayoutAct(
  tx: Tx,
  kind: keyof typeof summaries,
  { payoutId, actorId, now }: Act,
  payout: Moved,
  terms: MoneyAct['terms'] = {},
): Promise<MoneyRefusal | null> {
  if (actorId === null) return null;
  const amountMicros = micros(payout.amount_micros);
  const leaves = kind === 'payout.leave';
  return await decideMoneyAct(tx, {
    kind,
    subjectId: payoutId,
    adminId: actorId,
    shares: [{ accountId: payout.clipper_id, amountMicros }],
    ...(leaves && { once: true, requestedMicros: await requestedWith(tx, payoutId) }),
    terms,
    summary: summaries[kind](formatUsd(amountMicros)),
    now,
  });
}

/** Returns the amount of this payout and of its clipper's requests in the 24 hours before it. */
async function requestedWith(tx: Tx, payoutId: string): Promise<Micros> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(${requestedTogether}, 0)::bigint as sum from payouts p where p.id = ${payoutId}`.execute(
    tx,
  );
  return micros(rows[0]?.sum ?? 0n);
}
