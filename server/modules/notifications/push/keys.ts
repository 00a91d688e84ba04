import { sql } from 'kysely';
import webPush from 'web-push';
import { type Sealer, Unreadable } from '#server/infra/seal.ts';
import type { Database } from '#server/infra/transaction.ts';

/** Keys that identify this server to push services (VAPID), in base64url. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

interface Deps {
  db: Database;
  sealer: Sealer;
  pushKeys: PushKeys | null;
}

/**
 * Returns the keys of this installation: the operator's keys, or else keys that are made at their first use
 * and stored sealed.
 */
export async function readPushKeys({ db, sealer, pushKeys }: Deps, now: Date): Promise<PushKeys> {
  if (pushKeys) return pushKeys;
  const kept = await readKept(db);
  if (kept) {
    const keys = open(kept, sealer);
    if (keys) return keys;
  }
  const made = webPush.generateVAPIDKeys();
  // If two processes make keys, one writes and both read that pair. Keys sealed under another secret are
  // useless, so they are replaced.
  await sql`
    insert into push_keys (public_key, private_key_sealed, created_at)
    values (${made.publicKey}, ${sealer.seal(made.privateKey)}, ${now})
    on conflict (only_row) do update set public_key = excluded.public_key,
      private_key_sealed = excluded.private_key_sealed, created_at = excluded.created_at
      where push_keys.public_key = ${kept?.publicKey ?? null}`.execute(db);
  const keys = open((await readKept(db))!, sealer);
  if (!keys) throw new Error('the keys for push were sealed under another secret by another process');
  return keys;
}

interface Kept {
  publicKey: string;
  sealed: string;
}

async function readKept(db: Database): Promise<Kept | undefined> {
  return await db
    .selectFrom('push_keys')
    .select(['public_key as publicKey', 'private_key_sealed as sealed'])
    .executeTakeFirst();
}

function open({ publicKey, sealed }: Kept, sealer: Sealer): PushKeys | null {
  try {
    return { publicKey, privateKey: sealer.unseal(sealed) };
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}
