import { afterAll, expect, test } from 'vitest';
import { after, DAY } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { testPerson } from '#server/testing/api.ts';
import { stripeWorld } from '#server/testing/stripe.ts';

const w = await stripeWorld(['ledger']);
afterAll(() => w.close());

const get = async (path: string, as: Awaited<ReturnType<typeof testPerson>>) =>
  (await w.api.send('GET', path, { as })).body;

test('shows host and admin the reason of a dispute and until when evidence is accepted', async () => {
  const [host, admin] = [await w.newHost(), await testPerson(w.db, 'admin')];
  const { id, url } = await w.begin(host);
  await w.pay(url);
  await w.settle();
  await w.simulator.atStripe({ do: 'dispute', reference: id });
  await w.settle();
  const dispute = {
    id: expect.stringMatching(/^dp_/),
    reason: 'fraudulent',
    amountMicros: '100000000',
    openedAt: w.clock.now().toISOString(),
    evidenceDueAt: after(w.clock.now(), 9 * DAY).toISOString(),
    hasEvidence: false,
    outcome: null,
    closedAt: null,
  };
  const [row] = (await get('/api/host/deposits', host)).rows;
  expect(row).toMatchObject({ id, state: 'disputed' });
  expect(row.dispute).toEqual(dispute);
  expect((await get('/api/admin/deposits?waiting=true', admin)).rows).toContainEqual(
    expect.objectContaining({ id, dispute }),
  );
  const page = await get(`/api/admin/deposits/${id}`, admin);
  expect(page).toMatchObject({ state: 'disputed', hostId: host.accountId, unspentMicros: '0', refunds: [] });
  expect(page.paymentIntent).toMatch(/^pi_/);
  expect(page.disputes).toEqual([
    { ...dispute, hostMicros: '100000000', lossMicros: '0', feeMicros: '15000000' },
  ]);
  const moved = await get(`/api/admin/ledger-transfers?kind=host&owner=${host.accountId}&about=${id}`, admin);
  expect(moved.rows.map(({ kind }: { kind: string }) => kind)).toEqual(['chargeback', 'deposit.confirmed']);
  const none = await get(
    `/api/admin/ledger-transfers?kind=host&owner=${host.accountId}&about=${newId()}`,
    admin,
  );
  expect(none.rows).toEqual([]);
});

test('a deposit’s page shows its refunds and unspent part only to admins', async () => {
  const [host, admin] = [await w.newHost(), await testPerson(w.db, 'admin')];
  const made = await w.api.send('POST', '/api/deposits/test-card', {
    as: host,
    body: { amountMicros: '80000000' },
  });
  const { id } = made.body;
  expect(await get(`/api/admin/deposits/${id}`, admin)).toMatchObject({
    rail: 'test',
    state: 'confirmed',
    unspentMicros: '80000000',
    paymentIntent: null,
    disputes: [],
    dispute: null,
  });
  await w.api.send('POST', `/api/deposits/${id}/refund`, { as: host });
  const page = await get(`/api/admin/deposits/${id}`, admin);
  expect(page).toMatchObject({ unspentMicros: '0', refundedMicros: '80000000' });
  expect(page.refunds).toMatchObject([{ state: 'refunded', cause: 'self', amountMicros: '80000000' }]);
  const about = [id, ...page.refunds.map((refund: { id: string }) => refund.id)].join(',');
  const moved = await get(
    `/api/admin/ledger-transfers?kind=host&owner=${host.accountId}&about=${about}`,
    admin,
  );
  expect(moved.rows.map(({ changeMicros }: { changeMicros: string }) => changeMicros)).toEqual([
    '-80000000',
    '80000000',
  ]);
  expect((await w.api.send('GET', `/api/admin/deposits/${id}`, { as: host })).status).toBe(404);
  expect((await get(`/api/admin/deposits/${newId()}`, admin)).code).toBe('not_found');
});
