import { sql } from 'kysely';
import { type Secrets, secretId } from './secrets.ts';
import type { Database } from './transaction.ts';

/** The secrets in the settings; `current` is null before the first start has made one. */
export type GivenSecrets = { current: string | null; previous: string | null };

/**
 * Returns the secrets as this database uses them. A database that has recorded its secret's id uses separate
 * keys for each purpose; every first start records the id.
 */
export async function secretsOf(
  db: Database,
  { current, previous }: Pick<Secrets, 'current' | 'previous'>,
): Promise<Secrets> {
  return { current, previous, byPurpose: Boolean(await recordedId(db)) };
}

/**
 * Returns the id of the recorded secret. Undefined before the first start; null if an older release made the
 * first start, which recorded none.
 */
async function recordedId(db: Database): Promise<string | null | undefined> {
  // A database that is not yet migrated may lack the column.
  const { rows } = await sql<{ id: string | null }>`
    select to_jsonb(i) ->> 'secret_id' as id from installation as i`.execute(db);
  return rows[0]?.id;
}

const SEALED = 'because sessions, second factors and connected accounts need it';
const LOST = 'if it is lost for good, "A lost secret" in docs/operate/secret.md says what to do';

/** Returns a sentence if the settings lack the secret that this database uses; null if they have it. */
export async function secretProblem(
  db: Database,
  { current, previous }: GivenSecrets,
): Promise<string | null> {
  const id = await recordedId(db);
  if (id === undefined || (id === null && (current ?? previous) !== null)) return null;
  if ([current, previous].some((secret) => secret !== null && secretId(secret) === id)) return null;
  return current === null && previous === null
    ? `SECRET must be set, or the file "secret" be back in DATA_DIR, ${SEALED}; ${LOST}.`
    : `SECRET or SECRET_PREVIOUS must be the secret that this database was started with, ${SEALED}; ${LOST}.`;
}

/** @throws Error with one sentence when the settings lack the secret of this database */
export async function requireSecret(db: Database, given: GivenSecrets): Promise<void> {
  const problem = await secretProblem(db, given);
  if (problem) throw new Error(problem);
}

/**
 * Records that this secret is used from now on. Returns since when the database uses it; null before a first
 * start.
 */
export async function recordSecret(db: Database, secret: string, now: Date): Promise<Date | null> {
  const secret_id = secretId(secret);
  await db
    .updateTable('installation')
    .set({ secret_id, secret_since: now })
    .where('secret_id', 'is distinct from', secret_id)
    .execute();
  const row = await db.selectFrom('installation').select('secret_since').executeTakeFirst();
  return row?.secret_since ?? null;
}
