import { afterAll, expect, test } from 'vitest';
import { MovableClock } from '#server/infra/clock.ts';
import { balanceOf, clipperAvailable } from '#server/modules/ledger/ledger.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testAvailable } from '#server/testing/available-earnings.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';

const t = await testDatabase();
const { db } = t;
const clock = new MovableClock({ frozenAt: new Date('2026-03-03T10:00:00Z') });
const [module] = testModules(db, clock, ['payouts']);
const api = await testApi(db, clock, [module]);
afterAll(async () => {
  await api.close();
  await t.close();
});

test('asks for the country before any work, and refuses a country that can’t be paid at once', async () => {
  const person = await testPerson(db, 'clipper');
  await db.deleteFrom('payout_countries').where('user_id', '=', person.accountId).execute();
  const put = (country: string) =>
    api.send('PUT', '/api/clipper/payout-country', { as: person, body: { country } });
  expect((await put('KP')).body.code).toBe('payout_country_unsupported');
  expect((await put('XX')).status).toBe(400);
  expect((await put('DE')).body).toEqual({ country: 'DE' });
  expect((await put('DE')).body).toEqual({ country: 'DE' });
  const address = await api.send('GET', '/api/clipper/payout-address', { as: person });
  expect(address.body).toMatchObject({ country: 'DE', email: null });
  const audited = await db
    .selectFrom('audit_log')
    .select('data')
    .where('subject_id', '=', person.accountId)
    .where('action', '=', 'payout_country.set')
    .execute();
  expect(audited).toEqual([{ data: { country: 'DE' } }]);
});

test('refuses a withdrawal to a country that can’t be paid any more, and keeps the money available', async () => {
  const person = await testPerson(db, 'clipper');
  const address = { email: 'moved@paypal.example', country: 'DE' };
  await api.send('PUT', '/api/clipper/payout-address', { as: person, body: address });
  await testAvailable(db, { clipperId: person.accountId, amount: 20_000_000n, now: clock.now() });
  await db
    .updateTable('payout_countries')
    .set({ country: 'KP' })
    .where('user_id', '=', person.accountId)
    .execute();
  const asked = await api.send('POST', '/api/payouts', { as: person, body: {} });
  expect(asked.body.code).toBe('payout_country_unsupported');
  expect(await balanceOf(db, clipperAvailable(person.accountId))).toBe(20_000_000n);
});
