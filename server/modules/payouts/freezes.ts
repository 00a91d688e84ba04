import { type RawBuilder, sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { momentText } from '#contract/dates.ts';
import { AGREEMENT_HOURS, BANNED_MONEY_DAYS, TWO_ADMINS_MIN } from '#contract/limits.ts';
import { formatUsd, type Micros, micros } from '#contract/money.ts';
import { after, HOUR } from '#server/infra/clock.ts';
import { isWaiting as agreementWaits } from '#server/infra/second-admin.ts';
import type { Database } from '#server/infra/transaction.ts';
import { pauseIsOpen } from './pause.ts';
import {
  addressUsableAt,
  fraudAgreement,
  hasTwo,
  isOwing,
  isUnreviewed,
  isWaiting,
  needsTwo,
} from './queries.ts';
import { PAYPAL_ITEM_MAX, PAYPAL_RECEIVER_MAX } from './rules.ts';

interface Frozen {
  amount: Micros;
  /** When the freeze ends although nobody acts; null: somebody has to act. */
  until: Date | null;
}

interface Freeze {
  /** Text for operators, in the inbox and in System Health. */
  operator: string;
  /** Returns a text for the clipper: the amount that waits, the reason, and who acts or until when. */
  clipper: (frozen: Frozen) => string;
}

const ending = ({ until }: Frozen): string => (until ? momentText(until) : 'then');

/** All reasons that keep a payout from leaving, in the order in which they are stated. */
export const freezes = {
  banned: {
    operator: 'Its clipper is banned, and the money is not reviewed',
    clipper: ({ amount }) =>
      `${formatUsd(amount)} waits because the account is banned. We review it within ${BANNED_MONEY_DAYS} days of the ban and then pay what is not contested.`,
  },
  fraud: {
    operator: 'Frozen while an agreement that views were bought waits for a second admin',
    clipper: (frozen) =>
      `${formatUsd(frozen.amount)} waits because a reviewer found that some of your views were bought. If a second reviewer does not agree by ${ending(frozen)}, we send it.`,
  },
  owing: {
    operator: 'Its clipper owes for views that were not real',
    clipper: ({ amount }) => `${formatUsd(amount)} waits until what you owe is paid off.`,
  },
  paused: {
    operator: 'Payouts are paused',
    clipper: ({ amount }) =>
      `${formatUsd(amount)} waits because payouts are paused. We’ll send it when they resume.`,
  },
  account: {
    operator: 'An account that earned it is not verified',
    clipper: ({ amount }) =>
      `${formatUsd(amount)} waits until we have checked the account that earned it. The payout says what to do.`,
  },
  address: {
    operator: 'Its payment email is new',
    clipper: (frozen) =>
      `${formatUsd(frozen.amount)} waits until your new Payment Email can be used, ${ending(frozen)}.`,
  },
  two_admins: {
    operator: 'Needs a second admin',
    clipper: ({ amount }) =>
      `${formatUsd(amount)} waits for a second reviewer: from ${formatUsd(TWO_ADMINS_MIN)} in a day two have to agree.`,
  },
  by_hand: {
    operator: 'PayPal takes no such payment: pay it by hand',
    clipper: ({ amount }) => `${formatUsd(amount)} is more than PayPal takes at once. We pay it by hand.`,
  },
  refused: {
    operator: 'PayPal refused it',
    clipper: ({ amount }) => `${formatUsd(amount)} was refused by PayPal. We send it again, or by hand.`,
  },
  unanswered: {
    operator: 'PayPal never answered for it: mark it by hand',
    clipper: ({ amount }) =>
      `${formatUsd(amount)} waits because PayPal has not said whether it was paid. We look into it.`,
  },
} as const satisfies Record<string, Freeze>;

export type FreezeReason = keyof typeof freezes;
const ORDER = Object.keys(freezes) as FreezeReason[];

interface At {
  now: Date;
  /** No payment processor is connected, so admins pay by hand. */
  paysByHand: boolean;
}

/**
 * SQL: payouts that can't leave, one row per reason: (id, clipper_id, amount_micros, due_at, reason, place,
 * until). `place` is the reason's position in the order of `freezes`.
 */
export const frozenPayouts = ({ now, paysByHand }: At): RawBuilder<unknown> => {
  const requested = sql`p.state = 'requested'`;
  const holds: Record<FreezeReason, RawBuilder<unknown>> = {
    banned: sql`${requested} and ${isUnreviewed}`,
    fraud: sql`${requested} and ${fraudAgreement(now)} is not null`,
    owing: sql`${isWaiting} and ${isOwing}`,
    paused: sql`${isWaiting} and ${pauseIsOpen}`,
    account: sql`${requested} and exists (
      select from payout_account_checks k where k.payout_id = p.id and k.problem is not null)`,
    address: sql`${requested} and ${addressUsableAt} > ${now}::timestamptz`,
    two_admins: sql`${requested} and not ${hasTwo} and (${needsTwo} or exists (select from admin_agreements a
      where a.action = 'payout.leave' and a.subject_id = p.id and ${agreementWaits(now)}))`,
    by_hand: sql`${!paysByHand}::boolean and ${requested}
      and (p.amount_micros > ${PAYPAL_ITEM_MAX} or length(p.destination) > ${PAYPAL_RECEIVER_MAX})`,
    refused: sql`p.state = 'processing' and p.rail = 'paypal' and p.batch_id is null`,
    unanswered: sql`p.state = 'processing' and exists (
      select from payout_batches b where b.id = p.batch_id and b.state = 'abandoned')`,
  };
  const until: Partial<Record<FreezeReason, RawBuilder<unknown>>> = {
    fraud: sql`${fraudAgreement(now)} + make_interval(hours => ${AGREEMENT_HOURS})`,
    address: addressUsableAt,
  };
  const rows = ORDER.map(
    (reason, place) =>
      sql`(${sql.lit(reason)}, ${sql.lit(place)}, ${holds[reason]}, (${until[reason] ?? sql`null`})::timestamptz)`,
  );
  return sql`
    select p.id, p.clipper_id, p.amount_micros, p.due_at, f.reason, f.place, f.until
    from payouts p join accounts u on u.id = p.clipper_id
    cross join lateral (values ${sql.join(rows)}) f (reason, place, holds, until)
    where p.state in ('requested', 'processing') and f.holds`;
};

/** Returns one sentence per reason why a clipper's payouts can't leave, with the amount. */
export async function frozenOf(db: Database, clipperId: AccountId, at: At): Promise<string[]> {
  const { rows } = await sql<{ reason: FreezeReason; amount: bigint; until: Date | null }>`
    select f.reason, sum(f.amount_micros)::bigint as amount, max(f.until) as until
    from (${frozenPayouts(at)}) f where f.clipper_id = ${clipperId} group by f.reason, f.place order by f.place`.execute(
    db,
  );
  return rows.map(({ reason, amount, until }) => freezes[reason].clipper({ amount: micros(amount), until }));
}

/** Returns the count and amount of frozen payouts by reason, for System Health; null if there are none. */
export async function frozenInAll(db: Database, at: At): Promise<string | null> {
  const { rows } = await sql<{ reason: FreezeReason; payouts: number; amount: bigint }>`
    select f.reason, count(*)::int as payouts, sum(f.amount_micros)::bigint as amount
    from (${frozenPayouts(at)}) f group by f.reason, f.place order by f.place`.execute(db);
  if (rows.length === 0) return null;
  const each = rows.map(
    ({ reason, payouts, amount }) =>
      `${freezes[reason].operator}: ${payouts} (${formatUsd(micros(amount))}).`,
  );
  return ['Payouts that can’t be sent.', ...each].join(' ');
}

/** SQL: the operator's text of a freeze's first reason. */
export const freezeText: RawBuilder<string> = sql`case f.reason ${sql.join(
  ORDER.map((reason) => sql`when ${sql.lit(reason)} then ${sql.lit(freezes[reason].operator)}`),
  sql` `,
)} end`;

/** Returns the reason why nothing can leave to a person, with or without a payout; null if something can. */
export async function frozenPerson(db: Database, clipperId: AccountId, at: Date): Promise<string | null> {
  const { rows } = await sql<{ banned: boolean; agreedAt: Date | null }>`
    select ${isUnreviewed} as banned, ${fraudAgreement(at)} as "agreedAt" from accounts u where u.id = ${clipperId}`.execute(
    db,
  );
  const [found] = rows;
  if (found?.banned)
    return `Your account is banned. We review your earnings within ${BANNED_MONEY_DAYS} days of the ban and then pay what is not contested.`;
  if (!found?.agreedAt) return null;
  const until = after(found.agreedAt, AGREEMENT_HOURS * HOUR);
  return `A reviewer found that some of your views were bought. A second reviewer has to agree by ${momentText(until)}; until then we send nothing.`;
}
