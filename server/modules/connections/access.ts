import type { PostPlatform } from '#contract/platform.ts';
import { writeAudit } from '#server/infra/audit.ts';
import { after, SECOND } from '#server/infra/clock.ts';
import { transact } from '#server/infra/transaction.ts';
import { notify } from '#server/modules/notifications/notifications.ts';
import type { ConnectDeps } from './connect.ts';
import { type Access, type Answer, type PostAdapter, problem } from './platforms/adapter.ts';

type Deps = Pick<ConnectDeps, 'db' | 'adapters' | 'sealer'>;

/**
 * The token that speaks for a connected account, refreshed when it is about to end. The refresh holds the row's lock and
 * stores what comes back in the same transaction: a platform that rotates refresh tokens is asked once.
 */
export async function openAccess(
  { db, adapters, sealer }: Deps,
  connectionId: string,
  now: Date,
): Promise<Answer<{ access: Access; adapter: PostAdapter }>> {
  const row = await db
    .selectFrom('connections')
    .selectAll()
    .where('id', '=', connectionId)
    .where('state', '=', 'active')
    .executeTakeFirst();
  if (!row?.access_token_sealed) return problem('token_dead', 'the account is not connected');
  const adapter = adapters.posts(row.platform as PostPlatform);
  if (!adapter) return problem('misconfigured', 'the platform is off in this installation');
  const access = { externalId: row.external_id, handle: row.handle };
  const fresh = row.access_token_expires_at === null || row.access_token_expires_at > needed(adapter, now);
  if (fresh) {
    return {
      ok: true,
      value: { access: { ...access, accessToken: sealer.unseal(row.access_token_sealed) }, adapter },
    };
  }
  const token = await refresh({ db, adapters, sealer }, connectionId, adapter, now);
  return token.ok ? { ok: true, value: { access: { ...access, accessToken: token.value }, adapter } } : token;
}

const needed = (adapter: PostAdapter, now: Date): Date => after(now, adapter.refreshBeforeSeconds * SECOND);

async function refresh(
  { db, sealer }: Deps,
  connectionId: string,
  adapter: PostAdapter,
  now: Date,
): Promise<Answer<string>> {
  return await transact(db, async (tx): Promise<Answer<string>> => {
    const row = await tx
      .selectFrom('connections')
      .selectAll()
      .where('id', '=', connectionId)
      .where('state', '=', 'active')
      .forUpdate()
      .executeTakeFirst();
    if (!row?.access_token_sealed) return problem('token_dead', 'the account is not connected');
    const accessToken = sealer.unseal(row.access_token_sealed);
    if (row.access_token_expires_at !== null && row.access_token_expires_at > needed(adapter, now)) {
      return { ok: true, value: accessToken };
    }
    const refreshToken = row.refresh_token_sealed && sealer.unseal(row.refresh_token_sealed);
    const answer = await adapter.refresh({ accessToken, refreshToken });
    if (!answer.ok) return answer;
    await tx
      .updateTable('connections')
      .set({
        access_token_sealed: sealer.seal(answer.value.accessToken),
        access_token_expires_at: answer.value.accessTokenExpiresAt,
        ...(answer.value.refreshToken === null
          ? {}
          : { refresh_token_sealed: sealer.seal(answer.value.refreshToken) }),
      })
      .where('id', '=', connectionId)
      .execute();
    return { ok: true, value: answer.value.accessToken };
  });
}

/** A token that the platform no longer knows: the person is told once and asked to connect again. */
export async function markDead({ db }: Pick<Deps, 'db'>, connectionId: string, now: Date): Promise<void> {
  await transact(db, async (tx) => {
    const dead = await tx
      .updateTable('connections')
      .set({ state: 'dead' })
      .where('id', '=', connectionId)
      .where('state', '=', 'active')
      .returning(['user_id', 'handle'])
      .executeTakeFirst();
    if (!dead) return;
    const notice = {
      userId: dead.user_id,
      kind: 'connection.dead',
      title: 'Connect your account again',
      body: `The platform no longer lets us read @${dead.handle}. Views are not counted until you connect it again; after 7 days that is final.`,
      link: '/clipper/settings',
    };
    await notify(tx, notice, now);
    await writeAudit(tx, {
      at: now,
      actorId: null,
      actorKind: 'system',
      action: 'connection.dead',
      subjectType: 'connection',
      subjectId: connectionId,
    });
  });
}
