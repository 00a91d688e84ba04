import { afterAll, expect, test } from 'vitest';
import { MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { connect, listingBody } from '#server/testing/listings.ts';
import { testModules } from '#server/testing/modules.ts';

const t = await testDatabase();
const { db } = t;
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
const api = await testApi(db, clock, testModules(db, clock, ['listings']));
afterAll(async () => {
  await api.close();
  await t.close();
});

test('a host whose balance is frozen reads that reason, not that funds are missing, because more funds could not be spent', async () => {
  const as = await testPerson(db, 'host');
  await connect(db, as);
  const { id } = await testListing(db, clock.now(), { hostId: as.accountId });
  const topUp = () =>
    api.send('POST', `/api/listings/${id}/top-up`, { as, body: { amountMicros: '50000000' } });
  const create = () => api.send('POST', '/api/listings', { as, body: listingBody });
  const turn = (how: string) => api.send('POST', `/api/listings/${id}/${how}`, { as });
  expect((await topUp()).body.code).toBe('insufficient_balance');
  expect((await create()).body.code).toBe('insufficient_balance');
  expect((await turn('pause')).status).toBe(200);
  const deposit = { id: newId(), host_id: as.accountId, rail: 'stripe' as const, amount_micros: 50_000_000n };
  await db
    .insertInto('deposits')
    .values({ ...deposit, state: 'disputed', reference: 'Card', created_at: clock.now() })
    .execute();
  expect((await topUp()).body.code).toBe('balance_frozen');
  expect((await create()).body.code).toBe('balance_frozen');
  expect((await turn('resume')).body.code).toBe('balance_frozen');
});
