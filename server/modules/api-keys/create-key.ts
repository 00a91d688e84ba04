import type { ApiKeyRow } from '#contract/api-keys/api-keys.ts';
import { scopeTexts } from '#contract/api-keys/api-scope-texts.ts';
import type { ApiScope } from '#contract/api-keys/api-scopes.ts';
import { API_KEYS_MAX } from '#contract/limits.ts';
import type { Actor } from '#server/http/actor.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { after, DAY } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { enqueueMail } from '#server/infra/mail.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { lockAccount } from '#server/modules/accounts/accounts.ts';
import { keyMadeMail } from './mails.ts';
import { countKeys, findKey } from './queries.ts';
import { makeSecret } from './secret.ts';

interface Wanted {
  name: string;
  scopes: ApiScope[];
  expiresInDays: number;
}

type Refused = 'invalid_input' | 'wrong_role' | 'api_keys_full' | 'unauthenticated';

/**
 * Creates a key and mails its owner, in case somebody else created it. Returns the secret, which is not
 * stored.
 */
export async function createKey(
  { db, appUrl }: { db: Database; appUrl: string },
  actor: Actor,
  { name, scopes, expiresInDays }: Wanted,
  now: Date,
): Promise<Outcome<{ key: ApiKeyRow; secret: string }, Refused>> {
  const { role, userId, accountId } = actor;
  if (role !== 'host' && role !== 'clipper') return refuse('wrong_role');
  const foreign = scopes.find((scope) => !scopeTexts[scope].allows[role]);
  if (foreign) {
    return refuse('invalid_input', {
      field: 'scopes',
      detail: `The scope ${foreign} is not for the account of a ${role}.`,
    });
  }
  const { secret, kept } = makeSecret();
  const today = new Date();
  const id = newId();
  return await transact(db, async (tx) => {
    if (!(await lockAccount(tx, actor))) return refuse('unauthenticated');
    if ((await countKeys(tx, accountId)) >= API_KEYS_MAX) return refuse('api_keys_full');
    const expires_at = after(today, expiresInDays * DAY);
    await tx
      .insertInto('api_keys')
      .values({
        ...{ id, owner_id: accountId, name, ...kept, expires_at },
        scopes: [...new Set(scopes)],
        created_at: today,
      })
      .execute();
    await writeAudit(tx, actBy(role, userId, now), 'api_key.created', 'api_key', id, { name, scopes });
    const key = await findKey(tx, id, today);
    await enqueueMail(tx, keyMadeMail(actor.email, { ...key, role, appUrl }), now);
    return { key, secret };
  });
}
