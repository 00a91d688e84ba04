import { sql } from 'kysely';
import type { z } from 'zod';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { ConnectionCode, ConnectionRow, connectionRoutes } from '#contract/connections.ts';
import { PAGE_ROWS } from '#contract/limits.ts';
import type { ConnectablePlatform } from '#contract/platforms/platforms.ts';
import { contains } from '#server/infra/contains.ts';
import { type SortedRow, sorted, sortValues } from '#server/infra/sorted.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { ownerEmailOf } from '#server/modules/accounts/accounts.ts';
import type { ConnectionReader } from './deps.ts';
import { type Adapters, readsAnalytics } from './platforms/adapters.ts';
import { mayRelease } from './policy.ts';

/** Counts the clips of an account (a row of connections) that are counted and paid by released figures. */
export const earningClips = (account: string) => sql<number>`(
  select count(*)::int from connections own join clip_tracking t on t.connection_id = own.id
  where own.user_id = ${sql.ref(`${account}.user_id`)} and own.platform = ${sql.ref(`${account}.platform`)}
    and own.external_id = ${sql.ref(`${account}.external_id`)} and t.state = 'polling' and t.by_figures)`;

export async function listConnections(
  { db, adapters }: Pick<ConnectionReader, 'db' | 'adapters'>,
  accountId: AccountId,
): Promise<ConnectionRow[]> {
  const rows = await db
    .selectFrom('connections as c')
    .innerJoin('accounts as u', 'u.id', 'c.user_id')
    .select([
      'c.id',
      'c.platform',
      'c.handle',
      'c.display_name',
      'c.state',
      'c.connected_at',
      'c.found_text',
      'c.verified_by',
      'c.analytics_released_at',
      'u.role',
      sql<number>`(select count(*)::int from clip_analytics a where a.connection_id = c.id and a.read_at is not null)`.as(
        'clips',
      ),
      sql<Date | null>`(select max(a.read_at) from clip_analytics a where a.connection_id = c.id)`.as(
        'read_at',
      ),
      earningClips('c').as('earning_clips'),
    ])
    .where('c.user_id', '=', accountId)
    .where('c.state', '<>', 'removed')
    .orderBy('c.connected_at')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    platform: row.platform,
    handle: row.handle,
    displayName: row.display_name,
    state: row.state === 'dead' ? 'dead' : 'active',
    foundText: row.found_text,
    connectedAt: row.connected_at,
    analytics: isOffered(adapters, row)
      ? {
          releasedAt: row.analytics_released_at,
          clips: row.clips,
          readAt: row.read_at,
          earningClips: row.earning_clips,
        }
      : null,
  }));
}

/**
 * Whether the page offers a release or its end. A live release can always be ended, even if the operator has
 * removed the platform's keys.
 */
const isOffered = (
  adapters: Adapters,
  row: Parameters<typeof mayRelease>[0] & { analytics_released_at: Date | null },
): boolean =>
  mayRelease(row) &&
  (row.analytics_released_at !== null || readsAnalytics(adapters, row.platform as ConnectablePlatform));

interface CodeRow {
  platform: string;
  handle: string;
  code: string;
  expires_at: Date;
  found_text: string | null;
  checked_at: Date | null;
}

export const toCode = (row: CodeRow): ConnectionCode => ({
  platform: row.platform as ConnectablePlatform,
  handle: row.handle,
  code: row.code,
  expiresAt: row.expires_at,
  foundText: row.found_text,
  checkedAt: row.checked_at,
});

export async function listCodes(db: Database, accountId: AccountId, now: Date): Promise<ConnectionCode[]> {
  const rows = await db
    .selectFrom('connection_codes')
    .select(['platform', 'handle', 'code', 'expires_at', 'found_text', 'checked_at'])
    .where('user_id', '=', accountId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('expires_at')
    .execute();
  return rows.map(toCode);
}

type CodeFilter = z.output<typeof connectionRoutes.adminConnectionCodes.query & z.ZodType>;

const codeSortValues = sortValues({ date: { by: sql`c.expires_at`, kind: 'moment' } });

/** Lists every person's open codes that match an admin's search. */
export async function listWaitingCodes(db: Database, { search, platform, ...query }: CodeFilter, now: Date) {
  const pattern = contains(search);
  const by = sorted(codeSortValues, query, 'date', sql`c.id`);
  const { rows } = await sql<CodeRow & SortedRow & { email: string; user_id: AccountId }>`
    select c.id, c.platform, c.handle, c.code, c.expires_at, c.found_text, c.checked_at, ${ownerEmailOf} as email, c.user_id, ${by.column}
    from connection_codes c join accounts u on u.id = c.user_id
    where c.used_at is null and c.expires_at > ${now} ${by.after}
      ${platform ? sql`and c.platform = ${platform}` : sql``}
      ${pattern ? sql`and (c.handle ilike ${pattern} or c.code ilike ${pattern} or ${ownerEmailOf} ilike ${pattern})` : sql``}
    order by ${by.order} limit ${PAGE_ROWS + 1}`.execute(db);
  const found = by.page(rows, PAGE_ROWS);
  return {
    ...found,
    rows: found.rows.map((row) => ({
      ...toCode(row),
      id: row.id,
      email: row.email,
      personId: row.user_id,
    })),
  };
}

/** Whether a person has a live account on one of these platforms. */
export async function hasConnection(
  db: Database | Tx,
  accountId: AccountId,
  platforms: readonly ConnectablePlatform[],
): Promise<boolean> {
  const row = await db
    .selectFrom('connections')
    .select('id')
    .where('user_id', '=', accountId)
    .where('platform', 'in', [...platforms])
    .where('state', '=', 'active')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Fingerprint of the id of a forgotten account. It identifies the account if the person connects it again,
 * but does not reveal the id.
 */
export const endedMark = (id: string, externalId: string) =>
  sql<string>`'ended:' || encode(sha256(convert_to(${sql.ref(id)}::text || ${sql.ref(externalId)}, 'UTF8')), 'hex')`;

/**
 * Selects the live connections of the same person and platform account as this connection. Connecting again
 * after a removal creates a new connection.
 */
const sameAccount = (db: Database | Tx, connectionId: string) =>
  db
    .selectFrom('connections as old')
    .innerJoin('connections as live', (join) =>
      join
        .onRef('live.user_id', '=', 'old.user_id')
        .onRef('live.platform', '=', 'old.platform')
        .on(({ or, eb, ref }) =>
          or([
            eb('live.external_id', '=', ref('old.external_id')),
            eb('old.external_id', '=', endedMark('old.id', 'live.external_id')),
          ]),
        ),
    )
    .select('live.id')
    .where('old.id', '=', connectionId)
    .where('live.state', '=', 'active');

/** Returns the live connection of the same account, or the given one if there is none. */
export async function connectedAs(db: Database, connectionId: string): Promise<string> {
  return (await sameAccount(db, connectionId).executeTakeFirst())?.id ?? connectionId;
}

/** Whether the account of this connection is connected now, even if by a newer connection. */
export async function isConnected(db: Database | Tx, connectionId: string): Promise<boolean> {
  return (await sameAccount(db, connectionId).executeTakeFirst()) !== undefined;
}
