import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '#server/http/actor.ts';
import { type OwnershipWorld, ownershipWorld } from '#server/testing/account-checks.ts';

let world: OwnershipWorld;
beforeAll(async () => {
  world = await ownershipWorld();
});
afterAll(() => world.close());

const obstacles = async (as: Actor): Promise<string[]> =>
  (await world.api.send('GET', '/api/account/closing', { as })).body.obstacles;
async function close(as: Actor) {
  const { username } = await world.db
    .selectFrom('profiles')
    .select('username')
    .where('user_id', '=', as.accountId)
    .executeTakeFirstOrThrow();
  return await world.api.send('POST', '/api/account/close', { as, body: { confirmation: username } });
}
const payoutsOf = (as: Actor) =>
  world.db
    .selectFrom('payouts as p')
    .leftJoin('payout_account_checks as k', 'k.payout_id', 'p.id')
    .select(['p.id', 'p.cause', 'k.problem'])
    .where('p.clipper_id', '=', as.accountId)
    .where('p.state', '=', 'requested')
    .execute();

test('earnings of a disconnected account can’t leave by canceling the payout and closing the account', async () => {
  const { as, account, payoutId } = await world.paidSoon('thief');
  await world.simulator.disconnect('tiktok', account.external_id);
  await world.runDue();
  expect((await world.api.send('POST', `/api/payouts/${payoutId}/cancel`, { as })).status).toBe(200);
  expect(await obstacles(as)).toEqual([
    expect.stringMatching(/^\$12\.00 is available\. Connect @thief on TikTok again/),
  ]);
  expect((await close(as)).body.code).toBe('account_open');
  expect(await payoutsOf(as)).toEqual([]);
  await world.connect(as, 'thief');
  expect(await obstacles(as)).toEqual([]);
  expect((await close(as)).status).toBe(200);
  const [closing] = await payoutsOf(as);
  await world.runDue();
  expect(await world.pickUp(closing!.id)).toBe('picked up');
});

test('closing an account asks the platform about a connection that was never checked', async () => {
  const { as, account } = await world.earner('quick');
  await world.simulator.disconnect('tiktok', account.external_id);
  expect(await obstacles(as)).toEqual([]);
  expect((await close(as)).body).toMatchObject({
    code: 'account_open',
    detail: expect.stringContaining('Connect @quick on TikTok again'),
  });
  expect(await payoutsOf(as)).toEqual([]);
});

test('an account whose platform data was deleted at its owner’s wish keeps its money until an admin decides', async () => {
  const { as, account } = await world.earner('wiped', 'instagram');
  await world.askForDeletion(account.external_id);
  expect((await close(as)).body.detail).toMatch(/had its Instagram data deleted.*withdraw it first/);
});

test('an amount below the minimum does not block closing: it becomes a payout that an admin judges', async () => {
  const { as, account } = await world.earner('small', 'tiktok', 3);
  await world.simulator.disconnect('tiktok', account.external_id);
  expect((await close(as)).status).toBe(200);
  const [closing] = await payoutsOf(as);
  expect(closing).toMatchObject({ cause: 'closing', problem: expect.stringContaining('@small') });
  world.clock.advanceHours(6 * 24);
  await world.runDue();
  expect(await world.pickUp(closing!.id)).toBe('payout_account_unverified');
  world.clock.advanceHours(25);
  expect(await world.pickUp(closing!.id)).toBe('picked up');
});
