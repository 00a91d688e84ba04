import { type RawBuilder, sql } from 'kysely';
import { contains } from './contains.ts';
import type { Database } from './transaction.ts';

/**
 * At most this many matching rows are selected by their ids. If more rows match, the list finds a page soon
 * while it checks each row in its order.
 */
const FEW = 2_000;

/** A trigram index can't find texts that are shorter than this. */
const SHORTEST = 3;

interface Search {
  /** Selects the ids of matching rows; each branch of the query uses its own index. */
  ids: (pattern: string) => RawBuilder<unknown>;
  /** Condition under which a row of the list matches the pattern. */
  fits: (pattern: string) => RawBuilder<unknown>;
}

/**
 * Condition that limits an ordered list to the rows that contain a text. When few rows match, they are named
 * by their ids, so that the list need not read all others.
 */
export async function searched(
  db: Database,
  text: string | undefined,
  id: RawBuilder<unknown>,
  { ids, fits }: Search,
): Promise<RawBuilder<unknown>> {
  const pattern = contains(text);
  if (!pattern) return sql`true`;
  if (text!.trim().length < SHORTEST) return fits(pattern);
  const { rows } = await sql<{ id: string }>`select id from (${ids(pattern)}) found limit ${FEW + 1}`.execute(
    db,
  );
  return rows.length > FEW ? fits(pattern) : sql`${id} = any(${rows.map((row) => row.id)}::uuid[])`;
}
