import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Log } from './log.ts';
import { isRefusal } from './outcome.ts';

export type Database = Kysely<DB>;
export type Tx = Transaction<DB>;

class RolledBack extends Error {
  readonly refusal: unknown;
  constructor(refusal: unknown) {
    super('rolled back');
    this.refusal = refusal;
  }
}

const RETRIES = 4;
/** serialization_failure, deadlock_detected: nothing happened, so trying again is safe. */
const RETRYABLE = new Set(['40001', '40P01']);

const commits = new WeakMap<Database, number>();

/** How many transactions this process has committed by `transact`, or knows of from others: what was read before the last one may be old. */
export const commitsOf = (db: Database): number => commits.get(db) ?? 0;

/** Another process has committed: what was read before that may be old here too. */
export const noteCommitElsewhere = (db: Database): void => void commits.set(db, commitsOf(db) + 1);

const listeners = new WeakMap<Database, Set<() => void>>();

/**
 * Calls back after each transaction that this process commits by `transact`. Returns how to end that. A listener that throws
 * is told to the log alone: whoever committed must not read that it failed.
 */
export function afterCommits(db: Database, log: Log, listener: () => void): () => void {
  const guarded = () => {
    try {
      listener();
    } catch (err) {
      log.error({ err }, 'what follows a commit failed; the commit stands');
    }
  };
  const all = listeners.get(db) ?? new Set();
  listeners.set(db, all.add(guarded));
  return () => all.delete(guarded);
}

/** Runs `work` in one transaction. A returned refusal rolls everything back and is returned as it is. */
export async function transact<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      const done = await db.transaction().execute(async (tx) => {
        const result = await work(tx);
        if (isRefusal(result)) throw new RolledBack(result);
        return result;
      });
      commits.set(db, commitsOf(db) + 1);
      for (const listener of listeners.get(db) ?? []) listener();
      return done;
    } catch (error) {
      if (error instanceof RolledBack) return error.refusal as T;
      if (attempt >= RETRIES || !RETRYABLE.has(sqlState(error) ?? '')) throw error;
    }
  }
}

/** PostgreSQL's SQLSTATE of an error, when it has one. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Whether an error is the refusal of this unique index or constraint. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === constraint;
}
