import type { AccountId } from '#contract/accounts/ids.ts';
import { GONE_GRACE_DAYS, WITHDRAWAL_MIN } from '#contract/limits.ts';
import { cutToCents, formatUsd, type Micros, micros, ZERO_MICROS } from '#contract/money.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import {
  balanceProblem,
  splitAvailable,
  waitingOf,
  waitingReasons,
} from '#server/modules/payouts/payouts.ts';
import { type ClosingFacts, readClosingFacts } from './closing-facts.ts';

export interface Closing {
  /** Reasons why the account can't be closed now, one sentence each. Empty if it can be. */
  obstacles: string[];
  paysOutMicros: Micros;
  /**
   * A text that says why the accounts that earned the balance are unverified, if the amount is too small to
   * be an obstacle.
   */
  problem: string | null;
}

/**
 * Finds what prevents closing an account: money, or work that may still become money.
 * @param asked the platforms' text against the accounts that earned the balance; null if they confirmed them
 * or were not called
 */
export async function findObstacles(
  db: Database | Tx,
  accountId: AccountId,
  now: Date,
  asked: string | null = null,
): Promise<Closing> {
  const facts = await readClosingFacts(db, accountId, now);
  const paysOutMicros = cutToCents(micros(facts.available));
  const waiting = await waitingOf(db, accountId, now);
  const { waitsMicros } = splitAvailable(micros(facts.available), waiting.amountMicros);
  const waits = waitingReasons(waiting, waitsMicros);
  const problem = paysOutMicros > ZERO_MICROS ? (asked ?? (await balanceProblem(db, accountId))) : null;
  const unverified =
    problem && paysOutMicros >= WITHDRAWAL_MIN ? [unverifiedText(paysOutMicros, problem)] : [];
  const unproven = waits.length > 0 && waiting.unprovenMicros > ZERO_MICROS ? [UNPROVEN] : [];
  const obstacles = [
    ...ofHost(facts),
    ...ofClipper(facts, paysOutMicros),
    ...waits,
    ...unproven,
    ...unverified,
  ];
  return { obstacles, paysOutMicros, problem };
}

/** Unproven money stays its clipper's, so closing an account never forfeits it. */
const UNPROVEN =
  'Prove it under Earnings, then delete the account. If you can’t prove it, write to Support: a reviewer decides on the views.';

/**
 * Returns the text about a balance that was earned with accounts whose owner isn't verified. It suggests
 * withdrawing before closing: an admin then decides on the payout while the person's account still exists.
 */
const unverifiedText = (paysOut: Micros, problem: string): string =>
  `${formatUsd(paysOut)} is available. ${problem} If you can’t, withdraw it first: a payout that could not be sent for ${GONE_GRACE_DAYS} days is decided by an admin.`;

const several = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count} ${many}`;

function ofHost(facts: ClosingFacts): string[] {
  const reasons: string[] = [];
  if (facts.listings > 0) {
    reasons.push(
      `${several(facts.listings, 'listing is', 'listings are')} not settled yet. End what still runs; a listing settles when its last clip has been paid.`,
    );
  }
  if (facts.deposits > 0) reasons.push('A deposit has not arrived yet.');
  if (facts.disputes > 0) reasons.push('A dispute of a deposit is not decided yet.');
  if (facts.refunds > 0) {
    reasons.push(
      `${several(facts.refunds, 'refund of a deposit is', 'refunds of deposits are')} not finished yet. If one fails, its money comes back to your balance.`,
    );
  }
  if (facts.openClips > 0) {
    reasons.push(
      `${several(facts.openClips, 'clip', 'clips')} on your closed listings may still earn or be contested. Freed budget goes back to your balance within days.`,
    );
  }
  const whole = cutToCents(micros(facts.hostBalance));
  if (whole > ZERO_MICROS) {
    reasons.push(`Your balance holds ${formatUsd(whole)}. Spend it, or refund it on the Budget page.`);
  }
  if (facts.frozen > 0n)
    reasons.push('The budget of a removed listing is frozen until it has been reviewed.');
  return reasons;
}

function ofClipper(facts: ClosingFacts, paysOut: Micros): string[] {
  const reasons: string[] = [];
  if (facts.pending > 0) {
    reasons.push(
      `${several(facts.pending, 'clip waits', 'clips wait')} for a decision. Withdraw what is pending, or wait for it.`,
    );
  }
  if (facts.earning > 0) {
    reasons.push(
      `${several(facts.earning, 'approved clip still earns, until its view window ends', 'approved clips still earn, until their view windows end')}.`,
    );
  }
  if (facts.pendingMicros > 0n) {
    reasons.push(
      `${formatUsd(micros(facts.pendingMicros))} is pending. It becomes available once its views are verified.`,
    );
  }
  if (facts.holds > 0) reasons.push('Views of yours are contested. A reviewer has to decide on them first.');
  if (facts.owed > 0n) {
    reasons.push(
      `You owe ${formatUsd(micros(facts.owed))} for views that a reviewer found were not real. Support can settle it.`,
    );
  }
  if (facts.appeals > 0) reasons.push('An appeal of yours is not decided yet.');
  if (facts.payouts > 0) reasons.push('A payout is on its way. Wait until it has arrived.');
  if (paysOut > ZERO_MICROS && !facts.adult) {
    reasons.push(
      `${formatUsd(paysOut)} is available. Confirm under Payout Information that you are 18 or older, so that it can be paid out.`,
    );
  }
  if (paysOut > ZERO_MICROS && !facts.address) {
    reasons.push(
      `${formatUsd(paysOut)} is available. Enter a Payment Email that can be used now, so that it can be paid out.`,
    );
  }
  return reasons;
}
