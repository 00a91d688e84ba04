import { afterAll, expect, test } from 'vitest';
import { MovableClock } from '#server/infra/clock.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
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
  await db.deleteFrom('payout_countries').where('user_id', '=', person.userId).execute();
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
    .where('subject_id', '=', person.userId)
    .where('action', '=', 'payout_country.set')
    .execute();
  expect(audited).toEqual([{ data: { country: 'DE' } }]);
});
