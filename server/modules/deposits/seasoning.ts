import { type RawBuilder, sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { DEPOSIT_SEASONING_DAYS } from '#contract/limits.ts';
import { type Micros, micros, ZERO_MICROS } from '#contract/money.ts';
import { after, DAY } from '#server/infra/clock.ts';
import { groupBy } from '#server/infra/group-by.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import {
  boundaries,
  type Piece,
  paidByWaiting,
  type Span,
  sumOf,
  waitingParts,
  waitsUntil,
  type Young,
} from './waiting.ts';

export interface Unseasoned {
  clipperId: AccountId;
  /** The released amount that may not be paid out yet. */
  amountMicros: Micros;
  /** The part of the waiting amount that was paid by deposits that a bank questions. */
  questionedMicros: Micros;
  /**
   * The part of the waiting amount that was paid by deposits that a bank took back. An admin decides about
   * it.
   */
  lostMicros: Micros;
  /** When the last seasoning part may be paid out; null if no part seasons. */
  until: Date | null;
}

interface Deposit extends Young {
  isLost: boolean;
}

interface WaitingByHost {
  clipperId: AccountId;
  hostId: AccountId;
  pieces: Piece[];
  until: Date | null;
}

const NOTHING = { amountMicros: ZERO_MICROS, questionedMicros: ZERO_MICROS, lostMicros: ZERO_MICROS };

/**
 * Returns for each clipper the released earnings that wait because a bank may still take back, or has taken
 * back, the card deposits that paid them (rules in `waiting.ts`). The money belongs to the clipper, but its
 * payout waits.
 */
export async function unseasonedOfAll(
  db: Database | Tx,
  now: Date,
  clipperId: AccountId | null,
): Promise<Unseasoned[]> {
  const hosts = await hostsThatWait(db, now);
  const found = new Map<string, Unseasoned>();
  for (const { clipperId: of, hostId, pieces, until } of await waitingByHost(db, hosts, now, clipperId)) {
    const deposits = hosts.get(hostId)!;
    const paidBy = (fits: (deposit: Deposit) => boolean): bigint =>
      sumOf(pieces.filter(({ depositId }) => deposits.some((one) => one.id === depositId && fits(one))));
    const before = found.get(of) ?? { ...NOTHING, clipperId: of, until: null };
    found.set(of, {
      clipperId: of,
      amountMicros: micros(before.amountMicros + sumOf(pieces)),
      questionedMicros: micros(
        before.questionedMicros + paidBy((one) => one.questionedAt !== null && !one.isLost),
      ),
      lostMicros: micros(before.lostMicros + paidBy((one) => one.questionedAt !== null && one.isLost)),
      until: before.until && (!until || before.until > until) ? before.until : until,
    });
  }
  return [...found.values()];
}

/** Returns for each clipper the released earnings that one questioned deposit paid. */
export async function waitingOfDeposit(
  db: Database | Tx,
  depositId: string,
  now: Date,
): Promise<{ clipperId: AccountId; amountMicros: Micros }[]> {
  const rows = await waitingByHost(db, await hostsThatWait(db, now), now, null);
  return rows.flatMap(({ clipperId, pieces }) => {
    const amount = sumOf(pieces.filter((piece) => piece.depositId === depositId));
    return amount > 0n ? [{ clipperId, amountMicros: micros(amount) }] : [];
  });
}

async function waitingByHost(
  db: Database | Tx,
  hosts: ReadonlyMap<string, Deposit[]>,
  now: Date,
  clipperId: AccountId | null,
): Promise<WaitingByHost[]> {
  return (await earnedFrom(db, hosts, now, clipperId)).flatMap(({ clipperId: of, hostId, spans }) => {
    const deposits = hosts.get(hostId)!;
    const pieces = paidByWaiting(deposits, spans, now);
    if (pieces.length === 0) return [];
    return { clipperId: of, hostId, pieces, until: waitsUntil(deposits, spans, now) };
  });
}

/**
 * Selects the waiting earnings of each accrual, as rows of submission_id, entry_id and waiting_micros. For
 * each deposit and clipper, the waiting amount is assigned to the newest accruals from the host in the span
 * in which the deposit could pay. So at least the available amount minus the waiting amount can be paid out.
 */
