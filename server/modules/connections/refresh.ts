import { sql } from 'kysely';
import { after, SECOND, systemClock } from '#server/infra/clock.ts';
import type { Database } from '#server/infra/transaction.ts';
import { attributeRefusal, noteAnswer } from './attribute-refusal.ts';
import type { ConnectDeps } from './deps.ts';
import { type Answer, type ConsentAdapter, problem, type TokenSet } from './platforms/adapter.ts';

type Deps = Pick<ConnectDeps, 'db' | 'sealer'>;

/** The tokens of a consent as stored in its row. */
export interface TokenRow {
  id: string;
  access_token_sealed: string;
  refresh_token_sealed: string | null;
}

/** A kind of consent: the table of its tokens, and the functions that end it when the platform revokes it. */
export interface ConsentKind {
  table: 'connections' | 'analytics_consents';
  key: 'id' | 'connection_id';
  /** Returns the scopes that were granted before and are no longer granted. */
  missing(tokens: TokenSet): string[];
  /** Returns false if the row already has other tokens. */
  end(dead: { id: string; sealed: string; missing: string[] }): Promise<boolean>;
  /** Returns whether the person ended this consent, so that new tokens for it must be revoked. */
  isOver(id: string): Promise<boolean>;
}

export interface Token {
  accessToken: string;
  /** The token as the row stores it. */
  sealed: string;
}

/**
 * A process may refresh a token for this long before another one may. A platform's answer takes at most 10
 * seconds, so only the lease of a process that died expires.
 */
const LEASE_MS = 30 * SECOND;

/**
 * Asks the platform for new tokens and stores them. Returns null if another process is refreshing or has
 * refreshed the tokens. No row is locked while the platform answers. Only the lease prevents two uses of a
 * refresh token, which may work once. The lease uses the machine's clock, because it concerns processes, not
 * the product's time. The tokens are stored only if the row still has the sealed access token that was read.
 */
export async function refreshTokens(
  { db, sealer }: Deps,
  row: TokenRow,
  adapter: ConsentAdapter,
  kind: ConsentKind,
  now: Date,
): Promise<Answer<Token> | null> {
  const sealed = row.access_token_sealed;
  const accessToken = sealer.unseal(sealed);
  const refreshToken = row.refresh_token_sealed && sealer.unseal(row.refresh_token_sealed);
  const lease = await takeLease(db, row, kind);
  if (!lease) return null;
  const answer = await adapter.refresh({ accessToken, refreshToken });
  const missing = answer.ok ? kind.missing(answer.value) : [];
  const asked = { connectionId: row.id, api: apiOf[kind.table], now };
  const keep = async (tokens: TokenSet) => await store({ db, sealer }, row, adapter, kind, { tokens, now });
  if (answer.ok && missing.length === 0) {
    if (asked.api === 'tokens') await noteAnswer(db, asked);
    return await keep(answer.value);
  }
  await sql`update ${sql.table(kind.table)} set refresh_leased_until = null
    where ${sql.ref(kind.key)} = ${row.id} and refresh_leased_until = ${lease}`.execute(db);
  const refused = answer.ok ? problem('token_dead', `not granted any more: ${missing.join(', ')}`) : answer;
  // The refusal means that another process used the token first. The tokens that it stored are valid.
  if (refused.problem.kind === 'token_dead' && !(await isStored(db, row, kind))) return null;
  const weighed = await attributeRefusal(db, asked, refused.problem);
  if (weighed.kind !== 'token_dead') {
    // The granted tokens are kept until the account is found at fault, because the old refresh token may
    // already be invalid.
    if (answer.ok) await keep(answer.value);
    return { ok: false, problem: weighed };
  }
  const isDead = await kind.end({ id: row.id, sealed, missing });
  return isDead ? refused : null;
}

const apiOf = { connections: 'tokens', analytics_consents: 'analytics' } as const;

/** Whether a consent's row still has the token that was read. */
async function isStored(db: Database, row: TokenRow, { table, key }: ConsentKind): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)}
    where ${sql.ref(key)} = ${row.id} and access_token_sealed = ${row.access_token_sealed}`.execute(db);
  return rows.length > 0;
}

async function takeLease(db: Database, row: TokenRow, { table, key }: ConsentKind): Promise<Date | null> {
  const realNow = systemClock.now();
  const lease = after(realNow, LEASE_MS);
  const { rows } = await sql`
    update ${sql.table(table)} set refresh_leased_until = ${lease}
    where ${sql.ref(key)} = ${row.id} and access_token_sealed = ${row.access_token_sealed}
      and (refresh_leased_until is null or refresh_leased_until <= ${realNow})
    returning 1`.execute(db);
  return rows.length > 0 ? lease : null;
}

async function store(
  { db, sealer }: Deps,
  row: TokenRow,
  adapter: ConsentAdapter,
  kind: ConsentKind,
  { tokens, now }: { tokens: TokenSet; now: Date },
): Promise<Answer<Token> | null> {
  const sealed = sealer.seal(tokens.accessToken);
  const refreshSealed = tokens.refreshToken === null ? null : sealer.seal(tokens.refreshToken);
  const { rows } = await sql`
    update ${sql.table(kind.table)} set access_token_sealed = ${sealed}, refresh_leased_until = null,
      access_token_expires_at = ${tokens.accessTokenExpiresAt},
      ${kind.table === 'connections' ? sql`answered_at = ${now},` : sql``}
      refresh_token_sealed = coalesce(${refreshSealed}, refresh_token_sealed)
    where ${sql.ref(kind.key)} = ${row.id} and access_token_sealed = ${row.access_token_sealed}
    returning 1`.execute(db);
  if (rows.length > 0) return { ok: true, value: { accessToken: tokens.accessToken, sealed } };
  // The consent ended while the platform answered, and only its old tokens were revoked. So the new tokens
  // are revoked here.
  if (await kind.isOver(row.id)) {
    await adapter.revoke({ accessToken: tokens.accessToken, refreshToken: tokens.refreshToken });
  }
  return null;
}
