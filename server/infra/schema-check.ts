import type pg from 'pg';
import { schemaProblem } from '#db/applied.ts';
import { readMigrations } from '#db/migrations.ts';
import type { HealthCheck } from './health-check.ts';

/** Whether the database has what this version needs: a dump of an older one may be put in its place while this process runs. */
export function schemaCheck(pool: pg.Pool, migrationsDir?: string): HealthCheck {
  const migrations = readMigrations(migrationsDir);
  return { name: 'Schema', problem: () => schemaProblem(pool, migrations) };
}
