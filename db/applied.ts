import type pg from 'pg';
import { BASELINE, type Migration } from './migrations.ts';
import { isAtMost, RELEASE } from './release.ts';

/**
 * A database's migrations by name. `works_with` is null for a migration that a release before 0.3.0 applied.
 */
export type Applied = Map<string, { checksum: string; works_with: string | null }>;

export async function readApplied(client: pg.Client | pg.Pool): Promise<Applied> {
  // All columns are read, because a database of an older release has fewer.
  const { rows } = await client.query<{ name: string; checksum: string; works_with?: string | null }>(
    'select * from schema_migrations',
  );
  return new Map(rows.map(({ name, checksum, works_with = null }) => [name, { checksum, works_with }]));
}

/**
 * Returns the migrations that the database still needs. A migration of a newer release is ignored if that
 * release leaves this one working, so that processes of both run side by side.
 * @throws Error with one sentence when the database's migrations are not those of this version
 */
export function pendingOf(migrations: Migration[], applied: Applied): Migration[] {
  const [first] = migrations;
  if (first && applied.size > 0 && [...applied.keys()].every((name) => name < first.name))
    throw new Error(
      `The database was made by a release before ${BASELINE.release}: run release ${BASELINE.release} on it once, then this one ("From an older release" in docs/operate/upgrade.md).`,
    );
  // Older migrations are ignored, because the first file makes everything that they made.
  const since = [...applied].filter(([name]) => first && name >= first.name);
  const known = new Set(migrations.map(({ name }) => name));
  const last = migrations.at(-1)?.name ?? '';
  const unusable = since.find(
    ([name, { works_with }]) => !known.has(name) && (!works_with || !isAtMost(works_with, RELEASE)),
  );
  if (unusable)
    throw new Error(
      unusable[0] > last
        ? `The database has migration ${unusable[0]}, which release ${RELEASE} does not know: run the newer release that made it, or restore the backup from before it ("Go back" in docs/operate/upgrade.md).`
        : unlike(unusable[0]),
    );
  const newest = [...applied.keys()].sort().at(-1) ?? '';
  return migrations.filter(({ name, checksum }) => {
    const before = applied.get(name);
    if ((before === undefined && name < newest) || (before && before.checksum !== checksum))
      throw new Error(unlike(name));
    return before === undefined;
  });
}

/** Commits between two releases may edit and renumber their migrations, so their databases differ. */
const unlike = (name: string) =>
  `The migrations of the database and of release ${RELEASE} differ in ${name}: run the commit that made the database, or restore a backup of a release ("Commits between two releases" in docs/releases.md).`;

/**
 * Returns a sentence when the database lacks a migration of this version, or has an unknown one; null when
 * the database is ready.
 */
export async function schemaProblem(pool: pg.Pool, migrations: Migration[]): Promise<string | null> {
  const applied = await readApplied(pool);
  try {
    const [pending] = pendingOf(migrations, applied);
    return pending ? `The database lacks migration ${pending.name}: run npm run migrate.` : null;
  } catch (error) {
    return (error as Error).message;
  }
}
