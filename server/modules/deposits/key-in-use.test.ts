import { afterAll, expect, test } from 'vitest';
import { HOUR, MINUTE } from '#server/infra/clock.ts';
import { reconcile } from '#server/modules/ledger/ledger.ts';
import { stripeWorld } from '#server/testing/stripe.ts';

const w = await stripeWorld();
afterAll(() => w.close());

test('a refund whose key is in use counts as unsure: the money stays off the balance and is paid back once', async () => {
  const host = await w.newHost();
  const { id, url } = await w.begin(host);
  await w.pay(url);
  await w.settle();
  await w.simulator.setFault({ service: 'stripe', mode: 'key-in-use', minutes: 30 });
  await w.api.send('POST', `/api/deposits/${id}/refund`, { as: host });
  await w.settle();
  const shown = async () => (await w.api.send('GET', `/api/host/deposits/${id}`, { as: host })).body;
  expect(await shown()).toMatchObject({ refundState: 'refunding' });
  expect(await w.balance(host.accountId)).toBe(0n);
  await w.simulator.setFault({ service: 'stripe', mode: 'ok', minutes: 1 });
  w.clock.advance(2 * HOUR);
  await w.settle();
  expect(await shown()).toMatchObject({ refundState: 'refunded', refundedMicros: '100000000' });
  expect((await reconcile(w.db)).invariants.filter(({ ok }) => !ok)).toEqual([]);
});

test('reopens a payment page after its key was in use', async () => {
  const host = await w.newHost();
  await w.simulator.setFault({ service: 'stripe', mode: 'key-in-use', minutes: 30 });
  const { id, opened } = await w.begin(host);
  expect(opened).toMatchObject({ status: 503, body: { code: 'payment_unavailable' } });
  expect(await w.stateOf(id)).toBe('created');
  await w.simulator.setFault({ service: 'stripe', mode: 'ok', minutes: 1 });
  w.clock.advance(MINUTE);
  const again = await w.api.send('POST', `/api/deposits/${id}/open`, { as: host });
  expect(again.status).toBe(200);
});
