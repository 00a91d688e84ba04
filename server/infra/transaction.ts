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
/** serialization_failure and deadlock_detected: the transaction changed nothing, so retrying is safe. */
const RETRYABLE = new Set(['40001', '40P01']);

const commits = new WeakMap<Database, number>();

/**
 * The number of transactions that this process committed by `transact`, and of commits that other processes
 * reported to it. A read is outdated if the number has grown since.
 */
export const commitsOf = (db: Database): number => commits.get(db) ?? 0;

/** Counts another process's commit, so that earlier reads of this process become outdated. */
export const noteCommitElsewhere = (db: Database): void => void commits.set(db, commitsOf(db) + 1);

const listeners = new WeakMap<Database, Set<() => void>>();

/**
 * Calls `listener` after each transaction that this process commits by `transact`. Returns a function that
 * ends the calls. A listener's error is only logged: the committing caller must not see a failure.
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

/** Runs `work` in one transaction. A returned refusal rolls everything back and is returned unchanged. */
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

/** The error's SQLSTATE, if it has one. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Whether this unique index or constraint raised the error. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === constraint;
}
