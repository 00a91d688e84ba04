import { sql } from 'kysely';
import { type Sealer, Unreadable } from './seal.ts';
import type { Database } from './transaction.ts';

/** A column of sealed texts, with the database's names. */
export interface SealedColumn {
  table: string;
  key: string;
  column: string;
  /**
   * Condition for rows that must not change now, because a running process compares them with the text that
   * it read.
   */
  busy?: string;
}

export interface Resealed {
  resealed: number;
  /** The number of values sealed under a secret that this process does not have. */
  unreadable: number;
  /** The number of values that are in use, or that a process with another secret sealed meanwhile. */
  left: number;
}

const BATCH = 200;

/**
 * Seals again the values of a column that are not sealed under the current secret, some hundred rows per
 * statement. A row that changed between read and write is left alone. The run can be stopped at any time: the
 * next one continues with the remaining rows.
 */
export async function reseal(db: Database, at: SealedColumn, sealer: Sealer): Promise<Resealed> {
  const done = { resealed: 0, unreadable: 0, left: 0 };
  const [table, key, column] = [sql.table(at.table), sql.ref(at.key), sql.ref(at.column)];
  const isFree = at.busy ? sql`not coalesce(${sql.raw(at.busy)}, false)` : sql`true`;
  const isOld = sql`${column} is not null and not starts_with(${column}, ${sealer.currentPrefix})`;
  let after: string | null = null;
  while (true) {
    const { rows }: { rows: { id: string; sealed: string }[] } = await sql<{ id: string; sealed: string }>`
      select ${key}::text as id, ${column} as sealed from ${table}
      where ${isOld} and (${after}::uuid is null or ${key} > ${after}::uuid)
      order by ${key} limit ${BATCH}`.execute(db);
    if (rows.length === 0) break;
    after = rows.at(-1)!.id;
    const readable = rows.flatMap((row) => {
      const text = unsealed(row.sealed, sealer);
      return text === null ? [] : [{ ...row, anew: sealer.seal(text) }];
    });
    done.unreadable += rows.length - readable.length;
    const { numAffectedRows = 0n } = await sql`
      update ${table} as old set ${column} = fresh.anew
      from unnest(${readable.map((row) => row.id)}::uuid[], ${readable.map((row) => row.sealed)}::text[],
        ${readable.map((row) => row.anew)}::text[]) as fresh(id, sealed, anew)
      where old.${key} = fresh.id and old.${column} = fresh.sealed and ${isFree}`.execute(db);
    done.resealed += Number(numAffectedRows);
  }
  const { rows } = await sql<{ count: string }>`select count(*) from ${table} where ${isOld}`.execute(db);
  return { ...done, left: Math.max(0, Number(rows[0]!.count) - done.unreadable) };
}

function unsealed(sealed: string, sealer: Sealer): string | null {
  try {
    return sealer.unseal(sealed);
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}
