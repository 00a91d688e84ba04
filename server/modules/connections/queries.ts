import { sql } from 'kysely';
import type { ConnectionCode, ConnectionRow } from '#contract/connections.ts';
import type { ConnectablePlatform } from '#contract/platforms.ts';
import { decodeMomentCursor, page } from '#server/infra/cursor.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';

export async function listConnections(db: Database, userId: string): Promise<ConnectionRow[]> {
  const rows = await db
    .selectFrom('connections')
    .select(['id', 'platform', 'handle', 'display_name', 'state', 'connected_at', 'found_text'])
    .where('user_id', '=', userId)
    .where('state', '<>', 'removed')
    .orderBy('connected_at')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    platform: row.platform,
    handle: row.handle,
    displayName: row.display_name,
    state: row.state === 'dead' ? 'dead' : 'active',
    foundText: row.found_text,
    connectedAt: row.connected_at,
  }));
}

const codeColumns = [
  'c.platform',
  'c.handle',
  'c.code',
  'c.expires_at',
  'c.found_text',
  'c.checked_at',
] as const;

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

const waitingCodes = (db: Database, now: Date) =>
  db
    .selectFrom('connection_codes as c')
    .select(codeColumns)
    .where('c.used_at', 'is', null)
    .where('c.expires_at', '>', now)
    .orderBy('c.expires_at');

export async function listCodes(db: Database, userId: string, now: Date): Promise<ConnectionCode[]> {
  const rows = await waitingCodes(db, now).where('c.user_id', '=', userId).execute();
  return rows.map(toCode);
}

const PAGE_CODES = 50;

/** The codes of everyone that an admin may find. */
export async function listWaitingCodes(db: Database, cursor: string | undefined, now: Date) {
  const position = decodeMomentCursor(cursor);
  const found = await waitingCodes(db, now)
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select(['c.id', 'u.email', 'c.user_id'])
    .orderBy('c.id')
    .$if(position !== null, (q) =>
      q.where(sql<boolean>`(c.expires_at, c.id) > (${position!.value}::timestamptz, ${position!.id}::uuid)`),
    )
    .limit(PAGE_CODES + 1)
    .execute();
  const { rows, nextCursor } = page(found, PAGE_CODES, (row) => ({
    value: row.expires_at.toISOString(),
    id: row.id,
  }));
  return {
    rows: rows.map((row) => ({ ...toCode(row), id: row.id, email: row.email, personId: row.user_id })),
    nextCursor,
  };
}

/** Whether a person has a live account on one of these platforms. */
export async function hasConnection(
  db: Database | Tx,
  userId: string,
  platforms: readonly ConnectablePlatform[],
): Promise<boolean> {
  const row = await db
    .selectFrom('connections')
    .select('id')
    .where('user_id', '=', userId)
    .where('platform', 'in', [...platforms])
    .where('state', '=', 'active')
    .executeTakeFirst();
  return row !== undefined;
}

/** What stays of the id of an account whose consent ended and was forgotten: enough to know it again, not to name it. */
export const endedMark = (id: string, externalId: string) =>
  sql<string>`'ended:' || encode(sha256(convert_to(${sql.ref(id)}::text || ${sql.ref(externalId)}, 'UTF8')), 'hex')`;

/** The live connections of the same person and platform account: connecting again after a removal makes a new one. */
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

/** The live connection of an account that was connected by this one; itself when there is none. */
export async function connectedAs(db: Database, connectionId: string): Promise<string> {
  return (await sameAccount(db, connectionId).executeTakeFirst())?.id ?? connectionId;
}

/** Whether the account is connected still, or again. */
export async function isConnected(db: Database | Tx, connectionId: string): Promise<boolean> {
  return (await sameAccount(db, connectionId).executeTakeFirst()) !== undefined;
}
