import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { unsupportedCountries } from '#contract/countries.ts';
import { WITHDRAWAL_MIN } from '#contract/limits.ts';
import { formatUsd, isWholeCents, type Micros } from '#contract/money.ts';
import type { PayoutRow } from '#contract/payouts/payouts.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { clipperAvailable, lock } from '#server/modules/ledger/ledger.ts';
import { findPeople } from '#server/modules/proofs/proofs.ts';
import { auditPayout } from './audit.ts';
import { findLeavable, type Leavable } from './find-leaving.ts';
import { findCountry, findPayout, isAdult } from './queries.ts';
import { startPayout } from './start-payout.ts';

type AmountRefused = 'withdrawal_minimum' | 'withdrawal_waits' | 'withdrawal_amount';
type Refused =
  | AmountRefused
  | 'age_unconfirmed'
  | 'payout_email_missing'
  | 'payout_email_waiting'
  | 'payout_country_unsupported';

interface Ask {
  clipperId: AccountId;
  userId: UserId;
  /** The amount that the clipper chose; absent: everything that can leave. */
  asked: Micros | undefined;
  now: Date;
}

/** Starts the payout of the amount that a clipper chose, in whole cents and at most what can leave now. */
export async function withdraw(
  tx: Tx,
  { clipperId, userId, asked, now }: Ask,
): Promise<Outcome<PayoutRow, Refused>> {
  // A concurrent withdrawal waits here and then sees the reduced balance, also one of another account that
  // counts as the same person.
  await lock(tx, (await findPeople(tx, [clipperId])).map(clipperAvailable));
  const money = await findLeavable(tx, clipperId, now);
  const amountMicros = asked ?? money.leavesMicros;
  const refused = checkAmount(amountMicros, money);
  if (refused) return refused;
  if (!(await isAdult(tx, clipperId))) return refuse('age_unconfirmed');
  const address = await tx
    .selectFrom('payout_addresses')
    .select(['email', 'usable_at'])
    .where('user_id', '=', clipperId)
    .forShare()
    .executeTakeFirst();
  if (!address) return refuse('payout_email_missing');
  const country = await findCountry(tx, clipperId);
  if (country && unsupportedCountries.includes(country)) return refuse('payout_country_unsupported');
  if (address.usable_at > now) return refuse('payout_email_waiting');
  const id = await startPayout(tx, {
    clipperId,
    cause: 'withdrawal',
    amountMicros,
    destination: address.email,
    now,
  });
  await auditPayout(
    tx,
    'clipper',
    'payout.requested',
    { payoutId: id, actorId: userId, now },
    { amountMicros },
  );
  return (await findPayout(tx, id))!;
}

/**
 * Returns the first rule that an amount breaks, with the field and the valid range; null if the amount may
 * leave.
 */
function checkAmount(
  amountMicros: Micros,
  { availableMicros, owedMicros, leavesMicros, reasons }: Leavable,
): Outcome<never, AmountRefused> | null {
  const field = 'amountMicros';
  const isReasonElsewhere = owedMicros > 0n || (availableMicros >= WITHDRAWAL_MIN && reasons.length > 0);
  if (leavesMicros < WITHDRAWAL_MIN && isReasonElsewhere)
    return refuse('withdrawal_waits', {
      field,
      detail: [`Less than ${formatUsd(WITHDRAWAL_MIN)} is available to withdraw now.`, ...reasons].join(' '),
    });
  if (leavesMicros < WITHDRAWAL_MIN) return refuse('withdrawal_minimum', { field });
  if (amountMicros < WITHDRAWAL_MIN)
    return refuse('withdrawal_minimum', {
      field,
      detail: `The minimum withdrawal is ${formatUsd(WITHDRAWAL_MIN)}.`,
    });
  if (!isWholeCents(amountMicros))
    return refuse('withdrawal_amount', { field, detail: 'Enter whole cents.' });
  if (amountMicros > leavesMicros)
    return refuse('withdrawal_amount', {
      field,
      detail: [`You can withdraw up to ${formatUsd(leavesMicros)} now.`, ...reasons].join(' '),
    });
  return null;
}
