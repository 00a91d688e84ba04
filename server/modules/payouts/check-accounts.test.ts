import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { Actor } from '#server/http/actor.ts';
import { testApi, testPerson } from '#server/http/test-api.ts';
import { createDatabase } from '#server/infra/db.ts';
import { newId } from '#server/infra/id.ts';
import { createSealer } from '#server/infra/seal.ts';
import { testDatabase } from '#server/infra/test-database.ts';
import { createConnectionsModule, proveAccount } from '#server/modules/connections/connections.ts';
import { startStandIn } from '#server/modules/connections/test-stand-in.ts';
import { decide } from '#simulator/trial.ts';
import { claimBatch } from './claim-batch.ts';
import { createPayoutsModule } from './payouts.ts';
import { makeAvailable } from './test-paypal.ts';

const t = await testDatabase();
const { db } = t;
const owner = createDatabase(t.ownerUrl, { max: 1 });
const { simulator, clock, adapters } = await startStandIn();
const reader = { db, adapters, sealer: createSealer('a secret for tests that is long enough') };
const asked: string[] = [];
const payouts = createPayoutsModule({
  db,
  clock,
  verifyPassword: async () => true,
  paypal: null,
  proveAccount: (connectionId, now) => {
    asked.push(connectionId);
    return proveAccount(reader, connectionId, now);
  },
});
const connections = createConnectionsModule({ ...reader, appUrl: 'http://localhost:3000' });
const api = await testApi(db, clock, [connections, payouts]);
const admin = await testPerson(db, 'admin');
afterAll(async () => {
  await api.close();
  await owner.close();
  await simulator.stop();
  await t.close();
});

async function connect(as: Actor, handle: string): Promise<{ id: string; external_id: string }> {
  const body = { platform: 'tiktok', returnTo: '/clipper/settings' };
  const start = await api.send('POST', '/api/connections/start', { as, body });
  const back = await decide(start.body.authorizeUrl, 'allow', handle);
  await api.send('GET', `${back.pathname}${back.search}`, { as });
  return await db
    .selectFrom('connections')
    .select(['id', 'external_id'])
    .where('user_id', '=', as.userId)
    .where('state', '=', 'active')
    .executeTakeFirstOrThrow();
}

/** A clipper whose connected account earned 12 dollars, which are available, and who asked for them. */
async function paidSoon(handle: string) {
  const as = await testPerson(db, 'clipper');
  const account = await connect(as, handle);
  const [clip, source] = [newId(), newId()];
  const now = clock.now();
  await sql`set session_replication_role = replica`.execute(owner.db);
  await sql`
    insert into submissions (id, listing_id, listing_version, clipper_id, connection_id, platform, post_id, url, posted_at,
      reported_views, submitted_at, decide_by)
    values (${clip}, ${source}, 1, ${as.userId}, ${account.id}, 'tiktok', ${clip}, 'u', ${now}, 0, ${now}, ${now})`.execute(
    owner.db,
  );
  await sql`
    insert into accruals (submission_id, entry_id, listing_id, clipper_id, views_from, views_to, rate_micros_per_view,
      amount_micros, counted_views, counted_at, accrued_at, release_due_at, state, released_at)
    values (${clip}, ${newId()}, ${source}, ${as.userId}, 0, 6000, 2000, 12000000, 6000, ${now}, ${now}, ${now}, 'released',
      ${now})`.execute(owner.db);
  await makeAvailable(db, as.userId, 12, now);
  const body = { email: `${handle}@pay.example`, country: 'US' };
  await api.send('PUT', '/api/clipper/payout-address', { as, body });
  const asked = await api.send('POST', '/api/payouts', { as });
  expect(asked.status).toBe(200);
  return { as, account, payoutId: asked.body.id as string };
}

async function runDue(): Promise<void> {
  for (const work of payouts.dueWork!) await work.run(clock.now());
}

const pickUp = async (id: string) => {
  const { status, body } = await api.send('POST', `/api/admin/payouts/${id}/process`, { as: admin });
  return status === 200 ? 'picked up' : body.code;
};
const problemOf = async (as: Actor) =>
  (await api.send('GET', '/api/clipper/payouts', { as })).body.rows[0].accountProblem as string | null;
/** Whether PayPal would get it now; nothing is left of the look. */
async function leavesByPaypal(payoutId: string): Promise<boolean> {
  let claimed = false;
  await db
    .transaction()
    .execute(async (tx) => {
      clock.advanceHours(0.2);
      await claimBatch(tx, clock.now(), true);
      const row = await tx
        .selectFrom('payouts')
        .select('batch_id')
        .where('id', '=', payoutId)
        .executeTakeFirstOrThrow();
      claimed = row.batch_id !== null;
      throw new Error('only a look');
    })
    .catch(() => undefined);
  return claimed;
}

