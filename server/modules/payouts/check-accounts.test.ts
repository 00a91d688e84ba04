import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '#server/http/actor.ts';
import { createSealer } from '#server/infra/seal.ts';
import { soleSecret } from '#server/infra/secrets.ts';
import { type OwnershipWorld, ownershipWorld } from '#server/testing/account-checks.ts';
import { checkAccounts } from './check-accounts.ts';
import { claimBatch } from './paypal/claim-batch.ts';

let world: OwnershipWorld;
beforeAll(async () => {
  world = await ownershipWorld();
});
afterAll(() => world.close());

const problemOf = async (as: Actor) =>
  (await world.api.send('GET', '/api/clipper/payouts', { as })).body.rows[0].accountProblem as string | null;
/** Returns whether PayPal would get the payout now. Rolls back, so nothing changes. */
async function leavesByPaypal(payoutId: string): Promise<boolean> {
  let claimed = false;
  await world.db
    .transaction()
    .execute(async (tx) => {
      world.clock.advanceHours(0.2);
      await claimBatch(tx, world.clock.now());
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

test('a payout leaves by hand or by PayPal only after its account is verified as the clipper’s', async () => {
  const { as, payoutId } = await world.paidSoon('honest');
  expect(await leavesByPaypal(payoutId)).toBe(false);
  await world.runDue();
  expect(await problemOf(as)).toBeNull();
  expect(await leavesByPaypal(payoutId)).toBe(true);
  expect(await world.pickUp(payoutId)).toBe('picked up');
});

test('a payout waits while its account is not connected, says what to do, and is sent after reconnecting', async () => {
  const { as, account, payoutId } = await world.paidSoon('removed');
  await world.simulator.disconnect('tiktok', account.external_id);
  await world.runDue();
  expect(await problemOf(as)).toMatch(/^Connect @removed on TikTok again in your settings/);
  expect(await leavesByPaypal(payoutId)).toBe(false);
  expect(await world.pickUp(payoutId)).toBe('payout_account_unverified');
  world.clock.advanceHours(1);
  await world.runDue();
  const notified = await world.db
    .selectFrom('notifications')
    .select('kind')
    .where('user_id', '=', as.userId)
    .execute();
  expect(notified.filter(({ kind }) => kind === 'payout.waits')).toHaveLength(1);
  await world.connect(as, 'removed');
  expect(await world.pickUp(payoutId)).toBe('picked up');
});

test('a platform that does not answer delays a payout only until it answers', async () => {
  const { as, payoutId } = await world.paidSoon('silent');
  await world.simulator.setFault({ service: 'tiktok', mode: 'down', minutes: 30 });
  await world.runDue();
  expect(await problemOf(as)).toMatch(/^TikTok is not answering/);
  expect(await world.pickUp(payoutId)).toBe('payout_account_unverified');
  world.clock.advanceHours(1);
  await world.runDue();
  expect(await problemOf(as)).toBeNull();
  expect(await world.pickUp(payoutId)).toBe('picked up');
});

test('after seven days without its account an admin may decide a payout, but PayPal never gets it', async () => {
  const { account, payoutId } = await world.paidSoon('deleted');
  await world.simulator.disconnect('tiktok', account.external_id);
  await world.runDue();
  world.clock.advanceHours(7 * 24 - 1);
  expect(await world.pickUp(payoutId)).toBe('payout_account_unverified');
  world.clock.advanceHours(2);
  expect(await leavesByPaypal(payoutId)).toBe(false);
  expect(await world.pickUp(payoutId)).toBe('picked up');
});

test('verifies the account also when an admin picks the payout up before the first check', async () => {
  const { account, payoutId } = await world.paidSoon('hurried');
  await world.simulator.disconnect('tiktok', account.external_id);
  expect(await world.pickUp(payoutId)).toBe('payout_account_unverified');
});

test('a payout waits for an admin after its account’s owner had the platform’s data deleted', async () => {
  const { as, account, payoutId } = await world.paidSoon('takenback', 'instagram');
  await world.runDue();
  await world.askForDeletion(account.external_id);
  const { caption } = await world.db
    .selectFrom('submissions')
    .select('caption')
    .where('clipper_id', '=', as.accountId)
    .executeTakeFirstOrThrow();
  expect(caption).toBe('');
  expect(await world.pickUp(payoutId)).toBe('payout_account_unverified');
  expect(await problemOf(as)).toMatch(/^The owner of the account had its Instagram data deleted/);
  expect(await leavesByPaypal(payoutId)).toBe(false);
  world.clock.advanceHours(7 * 24 + 1);
  expect(await leavesByPaypal(payoutId)).toBe(false);
  expect(await world.pickUp(payoutId)).toBe('picked up');
});

test('a connection that can’t be read delays only its own payout and tells the clipper the next step', async () => {
  const [bad, good] = [await world.paidSoon('damaged'), await world.paidSoon('behind')];
  const sealed = createSealer(soleSecret('the secret of another installation'), 'platform tokens').seal(
    'a token',
  );
  await world.db
    .updateTable('connections')
    .set({ access_token_sealed: sealed })
    .where('id', '=', bad.account.id)
    .execute();
  await world.runDue();
  expect(await problemOf(bad.as)).toMatch(/^We can no longer read .*\. Connect the account again/);
  expect(await world.pickUp(bad.payoutId)).toBe('payout_account_unverified');
  expect(await problemOf(good.as)).toBeNull();
  expect(await leavesByPaypal(good.payoutId)).toBe(true);
  await world.connect(bad.as, 'damaged');
  expect(await world.pickUp(bad.payoutId)).toBe('picked up');
});

test('a check that fails through our fault is logged, tried again later, and delays no other payout', async () => {
  const [bad, good] = [await world.paidSoon('failing'), await world.paidSoon('next')];
  const work = checkAccounts({
    db: world.db,
    verifyOwnership: async (connectionId) => {
      if (connectionId === bad.account.id) throw new Error('a mistake of ours');
      return null;
    },
  });
  await expect(work.run(world.clock.now())).rejects.toThrow('a mistake of ours');
  expect(await problemOf(bad.as)).toMatch(/could not be checked/);
  expect(await problemOf(good.as)).toBeNull();
  await work.run(world.clock.now());
  world.clock.advanceHours(1);
  await world.runDue();
  expect(await problemOf(bad.as)).toBeNull();
});

test('withdrawing and canceling repeatedly does not cause more calls to the platform', async () => {
  const { as, account, payoutId } = await world.paidSoon('presses');
  const times = () => world.asked.filter((id) => id === account.external_id).length;
  await world.runDue();
  expect(times()).toBe(1);
  let id = payoutId;
  for (let round = 0; round < 3; round++) {
    expect((await world.api.send('POST', `/api/payouts/${id}/cancel`, { as })).status).toBe(200);
    id = (await world.api.send('POST', '/api/payouts', { as, body: {} })).body.id as string;
    await world.runDue();
  }
  expect(times()).toBe(1);
  expect(await leavesByPaypal(id)).toBe(false);
  world.clock.advanceHours(0.25);
  await world.runDue();
  expect(times()).toBe(2);
  expect(await leavesByPaypal(id)).toBe(true);
});
