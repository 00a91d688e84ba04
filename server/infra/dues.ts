import { type Expression, sql } from 'kysely';
import type { Database } from './transaction.ts';

/**
 * When a job has work next: a moment, null without waiting work, or a query that returns one row with one
 * column.
 */
export type NextDue = Promise<Date | null> | Expression<unknown>;

interface Waiting {
  nextDueAt?(): NextDue;
}

/** The due moment of each job, in the jobs' order; undefined for jobs that don't report one. */
export type Dues = (Date | null | undefined)[];
export type ReadDues = (all: readonly Waiting[]) => Promise<Dues>;

const isQuery = (due: NextDue | undefined): due is Expression<unknown> =>
  due !== undefined && 'toOperationNode' in due;

/**
 * Reads the due moments of all jobs with one query, because the round trip is most of such a query's cost.
 */
export const readDues =
  (db: Database): ReadDues =>
  async (all) => {
    const dues = all.map((one) => one.nextDueAt?.());
    const queries = dues.filter(isQuery);
    const [found, others] = await Promise.all([
      queries.length > 0 ? readMoments(db, queries) : [],
      Promise.all(dues.map((due) => (isQuery(due) ? undefined : due))),
    ]);
    return dues.map((due, nth) => (isQuery(due) ? found[queries.indexOf(due)] : others[nth]));
  };

async function readMoments(db: Database, queries: Expression<unknown>[]): Promise<(Date | null)[]> {
  const columns = queries.map((query, nth) => sql`(${query}) as ${sql.ref(`due_${nth}`)}`);
  const { rows } = await sql<Record<string, Date | null>>`select ${sql.join(columns)}`.execute(db);
  return queries.map((_, nth) => rows[0]![`due_${nth}`]!);
}
