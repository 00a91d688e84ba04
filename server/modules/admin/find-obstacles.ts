import { sql } from 'kysely';
import { GONE_GRACE_DAYS, WITHDRAWAL_MIN } from '#contract/limits.ts';
import { cutToCents, formatUsd, type Micros, micros, ZERO_MICROS } from '#contract/money.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { unseasoned } from '#server/modules/deposits/deposits.ts';
import { balanceProblem } from '#server/modules/payouts/payouts.ts';

interface Facts {
  role: string | null;
  host_balance: bigint;
  held: bigint;
  available: bigint;
  owed: bigint;
  frozen: bigint;
  listings: number;
  deposits: number;
  disputes: number;
  pending: number;
  earning: number;
  holds: number;
  appeals: number;
  payouts: number;
  address: boolean;
  adult: boolean;
}

export interface Closing {
  /** Why the account can't be closed now: what is open, each in a sentence. Empty when it can. */
  obstacles: string[];
  paysOutMicros: Micros;
  /** Why the accounts that earned it are not proved, when so little leaves that it is no obstacle. */
  problem: string | null;
}

/**
 * What stands in the way of closing an account: money, or work that may still become money.
 * @param asked what the platforms said against the accounts that earned what leaves; null when nothing, or not asked
 */
export async function findObstacles(
  db: Database | Tx,
  userId: string,
  now: Date,
  asked: string | null = null,
): Promise<Closing> {
  const facts = await readFacts(db, userId, now);
  const paysOutMicros = cutToCents(micros(facts.available));
  const seasoning = await unseasoned(db, userId, now);
  const waits = seasoning.until
    ? [
        `${formatUsd(seasoning.amountMicros)} of what you earned was paid by a host's first card deposit and can leave from ${seasoning.until.toISOString().slice(0, 10)} on.`,
      ]
    : [];
  const problem = paysOutMicros > ZERO_MICROS ? (asked ?? (await balanceProblem(db, userId, now))) : null;
  const unproved = problem && paysOutMicros >= WITHDRAWAL_MIN ? [unprovedWords(paysOutMicros, problem)] : [];
  const obstacles = [...ofHost(facts), ...ofClipper(facts, paysOutMicros), ...waits, ...unproved];
  return { obstacles, paysOutMicros, problem };
}

/** What can be withdrawn waits as a payout, where it is judged while the account is still there to be shown. */
const unprovedWords = (paysOut: Micros, problem: string): string =>
  `${formatUsd(paysOut)} is available. ${problem} If that can't be, withdraw it first: a payout that waits for ${GONE_GRACE_DAYS} days is judged by an admin.`;

async function readFacts(db: Database | Tx, userId: string, now: Date): Promise<Facts> {
  const balance = (kind: string) => sql<bigint>`coalesce((
    select balance_micros from ledger_accounts
    where kind = ${kind}::ledger_account_kind and owner_id = ${userId}), 0)::bigint`;
  const { rows } = await sql<Facts>`
    select u.role, ${balance('host')} as host_balance, ${balance('clipper_held')} as held,
      ${balance('clipper_available')} as available, -${balance('clipper_owed')} as owed,
      coalesce((select sum(a.balance_micros) from ledger_accounts a join listings l on l.id = a.owner_id
        where a.kind = 'listing' and l.host_id = ${userId} and l.state = 'removed'), 0)::bigint as frozen,
      (select count(*)::int from listings where host_id = ${userId} and state not in ('settled', 'removed')) as listings,
      (select count(*)::int from deposits where host_id = ${userId} and state = 'created') as deposits,
      (select count(*)::int from deposits where host_id = ${userId} and state in ('disputed', 'refunding')) as disputes,
      (select count(*)::int from submissions where clipper_id = ${userId} and status = 'pending') as pending,
      (select count(*)::int from submissions s left join clip_earnings e on e.submission_id = s.id
        where s.clipper_id = ${userId} and s.status = 'approved'
          and (e.state is null or e.state = 'accruing' or e.reserved_micros > 0)) as earning,
      (select count(*)::int from holds h join submissions s on s.id = h.submission_id
        where s.clipper_id = ${userId} and h.state in ('open', 'escalated')) as holds,
      (select count(*)::int from appeals where clipper_id = ${userId} and state in ('open', 'escalated')) as appeals,
      (select count(*)::int from payouts where clipper_id = ${userId} and state in ('requested', 'processing')) as payouts,
      exists (select from payout_addresses where user_id = ${userId} and usable_at <= ${now}) as address,
      u.age_confirmed_at is not null as adult
    from users u where u.id = ${userId}`.execute(db);
  return rows[0]!;
}

const several = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count} ${many}`;

function ofHost(facts: Facts): string[] {
  const reasons: string[] = [];
  if (facts.listings > 0) {
    reasons.push(
      `${several(facts.listings, 'listing is', 'listings are')} not settled yet. End what still runs; a listing settles when its last clip has been paid.`,
    );
  }
  if (facts.deposits > 0) reasons.push('A deposit has not arrived yet.');
  if (facts.disputes > 0) reasons.push('A dispute or refund of a deposit is not decided yet.');
  const whole = cutToCents(micros(facts.host_balance));
  if (whole > ZERO_MICROS) {
    reasons.push(`Your balance holds ${formatUsd(whole)}. Spend it, or ask support for a refund.`);
  }
  if (facts.frozen > 0n)
    reasons.push('The budget of a removed listing is frozen until it has been reviewed.');
  return reasons;
}

function ofClipper(facts: Facts, paysOut: Micros): string[] {
  const reasons: string[] = [];
  if (facts.pending > 0) {
    reasons.push(
      `${several(facts.pending, 'clip waits', 'clips wait')} for a decision. Withdraw what is pending, or wait for it.`,
    );
  }
  if (facts.earning > 0) {
    reasons.push(
      `${several(facts.earning, 'approved clip still earns', 'approved clips still earn')}. It ends with the last view window.`,
    );
  }
  if (facts.held > 0n) {
    reasons.push(
      `${formatUsd(micros(facts.held))} is held. It becomes available once its views are verified.`,
    );
  }
  if (facts.holds > 0) reasons.push('Views of yours are in dispute. They are decided within 7 days.');
  if (facts.owed > 0n) {
    reasons.push(
      `You owe ${formatUsd(micros(facts.owed))} for views that were found not to be real. Support can settle it.`,
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
