import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Actor } from '#server/http/actor.ts';
import { MovableClock } from '#server/infra/clock.ts';
import { balanceOf, clearing, host, reconcile, suspense } from '#server/modules/ledger/ledger.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';

const t = await testDatabase();
const { db } = t;
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
const api = await testApi(
  db,
  clock,
  testModules(db, clock, ['deposits', 'suspense'], { env: { BANK_DETAILS: 'IBAN XX00' } }),
);
let admin: Actor;
beforeAll(async () => {
  admin = await testPerson(db, 'admin');
});
afterEach(async () => {
  expect((await reconcile(db)).invariants.filter(({ ok }) => !ok)).toEqual([]);
});
afterAll(async () => {
  await api.close();
  await t.close();
});

/** Announces a transfer of $100.00 by a host, then records that `cents` arrived. */
async function transfer(bankReference: string, cents: number) {
  const as = await testPerson(db, 'host');
  const { id } = (await api.send('POST', '/api/deposits/bank', { as, body: { amountMicros: '100000000' } }))
    .body;
  const body = { bankReference, amountMicros: `${cents}0000` };
  const reply = await api.send('POST', `/api/admin/deposits/${id}/confirm`, { as: admin, body });
  return { as, id, reply, body };
}
const items = async (reference: string) =>
  (await api.send('GET', `/api/admin/suspense?search=${reference}`, { as: admin })).body.rows;
const record = (bankReference: string, amountMicros: string) =>
  api.send('POST', '/api/admin/suspense/transfers', { as: admin, body: { bankReference, amountMicros } });

test('credits the announced part of a larger transfer and puts the remainder into suspense', async () => {
  const before = await balanceOf(db, clearing('bank'));
  const { as, id, reply } = await transfer('LARGER', 12_345);
  expect(reply.body).toEqual({ creditedMicros: '100000000', suspenseMicros: '23450000' });
  expect(await balanceOf(db, host(as.accountId))).toBe(100_000_000n);
  expect(await items('LARGER')).toMatchObject([
    { cause: 'bank_transfer', amountMicros: '23450000', owner: null },
  ]);
  expect((await balanceOf(db, clearing('bank'))) - before).toBe(-123_450_000n);
  const notified = await db
    .selectFrom('notifications')
    .select(['kind', 'mail'])
    .where('user_id', '=', as.userId)
    .orderBy('kind')
    .execute();
  expect(notified).toEqual([
    { kind: 'deposit.confirmed', mail: 'none' },
    { kind: 'deposit.differs', mail: expect.any(String) },
  ]);
  const again = await api.send('POST', `/api/admin/deposits/${id}/confirm`, {
    as: admin,
    body: { bankReference: 'LARGER-2', amountMicros: '10000000' },
  });
  expect(again.body.code).toBe('deposit_state');
});

test('credits a smaller transfer as it arrived, and puts one under the minimum into suspense', async () => {
  const smaller = await transfer('SMALLER', 9_985);
  expect(smaller.reply.body).toEqual({ creditedMicros: '99850000', suspenseMicros: '0' });
  const tiny = await transfer('TINY', 999);
  expect(tiny.reply.body).toEqual({ creditedMicros: '0', suspenseMicros: '9990000' });
  expect(await balanceOf(db, host(tiny.as.accountId))).toBe(0n);
  const [row] = (await api.send('GET', '/api/host/deposits', { as: tiny.as })).body.rows;
  expect(row).toMatchObject({ state: 'failed', failure: expect.stringContaining('$9.99 arrived') });
});

test('records a transfer without a known owner once, and later confirms no deposit with it', async () => {
  expect((await record('NOBODY', '55500000')).status).toBe(200);
  expect((await record('NOBODY', '55500000')).body.code).toBe('bank_reference_used');
  expect((await transfer('NOBODY', 10_000)).reply.body.code).toBe('bank_reference_used');
  await transfer('KNOWN', 10_000);
  expect((await record('KNOWN', '100000000')).body.code).toBe('bank_reference_used');
  expect((await record('CENTS', '1234')).body.code).toBe('transfer_amount');
  expect((await record('NOTHING', '0')).body.code).toBe('transfer_amount');
});

test('a large transfer without a known owner takes two admins who enter the same', async () => {
  const other = await testPerson(db, 'admin');
  const by = (as: Actor, bankReference: string, amountMicros = '2500000000') =>
    api.send('POST', '/api/admin/suspense/transfers', { as, body: { bankReference, amountMicros } });
  const before = await balanceOf(db, suspense);
  const codes = [];
  for (const reply of [
    await by(admin, 'LARGE'),
    await by(admin, 'LARGE'),
    await by(other, 'LARGE', '2600000000'),
    await by(other, 'ANOTHER'),
  ]) {
    codes.push(reply.body.code);
  }
  expect(codes).toEqual(Array.from({ length: 4 }, () => 'second_admin_needed'));
  expect(await balanceOf(db, suspense)).toBe(before);
  expect((await by(other, 'LARGE')).status).toBe(200);
  expect((await balanceOf(db, suspense)) - before).toBe(2_500_000_000n);
  expect((await by(admin, 'LARGE')).body.code).toBe('bank_reference_used');
});

test('an admin credits the surplus to its host as a refundable deposit', async () => {
  const { as } = await transfer('CREDIT', 15_000);
  const { username } = await db
    .selectFrom('profiles')
    .select('username')
    .where('user_id', '=', as.accountId)
    .executeTakeFirstOrThrow();
  const [item] = await items('CREDIT');
  const body = { username, reason: 'They meant it.' };
  expect((await api.send('POST', `/api/admin/suspense/${item.id}/credit`, { as: admin, body })).status).toBe(
    200,
  );
  expect(await balanceOf(db, host(as.accountId))).toBe(150_000_000n);
  const { rows } = (await api.send('GET', '/api/host/deposits', { as })).body;
  expect(rows.map((row: { unspentMicros: string }) => row.unspentMicros).toSorted()).toEqual([
    '100000000',
    '50000000',
  ]);
});
