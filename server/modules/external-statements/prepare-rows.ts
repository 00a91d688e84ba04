import { createHash } from 'node:crypto';
import type { StatementRail } from '#contract/external-statements/external-statements.ts';
import { newId } from '#server/infra/id.ts';
import type { SeenTable } from './layout.ts';
import { failed, keyOf, type OutsideLine, type Reading, type Skipped, type Unread } from './outside-line.ts';
import { type Understood, understand } from './understand.ts';

/** A statement in the form in which the import stores it. */
export interface PreparedStatement {
  understood: Understood;
  /** Absent if the statement is not a table. */
  seen?: SeenTable | undefined;
  /**
   * The lines as a JSON array. Only the database parses it, because a statement can have tens of thousands of
   * lines.
   */
  rows: string;
}

export type Prepared = PreparedStatement | Unread;

/** Gives each line its identity and writes all lines in the form in which the import stores them. */
export function prepareRows(rail: StatementRail, reading: Reading): Prepared {
  if ('problems' in reading)
    return { ...reading, problems: reading.problems.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)) };
  const { lines, repeated } = soleLines(reading.lines);
  const { seen } = reading;
  const period = reading.period ?? spanOf(lines);
  if (!period) return { ...failed('The file has no lines.'), ...(seen && { seen }) };
  if (lines.some(({ amountMicros }) => abs(amountMicros) > MOST / BigInt(lines.length)))
    return { ...failed('The amounts add up to more than can be stored.'), ...(seen && { seen }) };
  const rows = toRows(rail, lines);
  // The digest leaves out the ids, because they differ at each reading.
  const digest = sha256(JSON.stringify(rows.map(({ id: _, ...row }) => row)));
  return {
    understood: understand(
      { ...reading, lines, skipped: [...(reading.skipped ?? []), ...repeated] },
      period,
      digest,
    ),
    seen,
    rows: JSON.stringify(rows),
  };
}

/**
 * Separates the lines of a file from repeated ones. A line is repeated if an earlier line of the file has the
 * same id, part and amount; the import would store only the first.
 */
function soleLines(all: readonly OutsideLine[]): { lines: OutsideLine[]; repeated: Skipped[] } {
  const known = new Set<string>();
  const repeated: Skipped[] = [];
  const lines = all.filter(({ externalId, part, amountMicros, currency }) => {
    const key = JSON.stringify([externalId, part, `${amountMicros}`, currency]);
    const isRepeated = externalId !== null && known.has(key);
    if (isRepeated) repeated.push({ line: null, text: externalId.slice(0, 120), why: 'Twice in the file' });
    known.add(key);
    return !isRepeated;
  });
  return { lines, repeated };
}

/** The largest amount that can be stored, in micros: 18 digits. */
const MOST = 10n ** 18n - 1n;

const abs = (value: bigint): bigint => (value < 0n ? -value : value);

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

function spanOf(lines: readonly OutsideLine[]): { from: Date; to: Date } | null {
  if (lines.length === 0) return null;
  const times = lines.map(({ occurredAt }) => occurredAt.getTime());
  const [from, to] = times.reduce(
    ([least, most], at) => [Math.min(least, at), Math.max(most, at)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
  return { from: new Date(from), to: new Date(to) };
}

function toRows(rail: StatementRail, lines: readonly OutsideLine[]) {
  const seen = new Map<string, number>();
  return lines.map((line) => ({
    id: newId(),
    external_id: line.externalId ?? nameless(rail, line, seen),
    part: line.part,
    category: line.category,
    amount_micros: line.amountMicros.toString(),
    currency: line.currency,
    occurred_at: line.occurredAt,
    reference: line.references[0] ?? line.category,
    reference_keys: [...new Set(line.references.map(keyOf))],
    counterparty: line.counterparty,
    description: line.description,
    is_transfer: line.isTransfer,
  }));
}

/**
 * Identifies a line without an id by its content and its number among equal lines. Two files that contain
 * whole days give the same line the same identity.
 */
function nameless(rail: StatementRail, line: OutsideLine, seen: Map<string, number>): string {
  const { occurredAt, amountMicros, currency, references, counterparty, description } = line;
  const identity = line.identity ?? [
    occurredAt.toISOString(),
    amountMicros.toString(),
    currency,
    references,
    counterparty,
    description,
  ];
  const says = [rail, ...identity];
  const hash = sha256(JSON.stringify(says)).slice(0, 40);
  const count = (seen.get(hash) ?? 0) + 1;
  seen.set(hash, count);
  return `${hash}-${count}`;
}
