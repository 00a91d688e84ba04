import { sql } from 'kysely';
import type { StatementRail } from '#contract/external-statements/external-statements.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { namesRail } from './outside-line.ts';
import { TRANSFER_WITHIN } from './rules.ts';

export interface Line {
  id: string;
  name: string;
  rail: StatementRail;
  part: string;
  amount: bigint;
  at: Date;
  keys: string[];
  reference: string;
  counterparty: string | null;
  description: string | null;
  transfer: boolean;
}

/**
 * Pairs lines that cancel each other out, so that the ledger books nothing: a transfer from a processor and its
 * arrival at the bank, or a payment and its reversal on the same rail. Lines nearest in time are paired first.
 */
export async function pairLines(tx: Tx): Promise<void> {
  const { rows } = await sql<Line>`
    select id, external_id || part as name, rail, part, amount_micros as amount, occurred_at as at, reference_keys as keys, reference, counterparty,
      description, is_transfer as transfer
    from external_lines l
    where currency = 'USD' and amount_micros <> 0 and not exists (select from external_matches m where m.line_id = l.id)
    order by occurred_at, external_id, part`.execute(tx);
  const pairs = nearestFirst([...candidates(rows)]);
  const counters = new Map(pairs.flatMap(({ a, b }) => [[a.id, b.id] as const, [b.id, a.id] as const]));
  await sql`
    update external_lines l set counter_line_id = n.counter,
      state = case when n.counter is null then 'only_outside' else 'internal' end
    from (
      select o.id, p.counter from external_lines o
      left join unnest(${[...counters.keys()]}::uuid[], ${[...counters.values()]}::uuid[]) as p (id, counter) on p.id = o.id
      where o.counter_line_id is distinct from p.counter
    ) n where n.id = l.id`.execute(tx);
}

interface Pair {
  a: Line;
  b: Line;
}

/**
 * A transfer is compared with at most this many bank lines of an equal amount, the nearest in time. This
 * limits the work when one day has many equal transfers.
 */
const NEAREST = 50;

/** Yields pairs of lines that may be the two sides of one movement. */
export function* candidates(rows: readonly Line[]): Generator<Pair> {
  const atBank = grouped(
    rows.filter(({ rail }) => rail === 'bank'),
    ({ amount }) => [`${amount}`],
  );
  const named = grouped(
    rows.filter(({ rail }) => rail !== 'bank'),
    (row) => row.keys.map((key) => undoingKey(row, row.amount, key)),
  );
  for (const a of rows) {
    if (a.rail === 'bank') continue;
    if (a.transfer) {
      for (const b of nearest(atBank.get(`${-a.amount}`) ?? [], a)) if (isArrival(a, b)) yield { a, b };
    }
    for (const b of named.get(undoingKey(a, -a.amount, a.keys[0]!)) ?? [])
      if (isUndoing(a, b)) yield { a, b };
  }
}

const undoingKey = ({ rail, part }: Line, amount: bigint, key: string): string =>
  `${rail} ${part} ${amount} ${key}`;

function grouped(rows: readonly Line[], keysOf: (row: Line) => string[]): Map<string, Line[]> {
  const groups = new Map<string, Line[]>();
  for (const row of rows) {
    for (const key of new Set(keysOf(row))) {
      const same = groups.get(key);
      if (same) same.push(row);
      else groups.set(key, [row]);
    }
  }
  return groups;
}

/** Returns the `NEAREST` lines that are nearest in time to another line. `lines` must be in order of time. */
function nearest(lines: readonly Line[], { at }: Line): readonly Line[] {
  if (lines.length <= NEAREST) return lines;
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lines[middle]!.at < at) low = middle + 1;
    else high = middle;
  }
  return lines.slice(Math.max(0, low - NEAREST / 2), low + NEAREST / 2);
}

/** Whether b is the bank's side of transfer a. */
const isArrival = (a: Line, b: Line): boolean =>
  a.transfer &&
  a.rail !== 'bank' &&
  b.rail === 'bank' &&
  distance({ a, b }) <= TRANSFER_WITHIN &&
  (b.keys.includes(a.keys[0]!) || namesRail(a.rail, b));

/** Whether b reverses a on the same account of a processor. */
const isUndoing = (a: Line, b: Line): boolean =>
  a.rail === b.rail && a.rail !== 'bank' && a.part === b.part && a.at <= b.at && b.keys.includes(a.keys[0]!);

const distance = ({ a, b }: Pair): number => Math.abs(a.at.getTime() - b.at.getTime());

function nearestFirst(pairs: Pair[]): Pair[] {
  const taken = new Set<string>();
  const order = (one: Pair, other: Pair) =>
    distance(one) - distance(other) ||
    one.a.at.getTime() - other.a.at.getTime() ||
    compare(one.a.name, other.a.name) ||
    compare(one.b.name, other.b.name);
  return pairs.sort(order).filter(({ a, b }) => {
    if (taken.has(a.id) || taken.has(b.id)) return false;
    taken.add(a.id).add(b.id);
    return true;
  });
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
