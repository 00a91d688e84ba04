import type { AccountId } from '#contract/accounts/ids.ts';
import type { ApiScope } from '#contract/api-keys/api-scopes.ts';
import { after, DAY } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import type { Database } from '#server/infra/transaction.ts';
import { makeSecret } from '#server/modules/api-keys/secret.ts';

/** Returns the header of a program whose API key has this secret. */
export const withKey = (secret: string): { authorization: string } => ({ authorization: `Bearer ${secret}` });

/** Creates an API key of this person without a request. */
export async function testKey(
  db: Database,
  ownerId: AccountId,
  scopes: readonly ApiScope[],
): Promise<{ id: string; secret: string; headers: { authorization: string } }> {
  const { secret, kept } = makeSecret();
  const id = newId();
  const now = new Date();
  await db
    .insertInto('api_keys')
    .values({
      ...{ id, owner_id: ownerId, name: 'A program', ...kept },
      scopes: [...scopes],
      created_at: now,
      expires_at: after(now, DAY),
    })
    .execute();
  return { id, secret, headers: withKey(secret) };
}
