import type { ConnectablePlatform, ConnectionRow } from '#contract/connections.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';

export async function listConnections(db: Database, userId: string): Promise<ConnectionRow[]> {
  const rows = await db
    .selectFrom('connections')
    .select(['id', 'platform', 'handle', 'display_name', 'state', 'connected_at'])
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
    connectedAt: row.connected_at,
  }));
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

/** The live connection of the same person and platform account: connecting again after a removal makes a new one. */
export async function connectedAs(db: Database, connectionId: string): Promise<string> {
  const again = await db
    .selectFrom('connections as old')
    .innerJoin('connections as live', (join) =>
      join
        .onRef('live.user_id', '=', 'old.user_id')
        .onRef('live.platform', '=', 'old.platform')
        .onRef('live.external_id', '=', 'old.external_id'),
    )
    .select('live.id')
    .where('old.id', '=', connectionId)
    .where('live.state', '=', 'active')
    .executeTakeFirst();
  return again?.id ?? connectionId;
}
