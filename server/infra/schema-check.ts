import type pg from 'pg';
import { schemaProblem } from '#db/applied.ts';
import { readMigrations } from '#db/migrations.ts';
import type { HealthCheck } from './health-check.ts';

/**
 * Checks that the database has this version's schema: an operator may restore an older dump while this
 * process runs.
 */
export function schemaCheck(pool: pg.Pool, migrationsDir?: string): HealthCheck {
  const migrations = readMigrations(migrationsDir);
  return { name: 'Schema', problem: () => schemaProblem(pool, migrations) };
}