test('a payout whose account is still its clipper’s leaves, by hand or by PayPal, and not before that was asked', async () => {
  const { as, payoutId } = await paidSoon('honest');
  expect(await leavesByPaypal(payoutId)).toBe(false);
  await runDue();
  expect(await problemOf(as)).toBeNull();
  expect(await leavesByPaypal(payoutId)).toBe(true);
  expect(await pickUp(payoutId)).toBe('picked up');
});

test('a payout waits while its account is not connected, says what to do, and goes on once it is', async () => {
  const { as, account, payoutId } = await paidSoon('removed');
  await simulator.disconnect('tiktok', account.external_id);
  await runDue();
  expect(await problemOf(as)).toMatch(/^Connect @removed on TikTok again, in your settings/);
  expect(await leavesByPaypal(payoutId)).toBe(false);
  expect(await pickUp(payoutId)).toBe('payout_unproved');
  clock.advanceHours(1);
  await runDue();
  const told = await db.selectFrom('notifications').select('kind').where('user_id', '=', as.userId).execute();
  expect(told.filter(({ kind }) => kind === 'payout.waits')).toHaveLength(1);
  await connect(as, 'removed');
  expect(await pickUp(payoutId)).toBe('picked up');
});

test('a platform that is silent holds a payout up only until it answers', async () => {
  const { as, payoutId } = await paidSoon('silent');
  await simulator.setFault({ service: 'tiktok', mode: 'down', minutes: 30 });
  await runDue();
  expect(await problemOf(as)).toMatch(/^TikTok does not answer at the moment/);
  expect(await pickUp(payoutId)).toBe('payout_unproved');
  clock.advanceHours(1);
  await runDue();
  expect(await problemOf(as)).toBeNull();
  expect(await pickUp(payoutId)).toBe('picked up');
});

test('an account that stays away for seven days is for an admin to judge, never for PayPal', async () => {
  const { account, payoutId } = await paidSoon('deleted');
  await simulator.disconnect('tiktok', account.external_id);
  await runDue();
  clock.advanceHours(7 * 24 - 1);
  expect(await pickUp(payoutId)).toBe('payout_unproved');
  clock.advanceHours(2);
  expect(await leavesByPaypal(payoutId)).toBe(false);
  expect(await pickUp(payoutId)).toBe('picked up');
});

test('a connection that can’t be read holds up its own payout alone, and says what to do', async () => {
  const [bad, good] = [await paidSoon('damaged'), await paidSoon('behind')];
  const sealed = createSealer('the secret of another installation').seal('a token');
  await db
    .updateTable('connections')
    .set({ access_token_sealed: sealed })
    .where('id', '=', bad.account.id)
    .execute();
  await runDue();
  expect(await problemOf(bad.as)).toMatch(/cannot be read here any more\. Connect the account again/);
  expect(await pickUp(bad.payoutId)).toBe('payout_unproved');
  expect(await problemOf(good.as)).toBeNull();
  expect(await leavesByPaypal(good.payoutId)).toBe(true);
  await connect(bad.as, 'damaged');
  expect(await pickUp(bad.payoutId)).toBe('picked up');
});

test('a check that fails on our side is told in the log, tried again later, and holds up nobody else', async () => {
  const [bad, good] = [await paidSoon('failing'), await paidSoon('next')];
  const work = createPayoutsModule({
    db,
    clock,
    verifyPassword: async () => true,
    paypal: null,
    proveAccount: async (connectionId) => {
      if (connectionId === bad.account.id) throw new Error('a mistake of ours');
      return null;
    },
  }).dueWork!.find(({ name }) => name === 'accounts of payouts')!;
  await expect(work.run(clock.now())).rejects.toThrow('a mistake of ours');
  expect(await problemOf(bad.as)).toMatch(/could not be checked/);
  expect(await problemOf(good.as)).toBeNull();
  await work.run(clock.now());
  clock.advanceHours(1);
  await runDue();
  expect(await problemOf(bad.as)).toBeNull();
});

test('who withdraws and cancels again and again has the platform asked no more often for it', async () => {
  const { as, account, payoutId } = await paidSoon('presses');
  const times = () => asked.filter((id) => id === account.id).length;
  await runDue();
  expect(times()).toBe(1);
  let id = payoutId;
  for (let round = 0; round < 3; round++) {
    expect((await api.send('POST', `/api/payouts/${id}/cancel`, { as })).status).toBe(200);
    id = (await api.send('POST', '/api/payouts', { as })).body.id as string;
    await runDue();
  }
  expect(times()).toBe(1);
  expect(await leavesByPaypal(id)).toBe(false);
  clock.advanceHours(0.25);
  await runDue();
  expect(times()).toBe(2);
  expect(await leavesByPaypal(id)).toBe(true);
});
