import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { Actor } from '#server/http/actor.ts';
import { HOUR, MINUTE } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { balanceOf, clipperAvailable, reconcile } from '#server/modules/ledger/ledger.ts';
import { testPerson } from '#server/testing/api.ts';
import { LEAVES_AFTER, paypalTrial } from '#server/testing/paypal.ts';
import { payoutCheck } from './payouts.ts';

const t = await paypalTrial();
const { db, clock, api } = t;
let ada: Actor;
let ben: Actor;
beforeAll(async () => {
  [ada, ben] = [await testPerson(db, 'admin'), await testPerson(db, 'admin')];
});
afterEach(async () => {
  const broken = (await reconcile(db)).invariants.filter(
    ({ ok, name }) => !ok && !name.startsWith('released'),
  );
  expect(broken).toEqual([]);
});
afterAll(() => t.close());

const post = (path: string, as: Actor, body?: object) => api.send('POST', `/api/admin/${path}`, { as, body });
const actions = async (id: string) =>
  (await db.selectFrom('audit_log').select('action').where('subject_id', '=', id).execute()).map(
    (row) => row.action,
  );

test('a pause sends no payouts, shows in health and to clippers, and keeps all money in place', async () => {
  const person = await t.clipper(20, 'ann@paypal.example');
  const first = await post('payout-controls/pause', ada, { reason: 'Checking a report' });
  expect([first.status, (await post('payout-controls/pause', ben, { reason: 'Me too' })).body.code]).toEqual([
    200,
    'changed_meanwhile',
  ]);
  const id = await t.withdraw(person);
  await t.pass(LEAVES_AFTER);
  expect(await t.payout(id)).toMatchObject({ state: 'requested' });
  expect((await post(`payouts/${id}/process`, ada)).body.code).toBe('payouts_paused');
  expect(await payoutCheck(db, clock).problem()).toContain('Checking a report');
  const seen = await api.send('GET', '/api/clipper/payout-address', { as: person });
  expect(seen.body).toMatchObject({ paused: true, rail: 'paypal' });
  const resume = () => post('payout-controls/resume', ben, { reason: 'All is well' });
  expect((await resume()).status).toBe(200);
  expect((await resume()).body.code).toBe('changed_meanwhile');
  expect(await payoutCheck(db, clock).problem()).toBeNull();
  await t.pass(MINUTE);
  await t.pass(MINUTE);
  expect(await t.payout(id)).toMatchObject({ state: 'paid' });
});

test('a batch made before the pause is not sent during it', async () => {
  const person = await t.clipper(20, 'abe@paypal.example');
  const id = await t.withdraw(person);
  await t.fault('rate-limited');
  await t.pass(LEAVES_AFTER);
  await t.fault('ok');
  await post('payout-controls/pause', ada, { reason: 'Stop' });
  await t.pass(HOUR);
  expect(await t.atPaypal(id)).toEqual([]);
  await post('payout-controls/resume', ada, { reason: 'Go' });
  await t.pass(HOUR);
  await t.pass(MINUTE);
  expect(await t.payout(id)).toMatchObject({ state: 'paid' });
});

test('a large payout is sent by PayPal or by hand once two different admins have agreed', async () => {
  const person = await t.clipper(3_000, 'big@paypal.example');
  const id = await t.withdraw(person);
  await t.pass(LEAVES_AFTER);
  expect((await post(`payouts/${id}/process`, ada)).body.code).toBe('second_admin_needed');
  const own = await post(`payouts/${id}/confirm`, { ...ada, userId: person.userId });
  expect(own.body.code).toBe('own_money');
  await post(`payouts/${id}/confirm`, ada);
  await post(`payouts/${id}/confirm`, ada);
  expect((await post(`payouts/${id}/process`, ada)).body.code).toBe('second_admin_needed');
  await t.pass(HOUR);
  expect(await t.payout(id)).toMatchObject({ state: 'requested' });
  await post(`payouts/${id}/confirm`, ben);
  await t.pass(MINUTE);
  await t.pass(MINUTE);
  expect(await t.payout(id)).toMatchObject({ state: 'paid' });
  const agreed = (await actions(id)).filter((action) => action.startsWith('agreement.'));
  expect(agreed).toEqual(['agreement.given', 'agreement.carried_out']);

  const other = await t.withdraw(await t.clipper(3_000, 'huge@paypal.example'));
  await post(`payouts/${other}/confirm`, ada);
  expect((await post(`payouts/${other}/process`, ben)).status).toBe(200);
  expect((await post(`payouts/${other}/confirm`, ben)).body.code).toBe('payout_state');
});

test('marking many payouts marks each one separately: it names those that can’t be marked and marks the rest', async () => {
  const people = await Promise.all([1, 2, 3].map((n) => t.clipper(10, `row${n}@paypal.example`)));
  const ids = await Promise.all(people.map((person) => t.withdraw(person)));
  const unknown = newId();
  const picked = await post('payouts/mark', ada, { act: 'pick_up', ids: [...ids, unknown] });
  expect(picked.body).toMatchObject({ done: 3, refused: [{ id: unknown, code: 'not_found' }] });
  const paid = await post('payouts/mark', ada, { act: 'paid', ids: [...ids, ids[0]], reference: 'Mass-7' });
  expect(paid.body).toEqual({ done: 3, refused: [] });
  for (const id of ids) expect(await t.payout(id)).toMatchObject({ state: 'paid', reference: 'Mass-7' });
});

