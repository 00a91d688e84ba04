import { sql } from 'kysely';

/**
 * Tolerance for times of two transactions in the wrong order. Each transaction takes its time when it begins,
 * so one that waits for a lock, or whose machine's clock is behind, writes an earlier time than that of the
 * rows it reads.
 */
export const SLACK = sql`interval '1 day'`;
