import { randomInt } from 'node:crypto';
import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import type { ConnectionCode } from '#contract/connections.ts';
import type { ConnectablePlatform } from '#contract/platforms/platforms.ts';
import { after, DAY } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { transact } from '#server/infra/transaction.ts';
import type { ConnectDeps } from './deps.ts';
import { toCode } from './queries.ts';
import { auditConnection } from './store-connection.ts';

const CODE_MS = DAY;
/** Characters of codes, without those that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 10;

const newCode = (): string =>
  `permille-${Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`;

interface Ask {
  accountId: AccountId;
  userId: UserId;
  platform: ConnectablePlatform;
  handle: string;
  now: Date;
}

/** Creates a code for an account's bio. Earlier codes for the same platform become void. */
export async function makeCode(
  { db, adapters }: ConnectDeps,
  { accountId, userId, platform, handle, now }: Ask,
): Promise<Outcome<ConnectionCode, 'code_not_needed'>> {
  if (adapters.connect(platform)) return refuse('code_not_needed');
  return await transact(db, async (tx) => {
    // Locks the person's row, which serializes concurrent requests, so that only one code is open.
    await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
    await tx
      .deleteFrom('connection_codes')
      .where('user_id', '=', accountId)
      .where('platform', '=', platform)
      .where('used_at', 'is', null)
      .execute();
    const made = await tx
      .insertInto('connection_codes')
      .values({
        id: newId(),
        user_id: accountId,
        platform,
        handle: handle.replace(/^@/, '').toLowerCase(),
        code: newCode(),
        made_at: now,
        expires_at: after(now, CODE_MS),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const data = { platform, handle: made.handle };
    await auditConnection(tx, { id: made.id, by: userId, action: 'connection.code_made', now, data });
    return toCode(made);
  });
}
