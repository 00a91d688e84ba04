import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '#server/http/actor.ts';
import { DAY, MINUTE } from '#server/infra/clock.ts';
import { balanceOf, clipperAvailable } from '#server/modules/ledger/ledger.ts';
import { testPerson } from '#server/testing/api.ts';
import { LEAVES_AFTER, makeAvailable, paypalTrial } from '#server/testing/paypal.ts';
import { payWeeklyTo } from './payouts.ts';

const t = await paypalTrial();
const { db, clock, api } = t;
let ada: Actor;
let ben: Actor;
beforeAll(async () => {
  [ada, ben] = [await testPerson(db, 'admin'), await testPerson(db, 'admin')];
});
afterAll(() => t.close());

const earn = (person: Actor, dollars: number) => makeAvailable(db, person.accountId, dollars, clock.now());
const post = (path: string, as: Actor) => api.send('POST', `/api/admin/payouts/${path}`, { as });
const payoutsOf = (person: Actor) =>
  db
    .selectFrom('payouts')
    .select(['amount_micros', 'cause', 'state'])
    .where('clipper_id', '=', person.accountId)
    .orderBy('requested_at')
    .orderBy('id')
    .execute();

test('an earlier payout blocks neither a withdrawal nor the weekly run, and all of them are paid', async () => {
  const person = await t.clipper(20, 'several@paypal.example');
  await t.withdraw(person);
  await earn(person, 30);
  await t.withdraw(person);
  await earn(person, 40);
  expect(await payWeeklyTo(db, [person.accountId], clock.now())).toBe(1);
  expect(await payoutsOf(person)).toEqual([
    { amount_micros: 20_000_000n, cause: 'withdrawal', state: 'requested' },
    { amount_micros: 30_000_000n, cause: 'withdrawal', state: 'requested' },
    { amount_micros: 40_000_000n, cause: 'weekly', state: 'requested' },
  ]);
  await t.pass(LEAVES_AFTER);
  await t.pass(MINUTE);
  expect((await payoutsOf(person)).map(({ state }) => state)).toEqual(['paid', 'paid', 'paid']);
  expect(await balanceOf(db, clipperAvailable(person.accountId))).toBe(0n);
});

test('a payout that PayPal holds unclaimed blocks nobody: the next one is paid', async () => {
  const person = await t.clipper(20, 'unclaimed.several@paypal.example');
  const held = await t.withdraw(person);
  await t.pass(LEAVES_AFTER);
  await t.pass(MINUTE);
  expect(await t.payout(held)).toMatchObject({ state: 'processing', item_state: 'UNCLAIMED' });
  await earn(person, 12);
  expect(await payWeeklyTo(db, [person.accountId], clock.now())).toBe(1);
});

test('requests split within a day need two admins if their sum does', async () => {
  const person = await t.clipper(2_400, 'pieces@paypal.example');
  const first = await t.withdraw(person);
  await earn(person, 100);
  const second = await t.withdraw(person);
  expect((await post(`${first}/process`, ada)).status).toBe(200);
  expect((await post(`${second}/process`, ada)).body.code).toBe('second_admin_needed');
  await t.pass(LEAVES_AFTER);
  expect(await t.payout(second)).toMatchObject({ state: 'requested' });
  const listed = await api.send('GET', '/api/admin/payouts', { as: ada });
  const row = listed.body.rows.find((one: { id: string }) => one.id === second);
  expect(row.confirmedBy).toHaveLength(1);
  expect((await post(`${second}/confirm`, ben)).status).toBe(200);
  expect((await post(`${second}/process`, ada)).status).toBe(200);
  clock.advance(DAY);
  await earn(person, 100);
  expect((await post(`${await t.withdraw(person)}/process`, ada)).status).toBe(200);
});
