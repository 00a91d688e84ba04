import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { cutToCents, type Micros, micros, ZERO_MICROS } from '#contract/money.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { balanceOf, clipperAvailable, host, post, rounding } from '#server/modules/ledger/ledger.ts';
import { auditPayout } from './audit.ts';
import { record } from './check-accounts.ts';
import { startPayout } from './start-payout.ts';

interface Closing {
  accountId: AccountId;
  /** The person who closes the account. */
  userId: UserId;
}

/**
 * Empties the accounts of a person who leaves: whole cents of the available balance are paid to the payment
 * email, and the rest below one cent is booked as rounding. The caller has locked the accounts and made sure
 * that there is an address.
 * @param problem why the accounts that earned the money are not verified; the payout then waits for an admin
 * @throws when there are whole cents and no address
 */
export async function closeBalance(
  tx: Tx,
  closing: Closing,
  { now, problem }: { now: Date; problem: string | null },
): Promise<void> {
  const { accountId } = closing;
  const available = await balanceOf(tx, clipperAvailable(accountId));
  const leaving = cutToCents(available);
  if (leaving > ZERO_MICROS) {
    const payoutId = await payOut(tx, closing, leaving, now);
    await record(tx, payoutId, problem, now);
  }
  const rests = [
    { debit: clipperAvailable(accountId), amountMicros: micros(available - leaving) },
    { debit: host(accountId), amountMicros: await balanceOf(tx, host(accountId)) },
  ].filter(({ amountMicros }) => amountMicros > ZERO_MICROS);
  if (rests.length === 0) return;
  const posted = await post(tx, {
    key: `account.closed:${accountId}`,
    kind: 'account.closed',
    occurredAt: now,
    transfers: rests.map((rest) => ({ ...rest, credit: rounding, subjectId: accountId })),
  });
  if (posted !== 'posted') throw new Error(`the rest of ${accountId} was not booked: ${posted}`);
}

async function payOut(
  tx: Tx,
  { accountId, userId }: Closing,
  amountMicros: Micros,
  now: Date,
): Promise<string> {
  const { email } = await tx
    .selectFrom('payout_addresses')
    .select('email')
    .where('user_id', '=', accountId)
    .executeTakeFirstOrThrow();
  const act = { clipperId: accountId, cause: 'closing', amountMicros, destination: email, now } as const;
  const id = await startPayout(tx, act);
  await auditPayout(
    tx,
    'clipper',
    'payout.requested',
    { payoutId: id, actorId: userId, now },
    {
      amountMicros,
      cause: 'closing',
    },
  );
  return id;
}
