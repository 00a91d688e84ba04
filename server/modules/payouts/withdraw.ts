import { unsupportedCountries } from '#contract/countries.ts';
import { WITHDRAWAL_MIN } from '#contract/limits.ts';
import { cutToCents, formatUsd, type Micros, micros } from '#contract/money.ts';
import type { PayoutRow } from '#contract/payouts.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { unseasoned } from '#server/modules/deposits/deposits.ts';
import { balanceOf, clipperAvailable, clipperOwed, lock } from '#server/modules/ledger/ledger.ts';
import { auditPayout } from './audit.ts';
import { findCountry, findPayout, isAdult } from './queries.ts';
import { startPayout } from './start-payout.ts';

type Refused =
  | 'withdrawal_minimum'
  | 'age_unconfirmed'
  | 'payout_email_missing'
  | 'payout_email_waiting'
  | 'payout_country_unsupported';

const waitsUntil = ({ amountMicros, until }: { amountMicros: Micros; until: Date | null }): string =>
  `${formatUsd(amountMicros)} of it was paid by a host's first card deposit and can leave from ${until?.toISOString().slice(0, 10)} on.`;

/**
 * Starts the payout of everything available in whole cents; what is under a cent stays, and what a host's first card
 * deposit paid lately.
 */
export async function withdraw(tx: Tx, clipperId: string, now: Date): Promise<Outcome<PayoutRow, Refused>> {
  // Whoever withdraws at the same moment waits here and then finds what this one leaves.
  await lock(tx, [clipperAvailable(clipperId)]);
  const seasoning = await unseasoned(tx, clipperId, now);
  // What is owed is taken out of what comes in; until then it does not leave either.
  const owed = await balanceOf(tx, clipperOwed(clipperId));
  const available = micros((await balanceOf(tx, clipperAvailable(clipperId))) + owed);
  const amountMicros = cutToCents(micros(available - seasoning.amountMicros));
  if (amountMicros < WITHDRAWAL_MIN) {
    return refuse('withdrawal_minimum', available < WITHDRAWAL_MIN ? {} : { detail: waitsUntil(seasoning) });
  }
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
    { payoutId: id, actorId: clipperId, now },
    { amountMicros },
  );
  return (await findPayout(tx, id))!;
}
