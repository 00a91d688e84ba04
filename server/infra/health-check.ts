import { sql } from 'kysely';
import type { Database } from './transaction.ts';

/** One thing without which the product does not work. */
export interface HealthCheck {
  name: string;
  /** A sentence when something is wrong, null when all is well. */
  problem(): Promise<string | null>;
}

export const databaseCheck = (db: Database): HealthCheck => ({
  name: 'Database',
  problem: async () =>
    await sql`select 1`.execute(db).then(
      () => null,
      () => 'The database does not answer.',
    ),
});
