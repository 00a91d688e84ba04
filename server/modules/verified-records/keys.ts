import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { newId } from '#server/infra/id.ts';
import type { Sealer } from '#server/infra/seal.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';

export const ALGORITHM = 'ES256';

/**
 * Returns the public parts of all signing keys, including retired ones, so that anyone can verify records.
 */
export async function publicKeys(db: Database | Tx): Promise<JWK[]> {
  const rows = await db
    .selectFrom('record_signing_keys')
    .select('public_jwk')
    .orderBy('made_at', 'desc')
    .orderBy('kid')
    .execute();
  return rows.map(({ public_jwk }) => public_jwk as JWK);
}

/** Returns the current signing key; creates the first one on demand. */
export async function signingKey(
  db: Database,
  sealer: Sealer,
  now: Date,
): Promise<{ kid: string; key: Awaited<ReturnType<typeof importJWK>> }> {
  const found = await currentKey(db);
  if (!found) await makeKey(db, sealer, now);
  const { kid, private_sealed } = found ?? (await currentKey(db))!;
  return { kid, key: await importJWK(JSON.parse(sealer.unseal(private_sealed!)) as JWK, ALGORITHM) };
}

const currentKey = async (db: Database) =>
  await db
    .selectFrom('record_signing_keys')
    .select(['kid', 'private_sealed'])
    .where('retired_at', 'is', null)
    .executeTakeFirst();

/** Creates the next signing key. If another process has just created one, keeps that one. */
export async function makeKey(db: Database | Tx, sealer: Sealer, now: Date): Promise<void> {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  const shown = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(shown);
  await db
    .insertInto('record_signing_keys')
    .values({
      id: newId(),
      kid,
      public_jwk: JSON.stringify({ ...shown, kid, alg: ALGORITHM, use: 'sig' }),
      private_sealed: sealer.seal(JSON.stringify(await exportJWK(pair.privateKey))),
      made_at: now,
    })
    .onConflict((oc) => oc.doNothing())
    .execute();
}
