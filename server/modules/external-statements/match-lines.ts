import { sql } from 'kysely';
import type { Tx } from '#server/infra/transaction.ts';
import { bookMovements } from './book-movements.ts';
import { pairLines } from './pair-lines.ts';
import { GAP_WITHOUT_LINES, USUAL_DELAY } from './rules.ts';

/**
 * Matches every line with a movement of the ledger by reference, direction and amount. The result depends only on
 * stored data, so statements may arrive in any order, in parts or twice. Only changed matches are written.
 */
export async function matchLines(tx: Tx): Promise<void> {
  await lockMatches(tx);
  await writeMatches(tx);
  await pairLines(tx);
  await writeStates(tx);
  await writeMissing(tx);
}

/** Takes the lock that serializes matching. Code that also locks a line must call this first. */
export async function lockMatches(tx: Tx): Promise<void> {
  await sql`lock table external_matches in share row exclusive mode`.execute(tx);
}

/**
 * Matches between lines and movements. Every movement has a key, and each line is assigned to one key by its
 * references: first on the line's own account, otherwise among payments by hand. The most reliable reference
 * decides. Within a key, equal amounts are matched oldest first. The remaining lines and movements of a key
 * are matched as a group: equal if their totals are equal, otherwise as a difference.
 */
const wanted = sql`
  with m as materialized (${bookMovements}),
  l as (
    select id, external_id, rail, part, amount_micros as amount, occurred_at as at, reference_keys from external_lines
    where currency = 'USD' and not is_transfer and amount_micros <> 0
  ),
  named as (
    select distinct m.rail, m.part, sign(m.amount) as way, m.key, lower(regexp_replace(r.ref, '\\s', '', 'g')) as ref
    from m cross join unnest(m.refs) as r (ref)
  ),
  found as (
    select distinct on (l.id) l.*, n.rail as booked_rail, n.key, sign(l.amount) as way
    from l cross join unnest(l.reference_keys) with ordinality as r (ref, place)
    join named n on n.ref = r.ref and n.part = l.part and n.way = sign(l.amount)
      and (n.rail = l.rail or (n.rail = 'manual' and l.rail <> 'stripe'))
    order by l.id, n.rail = 'manual', r.place, n.key
  ),
  lines as (
    select *, row_number() over (partition by booked_rail, part, key, amount order by at, external_id) as place from found
  ),
  moves as (
    select *, sign(amount) as way, row_number() over (partition by rail, part, key, amount order by at, entry_id) as place
    from m
  ),
  exact as (
    select l.id as line_id, v.entry_id from lines l
    join moves v on v.rail = l.booked_rail and v.part = l.part and v.key = l.key and v.amount = l.amount
      and v.place = l.place
  ),
  lines_left as (
    select l.*, sum(amount) over (partition by booked_rail, part, key, way) as total
    from lines l where id not in (select line_id from exact)
  ),
  moves_left as (
    select v.*, sum(amount) over (partition by rail, part, key, way) as total
    from moves v where entry_id not in (select entry_id from exact)
  ),
  wanted as (
    select line_id, entry_id, true as is_equal from exact
    union all
    select l.id, v.entry_id, l.total = v.total from lines_left l
    join moves_left v on v.rail = l.booked_rail and v.part = l.part and v.key = l.key and v.way = l.way
  )`;

async function writeMatches(tx: Tx): Promise<void> {
  await sql`${wanted},
    gone as (
      delete from external_matches o where not exists (
        select from wanted w where w.line_id = o.line_id and w.entry_id = o.entry_id)
    )
    insert into external_matches as o (line_id, entry_id, is_equal)
    select line_id, entry_id, is_equal from wanted
    on conflict (line_id, entry_id) do update set is_equal = excluded.is_equal
      where o.is_equal <> excluded.is_equal`.execute(tx);
}

async function writeStates(tx: Tx): Promise<void> {
  await sql`
    update external_lines l set state = n.state
    from (
      select o.id, case
        when o.counter_line_id is not null then 'internal'
        when bool_and(m.is_equal) then 'matched'
        when bool_or(not m.is_equal) then 'differs'
        when o.currency <> 'USD' then 'other_currency'
        when o.amount_micros = 0 then 'matched'
        else 'only_outside' end as state
      from external_lines o left join external_matches m on m.line_id = o.id
      group by o.id
    ) n
    where n.id = l.id and n.state <> l.state`.execute(tx);
}

/**
 * Finds movements that no statement has, in the periods that statements cover, with a margin for differences
 * in booking time. Statements within a few days of each other cover one period. A payment by hand was sent
 * from the bank or from PayPal. So it is missing only if the bank's statements cover its time, and also
 * PayPal's if there are any.
 */
async function writeMissing(tx: Tx): Promise<void> {
  const delays = Object.entries(USUAL_DELAY).map(([rail, ms]) => sql`(${rail}, ${ms / 1_000}::int)`);
  const gap = sql`make_interval(secs => ${GAP_WITHOUT_LINES / 1_000}::int)`;
  await sql`
    with delay (rail, seconds) as (values ${sql.join(delays)}),
    told as (
      select rail, range_agg(tstzrange(period_from, period_to + ${gap}, '[]')) as times
      from external_statements group by rail
    ),
    wanted as (
      select m.*, coalesce(m.refs[1], m.key) as reference from (${bookMovements}) m
      join delay d on d.rail = m.rail
      cross join lateral (select tstzrange(m.at - make_interval(secs => d.seconds),
        m.at + make_interval(secs => d.seconds) + ${gap}, '[]') as around) a
      join told t on t.rail = case m.rail when 'manual' then 'bank' else m.rail end and t.times @> a.around
      left join told p on m.rail = 'manual' and p.rail = 'paypal'
      where m.amount <> 0 and (p.rail is null or p.times @> a.around)
        and not exists (select from external_matches x where x.entry_id = m.entry_id)
    ),
    gone as (
      delete from external_missing o where not exists (select from wanted w where w.entry_id = o.entry_id)
    )
    insert into external_missing as o (entry_id, rail, part, kind, amount_micros, occurred_at, reference)
    select entry_id, rail, part, kind, amount, at, reference from wanted
    on conflict (entry_id) do update set reference = excluded.reference
      where o.reference <> excluded.reference`.execute(tx);
}
