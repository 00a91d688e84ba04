import { afterAll, expect, test } from 'vitest';
import { momentText } from '#contract/dates.ts';
import type { Actor } from '#server/http/actor.ts';
import { after, DAY, HOUR } from '#server/infra/clock.ts';
import { transact } from '#server/infra/transaction.ts';
import { testPerson } from '#server/testing/api.ts';
import { LEAVES_AFTER, paypalTrial } from '#server/testing/paypal.ts';
import { deferAddress, payoutCheck } from './payouts.ts';

const t = await paypalTrial();
const { db, clock, api } = t;
afterAll(() => t.close());

/** Defers the address as a password reset does, because an intruder may have used the account. */
const reset = ({ accountId }: Actor) => transact(db, (tx) => deferAddress(tx, accountId, clock.now()));
const stateOf = async (id: string) => (await t.payout(id)).state;

test('check 34: a payout requested before a password reset waits with the address, and its owner can cancel it', async () => {
  const owner = await t.clipper(50, 'robbed@paypal.example');
  const id = await t.withdraw(owner, 20);
  const thiefs = await t.withdraw(owner, 30);
  await reset(owner);
  await t.pass(LEAVES_AFTER);
  await t.pass(DAY - 2 * LEAVES_AFTER);
  expect([await stateOf(id), await stateOf(thiefs)]).toEqual(['requested', 'requested']);
  expect((await api.send('POST', `/api/payouts/${thiefs}/cancel`, { as: owner })).status).toBe(200);
  await t.pass(LEAVES_AFTER);
  await t.pass(HOUR);
  expect([await stateOf(id), await stateOf(thiefs)]).toEqual(['paid', 'canceled']);
});

test('check 34: refuses to pick a payout up while its address waits, and counts it late a day after the address is usable', async () => {
  const [owner, admin] = [await t.clipper(50, 'by.hand@paypal.example'), await testPerson(db, 'admin')];
  const id = await t.withdraw(owner);
  await reset(owner);
  const usableAt = after(clock.now(), DAY);
  const pickUp = () => api.send('POST', `/api/admin/payouts/${id}/process`, { as: admin });
  const { status, body } = await pickUp();
  expect([status, body.code]).toEqual([409, 'payout_email_waiting']);
  expect(body.detail).toContain(momentText(usableAt));
  expect(await stateOf(id)).toBe('requested');
  clock.advance(DAY + HOUR);
  expect(await payoutCheck(db, clock).problem()).toBeNull();
  expect((await pickUp()).status).toBe(200);
  clock.advance(DAY);
  expect(await payoutCheck(db, clock).problem()).toContain('not left within 24 hours: 1');
});
