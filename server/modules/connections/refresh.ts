import type { Selectable } from 'kysely';
import type { Connections } from '#db/types.ts';
import { after, SECOND, systemClock } from '#server/infra/clock.ts';
import { type ConnectDeps, missingScopes } from './connect.ts';
import { markDead } from './mark-dead.ts';
import { type Answer, type ConnectAdapter, problem, type TokenSet } from './platforms/adapter.ts';

type Deps = Pick<ConnectDeps, 'db' | 'sealer'>;
type Connection = Selectable<Connections>;

export interface Token {
  accessToken: string;
  /** As the row holds it. */
  sealed: string;
}

/** Longer than a platform may take to answer (10 seconds); what a process that died leaves is free after it. */
const LEASE_MS = 30 * SECOND;

/**
 * Asks the platform for new tokens and stores them; null when another process does so at this moment, or did. Nothing is
 * locked while the platform answers: the lease alone keeps a refresh token, which may work only once, from being used
 * twice. It is on the machine's clock, for it is about processes, not about the time of the product. The sealed access
 * token stands for the version of the row that was read: whatever changed it meanwhile stays.
 */
export async function refreshTokens(
  { db, sealer }: Deps,
  row: Connection,
  adapter: ConnectAdapter,
  now: Date,
): Promise<Answer<Token> | null> {
  const sealed = row.access_token_sealed!;
  const accessToken = sealer.unseal(sealed);
  const refreshToken = row.refresh_token_sealed && sealer.unseal(row.refresh_token_sealed);
  const lease = await takeLease(db, row);
  if (!lease) return null;
  const answer = await adapter.refresh({ accessToken, refreshToken });
  const missing = answer.ok ? missingScopes(adapter.platform, answer.value) : [];
  if (answer.ok && missing.length === 0) return await store({ db, sealer }, row, adapter, answer.value);
  await db
    .updateTable('connections')
    .set({ refresh_leased_until: null })
    .where('id', '=', row.id)
    .where('refresh_leased_until', '=', lease)
    .execute();
  const refused = answer.ok ? problem('token_dead', `not granted any more: ${missing.join(', ')}`) : answer;
  if (refused.problem.kind !== 'token_dead') return refused;
  // Refused because another process used the token first: what that one stored is good.
  const isDead = await markDead(db, { connectionId: row.id, sealed, missing, now });
  return isDead ? refused : null;
}

async function takeLease(db: Deps['db'], row: Connection): Promise<Date | null> {
  const realNow = systemClock.now();
  const lease = after(realNow, LEASE_MS);
  const taken = await db
    .updateTable('connections')
    .set({ refresh_leased_until: lease })
    .where('id', '=', row.id)
    .where('state', '=', 'active')
    .where('access_token_sealed', '=', row.access_token_sealed)
    .where((eb) => eb.or([eb('refresh_leased_until', 'is', null), eb('refresh_leased_until', '<=', realNow)]))
    .returning('id')
    .executeTakeFirst();
  return taken ? lease : null;
}

async function store(
  { db, sealer }: Deps,
  row: Connection,
  adapter: ConnectAdapter,
  tokens: TokenSet,
): Promise<Answer<Token> | null> {
  const sealed = sealer.seal(tokens.accessToken);
  const stored = await db
    .updateTable('connections')
    .set({
      access_token_sealed: sealed,
      access_token_expires_at: tokens.accessTokenExpiresAt,
      refresh_leased_until: null,
      ...(tokens.refreshToken === null ? {} : { refresh_token_sealed: sealer.seal(tokens.refreshToken) }),
    })
    .where('id', '=', row.id)
    .where('state', '=', 'active')
    .where('access_token_sealed', '=', row.access_token_sealed)
    .returning('id')
    .executeTakeFirst();
  if (stored) return { ok: true, value: { accessToken: tokens.accessToken, sealed } };
  const { state } = await db
    .selectFrom('connections')
    .select('state')
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow();
  // Disconnected while the platform answered: the consent ended with the old tokens, the new ones must not outlive it.
  if (state === 'removed') {
    await adapter.revoke({ accessToken: tokens.accessToken, refreshToken: tokens.refreshToken });
  }
  return null;
}
