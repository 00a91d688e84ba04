import { setTimeout as wait } from 'node:timers/promises';
import type { PostPlatform } from '#contract/platforms.ts';
import { after, SECOND, systemClock } from '#server/infra/clock.ts';
import type { ConnectDeps } from './connect.ts';
import { markDead } from './mark-dead.ts';
import { type Access, type Answer, type PostAdapter, problem } from './platforms/adapter.ts';
import { refreshTokens } from './refresh.ts';

type Deps = Pick<ConnectDeps, 'db' | 'adapters' | 'sealer'>;

/** How long to wait for tokens that another process is refreshing, and how often to check. */
const PATIENCE_MS = 12 * SECOND;
const POLL_EVERY_MS = 50;

export interface OpenAccess {
  access: Access;
  adapter: PostAdapter;
  /** Names the token that is used, for `markDead`. */
  sealed: string;
}

/**
 * The access token of a connected account, refreshed when it is about to expire. A caller that comes while another process
 * refreshes it waits for that one's tokens, holding neither a transaction nor a database connection; a transient problem
 * when they do not come.
 */
export async function openAccess(
  { db, adapters, sealer }: Deps,
  connectionId: string,
  now: Date,
): Promise<Answer<OpenAccess>> {
  const patientUntil = after(systemClock.now(), PATIENCE_MS);
  for (;;) {
    const row = await db
      .selectFrom('connections')
      .selectAll()
      .where('id', '=', connectionId)
      .where('state', '=', 'active')
      .executeTakeFirst();
    if (!row) return problem('token_dead', 'the account is not connected');
    // An account verified by a code has no token, so none expired.
    if (row.verified_by === 'code') return problem('misconfigured', 'the account was connected by a code');
    const sealed = row.access_token_sealed;
    if (sealed === null) {
      await markDead(db, { connectionId, sealed, now });
      return problem('token_dead', 'there is no token');
    }
    const adapter = adapters.posts(row.platform as PostPlatform);
    if (!adapter) return problem('misconfigured', 'the platform is off in this installation');
    const account = { externalId: row.external_id, handle: row.handle };
    const needed = after(now, adapter.refreshBeforeSeconds * SECOND);
    if (row.access_token_expires_at === null || row.access_token_expires_at > needed) {
      const access = { ...account, accessToken: sealer.unseal(sealed) };
      return { ok: true, value: { access, adapter, sealed } };
    }
    const refreshed = await refreshTokens({ db, sealer }, row, adapter, now);
    if (refreshed && !refreshed.ok) return refreshed;
    if (refreshed) {
      const { accessToken, sealed: stored } = refreshed.value;
      return { ok: true, value: { access: { ...account, accessToken }, adapter, sealed: stored } };
    }
    if (systemClock.now() > patientUntil) return problem('transient', 'another process refreshes the token');
    await wait(POLL_EVERY_MS);
  }
}