test('a payout returned to a closed account goes to suspense and can be sent to another address once', async () => {
  const person = await t.clipper(20, 'returned.zoe@paypal.example');
  const id = await t.withdraw(person);
  await t.pass(LEAVES_AFTER);
  await t.pass(MINUTE);
  const ask = { email: 'zoe.new@paypal.example', reason: 'She wrote to support' };
  expect((await post(`payouts/${id}/resend`, ada, ask)).body.code).toBe('payout_state');
  await db.updateTable('users').set({ closed_at: clock.now() }).where('id', '=', person.userId).execute();
  for (let day = 0; day < 4; day++) await t.pass(24 * HOUR);
  const items = () =>
    db
      .selectFrom('suspense_items')
      .select(['cause', 'amount_micros', 'subject_id', 'state'])
      .where('owner_id', '=', person.accountId)
      .execute();
  const item = { cause: 'payout_returned', amount_micros: 20_000_000n, subject_id: id };
  expect(await items()).toEqual([{ ...item, state: 'open' }]);
  const replies = await Promise.all([1, 2].map(() => post(`payouts/${id}/resend`, ada, ask)));
  const sent = replies.find(({ status }) => status === 200)!;
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await t.payout(sent.body.id)).toMatchObject({ destination: ask.email });
  expect(await items()).toEqual([{ ...item, state: 'reclaimed' }]);
  await t.pass(LEAVES_AFTER);
  await t.pass(MINUTE);
  // The address of a closed account is kept only until its payout is paid.
  expect(await t.payout(sent.body.id)).toMatchObject({ state: 'paid', destination: 'z•••@paypal.example' });
  expect(await balanceOf(db, clipperAvailable(person.accountId))).toBe(0n);
});

test('the list of batches shows the payouts of each batch', async () => {
  const { body } = await api.send('GET', '/api/admin/payout-batches', { as: ada });
  expect(body.rows[0]).toMatchObject({ state: 'sent', payouts: 1, openPayouts: 0 });
});

test('a year’s totals subtract returned payouts, mark the tax threshold, and download as a file', async () => {
  const rich = await t.clipper(2_100, 'rich@paypal.example');
  const back = await t.clipper(30, 'returned.back@paypal.example');
  await t.withdraw(rich);
  await t.withdraw(back);
  await t.pass(LEAVES_AFTER);
  await t.pass(MINUTE);
  const own = await api.send('GET', '/api/clipper/payout-years', { as: back });
  expect(own.body.rows).toEqual([{ year: 2026, paidMicros: '30000000' }]);
  for (let day = 0; day < 4; day++) await t.pass(24 * HOUR);
  const { body } = await api.send('GET', '/api/admin/payout-totals?year=2026', { as: ada });
  const rowOf = (person: Actor) =>
    body.rows.find((row: { clipperId: AccountId }) => row.clipperId === person.accountId);
  expect(rowOf(rich)).toMatchObject({ totalMicros: '2100000000', country: 'US', reportable: true });
  expect(rowOf(back)).toMatchObject({ totalMicros: '0', reportable: false });
  const file = await api.send('GET', '/api/admin/payout-totals.csv?year=2026', { as: ada });
  expect(file.bytes.toString()).toContain(`${rich.email},US,2100.00,2100.00,yes,${rich.accountId}`);
});

test('the first address needs a country, and a country that can’t be paid is refused', async () => {
  const person = await testPerson(db, 'clipper');
  await db.deleteFrom('payout_countries').where('user_id', '=', person.accountId).execute();
  const set = (body: object) => api.send('PUT', '/api/clipper/payout-address', { as: person, body });
  expect((await set({ email: 'new@paypal.example' })).body).toMatchObject({
    code: 'missing_information',
    fields: [{ field: 'country' }],
  });
  expect((await set({ email: 'new@paypal.example', country: 'KP' })).body.code).toBe(
    'payout_country_unsupported',
  );
  expect((await set({ email: 'new@paypal.example', country: 'XX' })).body.code).toBe('invalid_input');
  expect((await set({ email: 'new@paypal.example', country: 'PT' })).status).toBe(200);
  const seen = await api.send('GET', '/api/clipper/payout-address', { as: person });
  expect(seen.body).toMatchObject({ country: 'PT', email: 'new@paypal.example' });
});

test('shows a payout with its batch, its timestamps and PayPal’s status to admins only', async () => {
  const person = await t.clipper(20, 'page@paypal.example');
  const id = await t.withdraw(person);
  const page = async (as = ada) => await api.send('GET', `/api/admin/payouts/${id}`, { as });
  expect((await page()).body).toMatchObject({
    id,
    clipperId: person.accountId,
    destination: 'page@paypal.example',
    state: 'requested',
    batch: null,
    pickedUpAt: null,
    returnedAt: null,
    lateStatus: null,
  });
  await t.pass(LEAVES_AFTER);
  await t.pass(MINUTE);
  const paid = (await page()).body;
  expect(paid).toMatchObject({ state: 'paid', rail: 'paypal', providerStatus: 'SUCCESS' });
  expect(paid.batch.paypalBatchId).toEqual(expect.any(String));
  expect(paid.pickedUpAt).toEqual(expect.any(String));
  await post(`payouts/${id}/returned`, ben, { reason: 'It came back' });
  expect((await page()).body).toMatchObject({
    state: 'returned',
    failure: 'It came back',
    stopsWeekly: true,
  });
  expect((await page(person)).status).toBe(404);
  expect((await api.send('GET', `/api/admin/payouts/${newId()}`, { as: ada })).body.code).toBe('not_found');
});
