import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { formatUsd, type Micros, micros } from '#contract/money.ts';
import { decideMoneyAct, type MoneyRefusal } from '#server/infra/money-act.ts';
import { isRefusal, type Outcome } from '#server/infra/outcome.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { allowPayouts, banUser, unbanUser } from '#server/modules/accounts/accounts.ts';
import { pauseListingsOfHost, returnListingsToHost } from '#server/modules/listings/listings.ts';
import {
  findEntered,
  forgetEntered,
  lockBalances,
  payReviewed,
  renewDueTimes,
} from '#server/modules/payouts/payouts.ts';
import { closePending } from '#server/modules/submissions/submissions.ts';
import { stopTracking } from '#server/modules/tracking/tracking.ts';
import { frozenMoneyOf, hostMoneyOf } from './queries.ts';

interface Act {
  accountId: AccountId;
  adminId: UserId;
  reason: string;
  now: Date;
}
type Acted = Outcome<null, 'not_found' | 'changed_meanwhile'>;
type Allowed = Outcome<null, 'not_found' | 'changed_meanwhile' | 'second_admin_needed' | 'own_money'>;

/**
 * Bans a person and applies all immediate consequences: sessions end, a host's listings accept no new clips,
 * and a clipper's undecided clips are withdrawn.
 */
export async function banWithConsequences(db: Database, ban: Act): Promise<Acted> {
  return await transact(db, async (tx) => {
    const banned = await banUser(tx, ban);
    if (isRefusal(banned)) return banned;
    if (banned.role === 'host')
      await pauseListingsOfHost(tx, { ...ban, hostId: ban.accountId, reason: 'banned' });
    // These clips are closed, because nobody will approve them, and an ended listing would keep its budget
    // until somebody rejected them.
    const closed = await closePending(tx, { of: { clipperId: ban.accountId }, ...ban });
    await stopTracking(tx, closed);
    return null;
  });
}

/**
 * Lifts a ban. Frozen money may be paid out again, except to an address that an admin entered. A host can
 * request refunds of unspent deposits again, so the host's balance and budgets count toward the limit of one
 * admin. The host's listings stay paused until the host resumes them.
 */
export async function unbanWithConsequences(db: Database, act: Act): Promise<Allowed> {
  return await transact(db, async (tx) => {
    const entered = await findEntered(tx, act.accountId);
    const frozen = micros((await frozenMoneyOf(tx, act.accountId)) + (await hostMoneyOf(tx, act.accountId)));
    const unbanned = await unbanUser(tx, act, { isAddressForgotten: entered !== null });
    if (isRefusal(unbanned)) return unbanned;
    if (entered !== null) await forgetEntered(tx, act, entered);
    if (unbanned.role === 'host')
      await returnListingsToHost(tx, { ...act, hostId: act.accountId, reason: 'banned' });
    const summary = `a ban is lifted, and ${formatUsd(frozen)} may leave.`;
    return await decideFrozen(tx, 'account.unban', act, frozen, summary);
  });
}

/**
 * Allows payouts of a banned person's money after a review, and starts a payout of the money that may be paid
 * now.
 */
export async function allowPayoutsOf(
  db: Database,
  act: Act,
): Promise<
  Outcome<{ startedMicros: Micros }, 'not_found' | 'changed_meanwhile' | 'second_admin_needed' | 'own_money'>
> {
  return await transact(db, async (tx) => {
    // Locks the balances before the person's row, in the order of all code that moves money to these
    // balances.
    await lockBalances(tx, [act.accountId]);
    const frozen = await frozenMoneyOf(tx, act.accountId);
    const allowed = await allowPayouts(tx, act);
    if (isRefusal(allowed)) return allowed;
    await renewDueTimes(tx, act.accountId, act.now);
    const startedMicros = await payReviewed(tx, { clipperId: act.accountId, ...act });
    const summary = `money of a banned person was reviewed, and ${formatUsd(frozen)} may leave.`;
    return (await decideFrozen(tx, 'account.allow_payouts', act, frozen, summary)) ?? { startedMicros };
  });
}

/** Decides whether one admin may release alone what a ban froze. */
const decideFrozen = (
  tx: Tx,
  kind: 'account.unban' | 'account.allow_payouts',
  { accountId, adminId, now }: Act,
  frozen: Micros,
  summary: string,
): Promise<MoneyRefusal | null> =>
  decideMoneyAct(tx, {
    kind,
    subjectId: accountId,
    adminId,
    shares: [{ accountId, amountMicros: frozen }],
    summary,
    now,
  });
