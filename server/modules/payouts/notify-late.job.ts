import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { momentText } from '#contract/dates.ts';
import { WITHDRAWAL_DUE_HOURS } from '#contract/limits.ts';
import { formatUsd, micros } from '#contract/money.ts';
import { bySystem, writeAudit } from '#server/infra/audit.ts';
import { type Clock, SECOND } from '#server/infra/clock.ts';
import { enqueueMail } from '#server/infra/mail.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { notifyClipper } from './book-moves.ts';
import { addressUsableAt } from './queries.ts';

const AT_ONCE = 100;

/**
 * SQL: a payout (alias p) is late by our fault, because it was not sent within the promised day. Payouts that
 * wait for their clipper or a reviewer don't count: unclaimed at PayPal, of a banned clipper, or with an
 * unverified account. If the address had to wait, the day begins when the address becomes usable.
 */
export const isLate = (now: Date) => sql<boolean>`(p.state in ('requested', 'processing')
  and greatest(p.due_at, ${addressUsableAt} + make_interval(hours => ${WITHDRAWAL_DUE_HOURS})) <= ${now}
  and p.item_state is distinct from 'UNCLAIMED'
  and not exists (select from accounts u where u.id = p.clipper_id
    and u.banned_at is not null and u.payouts_allowed_at is null)
  and not exists (select from payout_account_checks k where k.payout_id = p.id and k.problem is not null))`;

interface Late {
  id: string;
  clipper_id: AccountId;
  amount_micros: bigint;
  due_at: Date;
  state: string;
  item_state: string | null;
}

interface LateDeps {
  db: Database;
  clock: Clock;
  operatorAddress: string;
}

/** Notifies the operator and each clipper of late payouts, once. */
export function notifyLate({ db, clock, operatorAddress }: LateDeps): Job {
  return {
    name: 'payouts.notify-late',
    everyMs: 10 * SECOND,
    async run(now, signal) {
      while (!signal?.aborted && (await transact(db, (tx) => notifySome(tx, operatorAddress, now))));
    },
    nextDueAt: () => sql`
      select min(due_at) from payouts
      where state in ('requested', 'processing') and late_notified_at is null and due_at > ${clock.now()}`,
  };
}

/**
 * Returns a sentence for the clipper about what happens next. Only a payout that nobody has picked up can be
 * canceled.
 */
function whatHappensNext({ state, item_state: itemState }: Late): string {
  if (itemState === 'ONHOLD')
    return 'PayPal is reviewing it, which can take some days. You don’t need to do anything: it is sent as soon as that is done, or becomes available again.';
  const cancel =
    state === 'requested' ? ' You can cancel it on the Earnings page until we start to pay it.' : '';
  return `We have been alerted and are looking into it. You don’t need to do anything: it is sent as soon as that is done, or becomes available again.${cancel}`;
}

/** Notifies of some late payouts. Returns whether there may be more. */
async function notifySome(tx: Tx, operatorAddress: string, now: Date): Promise<boolean> {
  const { rows } = await sql<Late>`
    select p.id, p.clipper_id, p.amount_micros, p.due_at, p.state, p.item_state from payouts p
    where p.late_notified_at is null and ${isLate(now)}
    order by p.due_at, p.id limit ${AT_ONCE} for update of p skip locked`.execute(tx);
  if (rows.length === 0) return false;
  await sql`update payouts set late_notified_at = ${now} where id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(
    tx,
  );
  for (const payout of rows) {
    await notifyClipper(tx, payout, now, {
      kind: 'payout.late',
      title: 'Payout is late',
      body: `${formatUsd(micros(payout.amount_micros))} should have been sent by ${momentText(payout.due_at)}. ${whatHappensNext(payout)}`,
    });
    await writeAudit(tx, bySystem(now), 'payout.late', 'payout', payout.id, {
      due: payout.due_at.toISOString(),
    });
  }
  const sum = micros(rows.reduce((total, { amount_micros }) => total + amount_micros, 0n));
  await enqueueMail(
    tx,
    {
      to: operatorAddress,
      subject: `Late payouts: ${rows.length}`,
      text: [
        `${rows.length} ${rows.length === 1 ? 'payout has' : 'payouts have'} not left within the day that was promised: ${formatUsd(sum)} in total.`,
        ...rows.map(
          ({ id, amount_micros, due_at }) =>
            `${formatUsd(micros(amount_micros))}, due ${momentText(due_at)}, payout ${id}`,
        ),
        'Open Payouts in the admin panel. Their clippers are notified.',
      ].join('\n\n'),
    },
    now,
  );
  return rows.length === AT_ONCE;
}
