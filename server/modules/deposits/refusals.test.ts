import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { Actor } from '#server/http/actor.ts';
import { DAY, MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { reconcile } from '#server/modules/ledger/ledger.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import { moneyActStage, reason } from '#server/testing/money-act-stage.ts';
import { stripeWorld } from '#server/testing/stripe.ts';

const t = await testDatabase();
const { db, owner } = t;
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
const names = ['admin', 'deposits', 'payouts'] as const;
const api = await testApi(db, clock, testModules(db, clock, names, { env: { BANK_DETAILS: 'IBAN XX00' } }));
const railless = await testApi(db, clock, testModules(db, clock, ['deposits']));
const stripe = await stripeWorld();
const stage = moneyActStage({ db, owner, clock, api });
afterEach(async () => {
  expect((await reconcile(db)).invariants.filter(({ ok }) => !ok)).toEqual([]);
});
afterAll(async () => {
  await Promise.all([api.close(), railless.close(), stripe.close()]);
  await t.close();
});

const codeOf = async (path: string, as: Actor, body?: object, by = api) => {
  const reply = await by.send('POST', `/api/${path}`, { as, body });
  return `${reply.status} ${reply.body.code ?? 'done'}`;
};
const asAdmin = async (path: string, body?: object) =>
  await codeOf(`admin/${path}`, await testPerson(db, 'admin'), body);

/** A deposit by bank transfer that was announced. */
async function announced() {
  const as = await testPerson(db, 'host');
  return { as, id: await stage.deposit(as) };
}

async function confirmed() {
  const deposit = await announced();
  await stage.admin(`deposits/${deposit.id}/confirm`, stage.arrived());
  return deposit;
}

describe('POST /api/deposits/card', () => {
  const ask = async (amountMicros: string) =>
    await codeOf('deposits/card', await stripe.newHost(), { amountMicros }, stripe.api);
  test('422 refuses amounts out of range or with fractions of a cent', async () => {
    for (const amount of ['0', '9990000', '100000010000', '10000001'])
      expect(await ask(amount)).toBe('422 deposit_amount');
  });
  test('403 refuses a deposit on a server without a card processor', async () => {
    const [as, body] = [await testPerson(db, 'host'), { amountMicros: '50000000' }];
    expect(await codeOf('deposits/card', as, body, railless)).toBe('403 rail_off');
    expect(await codeOf(`deposits/${newId()}/open`, as, undefined, railless)).toBe('403 rail_off');
  });
});

describe('POST /api/deposits/bank', () => {
  test('422 refuses amounts out of range or with fractions of a cent', async () => {
    const as = await testPerson(db, 'host');
    for (const amountMicros of ['0', '9990000', '100000010000', '10000001'])
      expect(await codeOf('deposits/bank', as, { amountMicros })).toBe('422 deposit_amount');
  });
  test('403 refuses a deposit on a server without a bank account', async () => {
    const [as, body] = [await testPerson(db, 'host'), { amountMicros: '50000000' }];
    expect(await codeOf('deposits/bank', as, body, railless)).toBe('403 rail_off');
  });
});

describe('POST /api/deposits/:id/cancel', () => {
  test('409 refuses to cancel a transfer that has arrived', async () => {
    const { as, id } = await confirmed();
    expect(await codeOf(`deposits/${id}/cancel`, as)).toBe('409 deposit_state');
  });
});

describe('POST /api/deposits/:id/refund', () => {
  test('409 refuses to refund a transfer that has not arrived', async () => {
    const { as, id } = await announced();
    expect(await codeOf(`deposits/${id}/refund`, as)).toBe('409 deposit_state');
  });
});

describe('POST /api/admin/deposits/:id/confirm', () => {
  test('422 refuses nothing and fractions of a cent, so that the transfer can still be confirmed', async () => {
    const { id } = await announced();
    const confirm = (amountMicros: string) =>
      asAdmin(`deposits/${id}/confirm`, { bankReference: newId(), amountMicros });
    expect(await confirm('0')).toBe('422 transfer_amount');
    expect(await confirm('10000001')).toBe('422 transfer_amount');
    expect(await confirm('100000000')).toBe('200 done');
  });
});

describe('POST /api/admin/deposits/:id/decline', () => {
  const decline = (id: string) => asAdmin(`deposits/${id}/decline`, { reason });
  test('200 ends a transfer that will not arrive, and only once', async () => {
    const { as, id } = await announced();
    expect(await decline(id)).toBe('200 done');
    expect((await api.send('GET', `/api/host/deposits/${id}`, { as })).body).toMatchObject({
      state: 'failed',
    });
    expect(await decline(id)).toBe('409 deposit_state');
  });
  test('409 refuses to decline a transfer that has arrived', async () => {
    expect(await decline((await confirmed()).id)).toBe('409 deposit_state');
  });
});

describe('POST /api/admin/deposits/:id/lift', () => {
  test('409 refuses to lift a freeze that is not there', async () => {
    expect(await asAdmin(`deposits/${(await confirmed()).id}/lift`, { reason })).toBe('409 deposit_state');
  });
});

describe('POST /api/admin/deposits/:id/refund', () => {
  const refund = (id: string) => asAdmin(`deposits/${id}/refund`, { reason });
  test('409 refuses a transfer that has not arrived', async () => {
    expect(await refund((await announced()).id)).toBe('409 deposit_state');
  });
  test('409 refuses a second refund while the first is on its way', async () => {
    const { depositId } = await stage.banned('host');
    expect(await refund(depositId!)).toBe('200 done');
    expect(await refund(depositId!)).toBe('409 refund_open');
  });
  test('409 refuses a host whose balance is frozen', async () => {
    const { depositId } = await stage.banned('host');
    await db.updateTable('deposits').set({ frozen_at: clock.now() }).where('id', '=', depositId!).execute();
    expect(await refund(depositId!)).toBe('409 balance_frozen');
  });
});

describe('POST /api/admin/refunds/:id', () => {
  test('409 refuses to decline a refund twice', async () => {
    const { id } = await stage.refund('requested');
    expect(await asAdmin(`refunds/${id}/decline`, { reason })).toBe('200 done');
    expect(await asAdmin(`refunds/${id}/decline`, { reason })).toBe('409 deposit_state');
  });
  test('409 refuses to record the failure of a refund that was not sent', async () => {
    const { id } = await stage.refund('requested');
    expect(await asAdmin(`refunds/${id}/failed`, { reason })).toBe('409 deposit_state');
  });
  test('409 refuses to approve a refund of which the host has spent all', async () => {
    const as = await stripe.newHost();
    const admin = await testPerson(stripe.db, 'admin');
    const { id, url } = await stripe.begin(as);
    await stripe.pay(url);
    await stripe.settle();
    stripe.clock.advance(31 * DAY);
    await stripe.api.send('POST', `/api/deposits/${id}/refund`, { as });
    const { refundId } = (await stripe.api.send('GET', `/api/host/deposits/${id}`, { as })).body;
    await stripe.spend(as.accountId, 100_000_000n);
    expect(await codeOf(`admin/refunds/${refundId}/agree`, admin, undefined, stripe.api)).toBe(
      '409 refund_nothing',
    );
  });
});
