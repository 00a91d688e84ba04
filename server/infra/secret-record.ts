import { type Secrets, secretId } from './secrets.ts';
import type { Database } from './transaction.ts';

type Given = Pick<Secrets, 'current' | 'previous'>;

/** The secrets as this database uses them: by purpose once that is recorded, as a first start does. */
export async function secretsOf(db: Database, { current, previous }: Given): Promise<Secrets> {
  const row = await db.selectFrom('installation').select('secret_id').executeTakeFirst();
  return { current, previous, byPurpose: Boolean(row?.secret_id) };
}

/** Records that everything is made under this secret from now on; since when it is, and null before a first start. */
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