export async function waitingAccruals(
  db: Database | Tx,
  now: Date,
  clipperId: AccountId | null,
): Promise<RawBuilder<unknown>> {
  const hosts = await hostsThatWait(db, now);
  const waiting = (await waitingByHost(db, hosts, now, clipperId)).flatMap(
    ({ clipperId: of, hostId, pieces }) => {
      const moments = boundaries(hosts.get(hostId)!);
      return [...groupBy(pieces, ({ from }) => from.toISOString()).values()].map((some) => {
        const { from } = some[0]!;
        return { of, hostId, from, to: moments.find((moment) => moment > from) ?? null, amount: sumOf(some) };
      });
    },
  );
  return sql`
    select submission_id, entry_id, least(available_micros, waits - newer)::bigint as waiting_micros
    from (
      select a.submission_id, a.entry_id, a.available_micros, w.waits, sum(a.amount_micros) over (
        partition by a.clipper_id, w.host_id, w.since
        order by a.accrued_at desc, a.submission_id desc, a.views_from desc) - a.amount_micros as newer
      from unnest(${waiting.map((row) => row.of)}::uuid[], ${waiting.map((row) => row.hostId)}::uuid[],
        ${waiting.map((row) => row.from)}::timestamptz[], ${waiting.map((row) => row.to)}::timestamptz[],
        ${waiting.map((row) => row.amount)}::bigint[]) as w (clipper_id, host_id, since, upto, waits)
      join listings l on l.host_id = w.host_id
      join clip_earnings e on e.listing_id = l.id and e.clipper_id = w.clipper_id
      join accruals a on a.submission_id = e.submission_id and a.state = 'released'
        and a.accrued_at >= w.since and (w.upto is null or a.accrued_at < w.upto)
    ) laid
    where available_micros > 0 and waits > newer`;
}

/**
 * Returns the young card deposits of each host whose payments make earnings wait. A card is identified by its
 * fingerprint, which arrives some moments after the payment. Until then the payment counts as made with a new
 * card.
 */
async function hostsThatWait(db: Database | Tx, now: Date): Promise<Map<string, Deposit[]>> {
  const { rows } = await sql<{ host_id: AccountId } & Deposit>`
    with young as materialized (
      select d.id, d.host_id, d.state, d.amount_micros, d.confirmed_at, d.questioned_at, p.fingerprint
      from deposits d left join card_payments p on p.deposit_id = d.id
      where d.rail = 'stripe' and d.confirmed_at > ${after(now, -DEPOSIT_SEASONING_DAYS * DAY)}
        and d.earnings_decided_at is null
      union all
      select d.id, d.host_id, d.state, d.amount_micros, d.confirmed_at, d.questioned_at, p.fingerprint
      from deposits d left join card_payments p on p.deposit_id = d.id
      where d.questioned_at is not null and d.confirmed_at <= ${after(now, -DEPOSIT_SEASONING_DAYS * DAY)}
    )
    select y.host_id, y.id, coalesce(y.fingerprint, y.id::text) as card, y.amount_micros as amount,
      y.confirmed_at as "confirmedAt", y.questioned_at as "questionedAt", y.state = 'charged_back' as "isLost", (
        select min(e.confirmed_at) from deposits e left join card_payments q on q.deposit_id = e.id
        where e.host_id = y.host_id and e.rail = 'stripe' and e.state = 'confirmed'
          and (e.id = y.id or q.fingerprint = y.fingerprint)) as "firstAt"
    from young y`.execute(db);
  const hosts = groupBy(rows, ({ host_id }) => host_id);
  for (const [hostId, deposits] of hosts) {
    if (waitingParts(deposits, now).size === 0) hosts.delete(hostId);
  }
  return hosts;
}

interface Earned {
  clipperId: AccountId;
  hostId: AccountId;
  spans: Span[];
}

/** Sums released earnings from these hosts, by clipper and span. */
async function earnedFrom(
  db: Database | Tx,
  hosts: ReadonlyMap<string, Deposit[]>,
  now: Date,
  clipperId: AccountId | null,
): Promise<Earned[]> {
  const spans = [...hosts].flatMap(([hostId, deposits]) => {
    const parts = waitingParts(deposits, now);
    const moments = boundaries(deposits);
    const first = boundaries(deposits.filter(({ id }) => parts.has(id)))[0]!;
    return moments
      .filter((from) => from >= first)
      .map((from) => ({ hostId, from, to: moments.find((moment) => moment > from) ?? null }));
  });
  if (spans.length === 0) return [];
  const { rows } = await sql<{ clipper_id: AccountId; host_id: AccountId; since: Date; amount: bigint }>`
    select a.clipper_id, w.host_id, w.since, sum(a.amount_micros)::bigint as amount
    from unnest(${spans.map(({ hostId }) => hostId)}::uuid[], ${spans.map(({ from }) => from)}::timestamptz[],
      ${spans.map(({ to }) => to)}::timestamptz[]) as w (host_id, since, upto)
    join listings l on l.host_id = w.host_id
    join clip_earnings e on e.listing_id = l.id and ${clipperId ? sql`e.clipper_id = ${clipperId}` : sql`true`}
    join accruals a on a.submission_id = e.submission_id
    where a.state = 'released' and a.accrued_at >= w.since and (w.upto is null or a.accrued_at < w.upto)
    group by a.clipper_id, w.host_id, w.since`.execute(db);
  return [...groupBy(rows, (row) => `${row.clipper_id} ${row.host_id}`).values()].map((some) => ({
    clipperId: some[0]!.clipper_id,
    hostId: some[0]!.host_id,
    spans: some.map(({ since, amount }) => ({ from: since, amount })),
  }));
}
