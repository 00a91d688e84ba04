import type { SelectQueryBuilder } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { ApiKeyRow } from '#contract/api-keys/api-keys.ts';
import type { DB } from '#db/types.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';

/** Lists a person's keys that are not revoked, newest first. */
export async function listKeys(db: Database, ownerId: AccountId, now: Date): Promise<ApiKeyRow[]> {
  const rows = await keyRows(db.selectFrom('api_keys'))
    .where('owner_id', '=', ownerId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => shown(row, now));
}

export async function findKey(tx: Tx, id: string, now: Date): Promise<ApiKeyRow> {
  const row = await keyRows(tx.selectFrom('api_keys')).where('id', '=', id).executeTakeFirstOrThrow();
  return shown(row, now);
}

const keyRows = (from: SelectQueryBuilder<DB, 'api_keys', object>) =>
  from.select([
    'id',
    'name',
    'prefix',
    'scopes',
    'created_at as createdAt',
    'expires_at as expiresAt',
    'last_used_at as lastUsedAt',
    'previous_until as previousUntil',
  ]);

type KeptKey = Omit<ApiKeyRow, 'scopes' | 'isExpired'> & { scopes: string[] };

const shown = ({ scopes, ...row }: KeptKey, now: Date): ApiKeyRow => ({
  ...row,
  scopes: scopes as ApiKeyRow['scopes'],
  isExpired: row.expiresAt <= now,
  previousUntil: row.previousUntil && row.previousUntil > now ? row.previousUntil : null,
});

/** Finds the live key with this hash and its owner, unless the owner is banned or the account closed. */
export async function findHolder(db: Database, hash: Buffer, now: Date) {
  return await db
    .selectFrom('api_keys as k')
    .innerJoin('accounts', 'accounts.id', 'k.owner_id')
    // The only member of a personal account has its id.
    .innerJoin('users', 'users.id', 'k.owner_id')
    .select([
      'k.id as keyId',
      'k.scopes',
      'k.last_used_at as lastUsedAt',
      'users.id as userId',
      'accounts.id as accountId',
      'accounts.role',
      'accounts.is_demo as isDemo',
      'users.email',
    ])
    .where((is) =>
      is.or([
        is('k.secret_hash', '=', hash),
        is.and([is('k.previous_hash', '=', hash), is('k.previous_until', '>', now)]),
      ]),
    )
    .where('k.revoked_at', 'is', null)
    .where('k.expires_at', '>', now)
    .where('accounts.banned_at', 'is', null)
    .where('accounts.closed_at', 'is', null)
    .where('accounts.role', 'in', ['host', 'clipper'])
    .executeTakeFirst();
}

/** Counts a person's keys that are not revoked. */
export async function countKeys(db: Database | Tx, ownerId: AccountId): Promise<number> {
  const { keys } = await db
    .selectFrom('api_keys')
    .select((of) => of.fn.countAll<bigint>().as('keys'))
    .where('owner_id', '=', ownerId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(keys);
}
