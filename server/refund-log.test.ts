import { afterAll, expect, test } from 'vitest';
import { listAudit } from '#server/modules/admin/queries.ts';
import { stripeWorld } from '#server/testing/stripe.ts';

const w = await stripeWorld(['ledger']);
afterAll(() => w.close());

test("a deposit's log lists every act on its refunds", async () => {
  const host = await w.newHost();
  const body = { amountMicros: '80000000' };
  const { id } = (await w.api.send('POST', '/api/deposits/test-card', { as: host, body })).body;
  await w.api.send('POST', `/api/deposits/${id}/refund`, { as: host });
  const log = await listAudit(w.db, { search: id, sort: 'date' });
  expect(log.rows.map(({ action }) => action)).toEqual([
    'deposit.confirmed',
    'refund.started',
    'refund.refunded',
  ]);
});
