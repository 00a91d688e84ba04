import { type RawBuilder, sql } from 'kysely';
import { DEPOSIT_SEASONING_DAYS } from '#contract/limits.ts';
import { type Micros, micros, ZERO_MICROS } from '#contract/money.ts';
import { after, DAY } from '#server/infra/clock.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { groupBy, paidByWaiting, waitingParts, waitsUntil, type Young } from './waiting.ts';

export interface Unseasoned {
  clipperId: string;
  amountMicros: Micros;
  /** When the last of it may leave. */
  until: Date;
}

/**
 * Of what was released to clippers, the part that a bank may still take back from us: paid by card deposits that season
 * (`waiting.ts` says which). It is the clipper's own, but a payout waits for it.
 */
export async function unseasonedOfAll(
  db: Database | Tx,
  now: Date,
  clipperId: string | null,
): Promise<Unseasoned[]> {
  const found = new Map<string, Unseasoned>();
  for (const { clipperId: of, amount, until } of await waitingByHost(db, now, clipperId)) {
    const before = found.get(of);
    found.set(of, {
      clipperId: of,
      amountMicros: micros((before?.amountMicros ?? 0n) + amount),
      until: before && before.until > until ? before.until : until,
    });
  }
  return [...found.values()];
}

interface WaitingByHost {
  clipperId: string;
  hostId: string;
  amount: bigint;
  until: Date;
}

async function waitingByHost(
  db: Database | Tx,
  now: Date,
  clipperId: string | null,
): Promise<WaitingByHost[]> {
  const hosts = await hostsThatWait(db, now);
  return (await earnedSince(db, hosts, now, clipperId)).flatMap(({ clipperId: of, hostId, earned }) => {
    const deposits = hosts.get(hostId)!;
    const until = waitsUntil(deposits, earned, now);
    return until ? [{ clipperId: of, hostId, amount: paidByWaiting(deposits, earned, now), until }] : [];
  });
}

/**
 * The same step by step, as rows of submission_id, entry_id and waiting_micros: what waits is laid over the newest that each
 * clipper earned from the host. So what may leave is at least what is available less `unseasoned`.
 */
export async function waitingSteps(
  db: Database | Tx,
  now: Date,
  clipperId: string | null,
): Promise<RawBuilder<unknown>> {
  const waiting = await waitingByHost(db, now, clipperId);
  return sql`
    select submission_id, entry_id, least(available_micros, waits - newer)::bigint as waiting_micros
    from (
      select a.submission_id, a.entry_id, a.available_micros, w.waits, sum(a.amount_micros) over (
        partition by a.clipper_id, w.host_id
        order by a.accrued_at desc, a.submission_id desc, a.views_from desc) - a.amount_micros as newer
      from unnest(${waiting.map((row) => row.clipperId)}::uuid[], ${waiting.map((row) => row.hostId)}::uuid[],
        ${waiting.map((row) => row.amount)}::bigint[]) as w (clipper_id, host_id, waits)
      join listings l on l.host_id = w.host_id
      join clip_earnings e on e.listing_id = l.id and e.clipper_id = w.clipper_id
      join accruals a on a.submission_id = e.submission_id and a.state = 'released'
    ) laid
    where available_micros > 0 and waits > newer`;
}

/** The same for one clipper; nothing waits when `until` is null. */
export async function unseasoned(
  db: Database | Tx,
  clipperId: string,
  now: Date,
): Promise<{ amountMicros: Micros; until: Date | null }> {
  const [found] = await unseasonedOfAll(db, now, clipperId);
  return found ?? { amountMicros: ZERO_MICROS, until: null };
}

/**
 * The young card deposits of every host of whom something waits. A card is told by its fingerprint, which comes some moments after
 * the payment: until then a payment is by a card of its own, which nobody has seen before.
 */
async function hostsThatWait(db: Database | Tx, now: Date): Promise<Map<string, Young[]>> {
  const { rows } = await sql<{ host_id: string } & Young>`
    with young as materialized (
      select d.id, d.host_id, d.amount_micros, d.confirmed_at, p.fingerprint
      from deposits d left join card_payments p on p.deposit_id = d.id
      where d.rail = 'stripe' and d.confirmed_at > ${after(now, -DEPOSIT_SEASONING_DAYS * DAY)}
    )
    select y.host_id, y.id, coalesce(y.fingerprint, y.id::text) as card, y.amount_micros as amount,
      y.confirmed_at as "confirmedAt", (
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
  clipperId: string;
  hostId: string;
  /** By deposit: what was earned from its host and released, since it came in. */
  earned: Map<string, bigint>;
}

async function earnedSince(
  db: Database | Tx,
  hosts: ReadonlyMap<string, Young[]>,
  now: Date,
  clipperId: string | null,
): Promise<Earned[]> {
  const waiting = [...hosts].flatMap(([hostId, deposits]) => {
    const parts = waitingParts(deposits, now);
    return deposits.filter(({ id }) => parts.has(id)).map((deposit) => ({ hostId, ...deposit }));
  });
  if (waiting.length === 0) return [];
  const { rows } = await sql<{ clipper_id: string; host_id: string; id: string; amount: bigint }>`
    select a.clipper_id, w.host_id, w.id, sum(a.amount_micros)::bigint as amount
    from unnest(${waiting.map(({ hostId }) => hostId)}::uuid[], ${waiting.map(({ id }) => id)}::uuid[],
      ${waiting.map(({ confirmedAt }) => confirmedAt)}::timestamptz[]) as w (host_id, id, since)
    join listings l on l.host_id = w.host_id
    join clip_earnings e on e.listing_id = l.id and ${clipperId ? sql`e.clipper_id = ${clipperId}` : sql`true`}
    join accruals a on a.submission_id = e.submission_id
    where a.state = 'released' and a.accrued_at >= w.since
    group by a.clipper_id, w.host_id, w.id`.execute(db);
  return [...groupBy(rows, (row) => `${row.clipper_id} ${row.host_id}`).values()].map((some) => ({
    clipperId: some[0]!.clipper_id,
    hostId: some[0]!.host_id,
    earned: new Map(some.map(({ id, amount }) => [id, amount])),
  }));
}
