import { sql } from 'kysely';
import { WITHDRAWAL_DUE_HOURS, WITHDRAWAL_MIN } from '#contract/limits.ts';
import { cutToCents } from '#contract/money.ts';
import type { PayoutRow } from '#contract/payouts.ts';
import { writeAudit } from '#server/infra/audit.ts';
import { after, HOUR } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { balanceOf, clipperAvailable, lock, payoutAccount, post } from '#server/modules/ledger/ledger.ts';
import { findPayout, isAdult } from './queries.ts';

type Refused =
  | 'withdrawal_minimum'
  | 'age_unconfirmed'
  | 'payout_email_missing'
  | 'payout_email_waiting'
  | 'payout_open';

/** Starts the payout of everything available in whole cents; what is under a cent stays. */
export async function withdraw(tx: Tx, clipperId: string, now: Date): Promise<Outcome<PayoutRow, Refused>> {
  // Whoever withdraws at the same moment waits here and then sees this payout.
  await lock(tx, [clipperAvailable(clipperId)]);
  const open = await tx
    .selectFrom('payouts')
    .select('id')
    .where('clipper_id', '=', clipperId)
    .where('state', 'in', ['requested', 'processing'])
    .executeTakeFirst();
  if (open) return refuse('payout_open');
  const amountMicros = cutToCents(await balanceOf(tx, clipperAvailable(clipperId)));
  if (amountMicros < WITHDRAWAL_MIN) return refuse('withdrawal_minimum');
  if (!(await isAdult(tx, clipperId))) return refuse('age_unconfirmed');
  const address = await tx
    .selectFrom('payout_addresses')
    .select(['email', 'usable_at'])
    .where('user_id', '=', clipperId)
    .forShare()
    .executeTakeFirst();
  if (!address) return refuse('payout_email_missing');
  if (address.usable_at > now) return refuse('payout_email_waiting');
  const id = newId();
  const started = await tx
    .insertInto('payouts')
    .values({
      id,
      clipper_id: clipperId,
      cause: 'withdrawal',
      amount_micros: amountMicros,
      destination: address.email,
      state: 'requested',
      requested_at: now,
      due_at: after(now, WITHDRAWAL_DUE_HOURS * HOUR),
    })
    .onConflict((oc) =>
      oc.column('clipper_id').where(sql<boolean>`state in ('requested', 'processing')`).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  if (!started) return refuse('payout_open');
  const posted = await post(tx, {
    key: `payout:${id}:started`,
    kind: 'payout.started',
    occurredAt: now,
    transfers: [
      { debit: clipperAvailable(clipperId), credit: payoutAccount(id), amountMicros, subjectId: id },
    ],
  });
  if (posted !== 'posted') throw new Error(`payout ${id} was not started: ${posted}`);
  await writeAudit(tx, {
    at: now,
    actorId: clipperId,
    actorKind: 'clipper',
    action: 'payout.requested',
    subjectType: 'payout',
    subjectId: id,
    data: { amountMicros },
  });
  return (await findPayout(tx, id))!;
}
