import type { AccountId } from '#contract/accounts/ids.ts';
import { unsupportedCountries } from '#contract/countries.ts';
import { momentText } from '#contract/dates.ts';
import { WEEKLY_PAYOUT_MIN } from '#contract/limits.ts';
import { cutToCents, formatUsd, type Micros, micros, splitCents, ZERO_MICROS } from '#contract/money.ts';
import type { Leaving } from '#contract/payouts/payouts.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { balanceOf, clipperAvailable, clipperOwed } from '#server/modules/ledger/ledger.ts';
import { automaticIsStopped, STOPPED } from './automatic.ts';
import { frozenOf, frozenPerson } from './freezes.ts';
import { findAddress, findCountry, isAdult } from './queries.ts';
import { nextWeeklyRunAt } from './rules.ts';
import { waitingOf, waitingReasons } from './waiting.ts';

/**
 * A clipper's available balance and the part of it that can be paid out at a moment. `reasons` explains each
 * amount that can't.
 */
export interface Leavable {
  availableMicros: Micros;
  /** The clipper's debt. While there is a debt nothing leaves, and new earnings pay it off first. */
  owedMicros: Micros;
  /** Whole cents. */
  leavesMicros: Micros;
  reasons: string[];
}

/**
 * Splits an available balance into the part that can be paid out and the part that waits. `waitingMicros`
 * is the amount that must wait. Both parts are whole cents, and add up to the balance that pages show.
 */
export function splitAvailable(availableMicros: Micros, waitingMicros: Micros) {
  const leaves = availableMicros - waitingMicros;
  const leavesMicros = leaves > 0n ? cutToCents(micros(leaves)) : ZERO_MICROS;
  const [, waitsMicros] = splitCents([leavesMicros, micros(availableMicros - leavesMicros)]);
  return { leavesMicros, waitsMicros: waitsMicros! };
}

/**
 * Returns the part of a clipper's balance that can leave at a moment. If the caller then debits the balance,
 * it must have locked the balance in an earlier statement.
 */
export async function findLeavable(db: Database | Tx, clipperId: AccountId, at: Date): Promise<Leavable> {
  const availableMicros = await balanceOf(db, clipperAvailable(clipperId));
  const owed = await balanceOf(db, clipperOwed(clipperId));
  if (owed < ZERO_MICROS) {
    const reason = `You owe ${formatUsd(micros(-owed))} for views that were not real. Payouts resume once new earnings have paid it off.`;
    return { availableMicros, owedMicros: micros(-owed), leavesMicros: ZERO_MICROS, reasons: [reason] };
  }
  const waiting = await waitingOf(db, clipperId, at);
  const { leavesMicros, waitsMicros } = splitAvailable(availableMicros, waiting.amountMicros);
  return {
    availableMicros,
    owedMicros: ZERO_MICROS,
    leavesMicros,
    reasons: waitingReasons(waiting, waitsMicros),
  };
}

/**
 * Returns the two figures shown on every withdrawal screen, the reasons why they differ, and the amount of
 * the next weekly run.
 */
export async function findLeaving(
  db: Database,
  clipperId: AccountId,
  { now, paysByHand }: { now: Date; paysByHand: boolean },
): Promise<Leaving> {
  const runsAt = nextWeeklyRunAt(now);
  const [money, moneyThen, blocked, blockedThen, stopped, waiting] = await Promise.all([
    findLeavable(db, clipperId, now),
    findLeavable(db, clipperId, runsAt),
    findObstacle(db, clipperId, now),
    findObstacle(db, clipperId, runsAt),
    automaticIsStopped(db, clipperId),
    frozenOf(db, clipperId, { now, paysByHand }),
  ]);
  const small =
    moneyThen.leavesMicros < WEEKLY_PAYOUT_MIN
      ? `Balances of ${formatUsd(WEEKLY_PAYOUT_MIN)} or more are sent; smaller ones carry over.`
      : null;
  const debt = moneyThen.owedMicros > ZERO_MICROS ? moneyThen.reasons.join(' ') : null;
  const problem = debt ?? blockedThen ?? (stopped ? STOPPED : small);
  return {
    availableMicros: money.availableMicros,
    canLeaveMicros: blocked ? ZERO_MICROS : money.leavesMicros,
    reasons: [
      ...money.reasons,
      ...(blocked && money.availableMicros > ZERO_MICROS ? [blocked] : []),
      ...waiting,
    ],
    nextRun: { at: runsAt, amountMicros: problem ? ZERO_MICROS : moneyThen.leavesMicros, problem },
  };
}

/**
 * Returns the reason why nothing can leave at a moment. Decisions of others take precedence over reasons
 * about which the clipper can do something.
 */
const findObstacle = async (db: Database, clipperId: AccountId, at: Date): Promise<string | null> =>
  (await frozenPerson(db, clipperId, at)) ?? (await findBlock(db, clipperId, at));

/**
 * Returns the reason why a payout can't leave at a moment, with what to do about it; null if the payout can
 * leave.
 */
export async function findBlock(db: Database | Tx, clipperId: AccountId, at: Date): Promise<string | null> {
  if (!(await isAdult(db, clipperId)))
    return 'Confirm in Settings, under Payout Information, that you are 18 or older. We can’t pay anyone younger.';
  const country = await findCountry(db, clipperId);
  if (country && unsupportedCountries.includes(country)) return 'We can’t send payouts to your country.';
  const address = await findAddress(db, clipperId);
  if (!address) return 'Enter your Payment Email in Settings, under Payout Information.';
  if (address.usableAt > at)
    return `You can use your new Payment Email from ${momentText(address.usableAt)}.`;
  return null;
}
