import { afterAll, expect, test } from 'vitest';
import type { Actor } from '#server/http/actor.ts';
import { HOUR } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { balanceOf, clipperAvailable } from '#server/modules/ledger/ledger.ts';
import { paypalTrial } from '#server/testing/paypal.ts';

const t = await paypalTrial();
const { db, clock, api } = t;
afterAll(() => t.close());

const ask = (as: Actor, amountMicros?: string, key = newId()) =>
  api.send('POST', '/api/payouts', { as, key, body: amountMicros === undefined ? {} : { amountMicros } });
const available = (person: Actor) => balanceOf(db, clipperAvailable(person.accountId));
const leaving = async (as: Actor) => (await api.send('GET', '/api/clipper/leaving', { as })).body;
const setAddress = (as: Actor, email: string) =>
  api.send('PUT', '/api/clipper/payout-address', { as, body: { email, country: 'US', password: 'right' } });

test('a clipper chooses the amount; without an amount everything that can leave is withdrawn', async () => {
  const person = await t.clipper(30, 'chooses@paypal.example');
  expect((await ask(person, '12340000')).body).toMatchObject({ amountMicros: '12340000' });
  expect(await available(person)).toBe(17_660_000n);
  expect((await ask(person)).body).toMatchObject({ amountMicros: '17660000' });
  expect(await available(person)).toBe(0n);
});

test.each([
  ['4990000', 'withdrawal_minimum', 'The minimum withdrawal is $5.00.'],
  ['0', 'withdrawal_minimum', 'The minimum withdrawal is $5.00.'],
  ['-20000000', 'withdrawal_minimum', 'The minimum withdrawal is $5.00.'],
  ['5005000', 'withdrawal_amount', 'Enter whole cents.'],
  ['30010000', 'withdrawal_amount', 'You can withdraw up to $30.00 now.'],
  ['999999999999990000', 'withdrawal_amount', 'You can withdraw up to $30.00 now.'],
])('refuses %s micros, names the field and the rule, and moves nothing', async (amount, code, detail) => {
  const person = await t.clipper(30, 'refused@paypal.example');
  const reply = await ask(person, amount);
  expect(reply.body).toMatchObject({ code, detail, fields: [{ field: 'amountMicros', message: detail }] });
  expect(await available(person)).toBe(30_000_000n);
});

test('check 33: many withdrawals at once have one effect per key and never exceed the available balance', async () => {
  const person = await t.clipper(50, 'at-once@paypal.example');
  const keys = Array.from({ length: 6 }, () => newId());
  const replies = await Promise.all(
    Array.from({ length: 24 }, (_, n) => ask(person, '12000000', keys[n % keys.length]!)),
  );
  const started = replies.filter(({ status }) => status === 200).map(({ body }) => body.id);
  expect(new Set(started).size).toBe(4);
  const { rows } = (await api.send('GET', '/api/clipper/payouts', { as: person })).body;
  expect(rows.map((row: { id: string }) => row.id).toSorted()).toEqual([...new Set(started)].toSorted());
  expect(await available(person)).toBe(2_000_000n);
});

test('shows the available balance and the part that can leave separately, with the reason and the date of the rest', async () => {
  const person = await t.clipper(12, 'two-figures@paypal.example');
  const monday = '2026-03-09T09:00:00.000Z';
  expect(await leaving(person)).toEqual({
    availableMicros: '12000000',
    canLeaveMicros: '12000000',
    reasons: [],
    nextRun: { at: monday, amountMicros: '12000000', problem: null },
  });
  await setAddress(person, 'changed@paypal.example');
  expect(await leaving(person)).toMatchObject({
    availableMicros: '12000000',
    canLeaveMicros: '0',
    reasons: ['You can use your new Payment Email from Wed 4 Mar, 10:00 UTC.'],
    nextRun: { amountMicros: '12000000', problem: null },
  });
  clock.advance(24 * HOUR);
  expect(await leaving(person)).toMatchObject({ canLeaveMicros: '12000000', reasons: [] });
  await ask(person, '5000000');
  expect((await leaving(person)).nextRun).toEqual({
    at: monday,
    amountMicros: '0',
    problem: 'Balances of $10.00 or more are sent; smaller ones carry over.',
  });
});
