import { sql } from 'kysely';

/**
 * How far the moments of two transactions may lie in the wrong order: each takes its moment when it begins, and one that waits
 * for a lock, or runs on a machine whose clock is behind, writes an earlier moment than what it reads.
 */
export const SLACK = sql`interval '1 day'`;
