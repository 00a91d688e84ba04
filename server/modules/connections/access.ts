import { setTimeout as wait } from 'node:timers/promises';
import type { ConnectablePlatform, PostPlatform } from '#contract/platforms/platforms.ts';
import { after, SECOND, systemClock } from '#server/infra/clock.ts';
import type { ConnectionReader } from './deps.ts';
import { markDead } from './mark-dead.ts';
import {
  type Access,
  type Answer,
  type ConnectAdapter,
  type ConsentAdapter,
  problem,
} from './platforms/adapter.ts';
import { type ConsentKind, refreshTokens, type TokenRow } from './refresh.ts';
import { missingScopes } from './scopes.ts';

/** The longest wait for tokens that another process is refreshing, and the polling interval meanwhile. */
const PATIENCE_MS = 12 * SECOND;
const POLL_EVERY_MS = 50;

export interface OpenAccess<A extends ConsentAdapter> {
  access: Access;
  adapter: A;
  /** The sealed access token, by which `markDead` recognizes the token that was used. */
  sealed: string;
}

/** A live consent with all values that are needed to refresh its tokens. */
export interface OpenConsent<A extends ConsentAdapter> {
  row: TokenRow & { access_token_expires_at: Date | null };
  account: Omit<Access, 'accessToken'>;
  adapter: A;
  kind: ConsentKind;
}

/**
 * Returns the access token of a connected account and refreshes it if it expires soon. While another process
 * refreshes it, the caller waits for the new token without holding a transaction or a database connection.
 * Returns a transient problem if the new token does not arrive in time.
 */
export const openAccess = (deps: ConnectionReader, connectionId: string, now: Date) =>
  openTokens(deps, now, () =>
    findConnection(deps, (platform) => deps.adapters.posts(platform as PostPlatform), { connectionId, now }),
  );

/** Like `openAccess`, for accounts of any platform, even one without posts. */
export const openConnection = (deps: ConnectionReader, connectionId: string, now: Date) =>
  openTokens(deps, now, () =>
    findConnection(deps, (platform) => deps.adapters.connect(platform), { connectionId, now }),
  );

/** Opens the tokens of any consent. `find` runs again after each wait. */
export async function openTokens<A extends ConsentAdapter>(
  { db, sealer }: ConnectionReader,
  now: Date,
  find: () => Promise<Answer<OpenConsent<A>>>,
): Promise<Answer<OpenAccess<A>>> {
  const patientUntil = after(systemClock.now(), PATIENCE_MS);
  for (;;) {
    const found = await find();
    if (!found.ok) return found;
    const { row, account, adapter, kind } = found.value;
    const needed = after(now, adapter.refreshBeforeSeconds * SECOND);
    if (row.access_token_expires_at === null || row.access_token_expires_at > needed) {
      const sealed = row.access_token_sealed;
      const access = { ...account, accessToken: sealer.unseal(sealed) };
      return { ok: true, value: { access, adapter, sealed } };
    }
    const refreshed = await refreshTokens({ db, sealer }, row, adapter, kind, now);
    if (refreshed && !refreshed.ok) return refreshed;
    if (refreshed) {
      const { accessToken, sealed: stored } = refreshed.value;
      return { ok: true, value: { access: { ...account, accessToken }, adapter, sealed: stored } };
    }
    if (systemClock.now() > patientUntil) return problem('transient', 'another process refreshes the token');
    await wait(POLL_EVERY_MS);
  }
}

async function findConnection<A extends ConnectAdapter>(
  { db }: ConnectionReader,
  adapterOf: (platform: ConnectablePlatform) => A | null,
  { connectionId, now }: { connectionId: string; now: Date },
): Promise<Answer<OpenConsent<A>>> {
  const row = await db
    .selectFrom('connections')
    .selectAll()
    .where('id', '=', connectionId)
    .where('state', '=', 'active')
    .executeTakeFirst();
  if (!row) return problem('token_dead', 'the account is not connected');
  // An account verified by a code has no token, so its consent is not dead.
  if (row.verified_by === 'code') return problem('unasked', 'the account was connected by a code');
  const sealed = row.access_token_sealed;
  if (sealed === null) {
    await markDead(db, { connectionId, sealed, now });
    return problem('token_dead', 'there is no token');
  }
  const platform = row.platform as ConnectablePlatform;
  const adapter = adapterOf(platform);
  if (!adapter) return problem('unasked', 'this installation has no keys of the platform');
  const account = { externalId: row.external_id, handle: row.handle };
  const kind: ConsentKind = {
    table: 'connections',
    key: 'id',
    missing: (tokens) => missingScopes(platform, tokens),
    end: ({ id, ...dead }) => markDead(db, { connectionId: id, ...dead, now }),
    isOver: async (id) => {
      const query = db.selectFrom('connections').select('state').where('id', '=', id);
      return (await query.executeTakeFirst())?.state === 'removed';
    },
  };
  return { ok: true, value: { row: { ...row, access_token_sealed: sealed }, account, adapter, kind } };
}
