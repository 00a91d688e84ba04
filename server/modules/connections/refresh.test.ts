import { afterAll, expect, test } from 'vitest';
import { personOf } from '#db/seed/person-of.ts';
import { after, systemClock } from '#server/infra/clock.ts';
import { createDatabase } from '#server/infra/db.ts';
import type { Database } from '#server/infra/transaction.ts';
import { connectedAccounts } from '#server/testing/connected-accounts.ts';
import { openAccess } from './access.ts';
import { disconnect } from './disconnect.ts';

const { t, simulated, deps, connected, close } = await connectedAccounts();
afterAll(close);

/** Creates a TikTok account with an expired access token. */
async function expired() {
  const account = await connected('tiktok');
  simulated.clock.advanceHours(24);
  return { id: account.id, accountId: account.user_id };
}

const rowWhere = (column: 'id' | 'user_id', value: string) =>
  t.db.selectFrom('connections').selectAll().where(column, '=', value).executeTakeFirstOrThrow();

/** Returns the simulator's TikTok adapter, changed so that `meanwhile` runs during a refresh. */
function tiktokThat(db: Database, meanwhile: () => Promise<unknown>) {
  let refreshes = 0;
  let revoked: string[] = [];
  const tiktok = simulated.adapters.posts('tiktok')!;
  const adapter: typeof tiktok = {
    ...tiktok,
    async refresh(tokens) {
      refreshes += 1;
      const answer = await tiktok.refresh(tokens);
      await meanwhile();
      return answer;
    },
    async revoke(tokens) {
      revoked = [...revoked, tokens.accessToken];
      return await tiktok.revoke(tokens);
    },
  };
  const adapters = { ...simulated.adapters, posts: () => adapter, connect: () => adapter };
  return { deps: { ...deps(db), adapters }, refreshes: () => refreshes, revoked: () => revoked };
}

const open = (given: ReturnType<typeof deps>, id: string) => openAccess(given, id, simulated.clock.now());

test('concurrent callers in two processes use a single-use refresh token once, and all get the new token', async () => {
  const { id } = await expired();
  await simulated.simulator.setFault({ service: 'tiktok', mode: 'slow', minutes: 5 });
  const other = createDatabase(t.appUrl, { max: 3 });
  const here = tiktokThat(t.db, async () => undefined);
  const there = tiktokThat(other.db, async () => undefined);
  const opened = await Promise.all(
    Array.from({ length: 24 }, (_, i) => open((i % 2 ? here : there).deps, id)),
  );
  await other.close();
  await simulated.simulator.setFault({ service: 'tiktok', mode: 'ok', minutes: 1 });
  expect(opened.map((answer) => answer.ok)).toEqual(Array(24).fill(true));
  const tokens = new Set(opened.map((answer) => answer.ok && answer.value.access.accessToken));
  expect(tokens.size).toBe(1);
  expect(here.refreshes() + there.refreshes()).toBe(1);
  expect(await rowWhere('id', id)).toMatchObject({ state: 'active', refresh_leased_until: null });
});

test('holds no database connection while the platform answers', async () => {
  const { id } = await expired();
  const single = createDatabase(t.appUrl, { max: 1 });
  const during = () => single.db.selectFrom('connections').select('id').where('id', '=', id).execute();
  const platform = tiktokThat(single.db, during);
  expect(await open(platform.deps, id)).toMatchObject({ ok: true });
  await single.close();
});

test('takes over from a process that died once its lease expires', async () => {
  const { id } = await expired();
  const lease = after(systemClock.now(), 700);
  await t.db.updateTable('connections').set({ refresh_leased_until: lease }).where('id', '=', id).execute();
  const platform = tiktokThat(t.db, async () => undefined);
  expect(await open(platform.deps, id)).toMatchObject({ ok: true });
  expect(systemClock.now() >= lease).toBe(true);
  expect(platform.refreshes()).toBe(1);
});

test('a silent platform releases the lease, and the next caller retries', async () => {
  const { id } = await expired();
  await simulated.simulator.setFault({ service: 'tiktok', mode: 'down', minutes: 5 });
  expect(await open(deps(), id)).toMatchObject({ ok: false, problem: { kind: 'transient' } });
  expect(await rowWhere('id', id)).toMatchObject({ state: 'active', refresh_leased_until: null });
  await simulated.simulator.setFault({ service: 'tiktok', mode: 'ok', minutes: 1 });
  expect(await open(deps(), id)).toMatchObject({ ok: true });
});

test('a refusal does not affect tokens that another process stored meanwhile', async () => {
  const { id } = await expired();
  const lapsed = { refresh_leased_until: new Date(0) };
  // This process is so slow that its lease expires. Another process then uses the refresh token and stores
  // new tokens.
  const slow = tiktokThat(t.db, async () => undefined);
  const adapter = slow.deps.adapters.posts();
  const overtaken = {
    ...adapter,
    async refresh(tokens: Parameters<typeof adapter.refresh>[0]) {
      await t.db.updateTable('connections').set(lapsed).where('id', '=', id).execute();
      expect(await open(deps(), id)).toMatchObject({ ok: true });
      return await adapter.refresh(tokens);
    },
  };
  const adapters = { ...slow.deps.adapters, posts: () => overtaken };
  expect(await open({ ...slow.deps, adapters }, id)).toMatchObject({ ok: true });
  expect((await rowWhere('id', id)).state).toBe('active');
});

test('an account disconnected during a refresh stays disconnected, and the new tokens are revoked too', async () => {
  const { id, accountId } = await expired();
  const platform = tiktokThat(t.db, async () => {
    await disconnect(deps(), {
      connectionId: id,
      accountId,
      userId: personOf(accountId),
      now: simulated.clock.now(),
    });
  });
  expect(await open(platform.deps, id)).toMatchObject({ ok: false, problem: { kind: 'token_dead' } });
  expect(await rowWhere('id', id)).toMatchObject({ state: 'removed', access_token_sealed: null });
  expect(platform.revoked()).toHaveLength(1);
});

test('disconnects an account whose tokens can’t be unsealed any more', async () => {
  const { id, accountId } = await expired();
  await t.db
    .updateTable('connections')
    .set({ access_token_sealed: 'v1.damaged' })
    .where('id', '=', id)
    .execute();
  expect(
    await disconnect(deps(), {
      connectionId: id,
      accountId,
      userId: personOf(accountId),
      now: simulated.clock.now(),
    }),
  ).toEqual({});
  expect(await rowWhere('id', id)).toMatchObject({ state: 'removed', access_token_sealed: null });
});
