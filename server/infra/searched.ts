import { type RawBuilder, sql } from 'kysely';
import { contains } from './contains.ts';
import type { Database } from './transaction.ts';

/** So many rows are read by their ids; of more, some are soon met in any order. */
const FEW = 2_000;

/** An index of trigrams finds no shorter part of a word. */
const SHORTEST = 3;

interface Search {
  /** Selects the ids of what fits a pattern, each branch by an index of its own. */
  ids: (pattern: string) => RawBuilder<unknown>;
  /** Whether a row of the list fits a pattern. */
  fits: (pattern: string) => RawBuilder<unknown>;
}

/**
 * The condition by which a list in some order has only the rows that contain a text. Few of them are named by their ids, so
 * that the list need not read all others to meet them.
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
