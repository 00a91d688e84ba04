import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { micros } from '#contract/money.ts';
import type { Actor } from '#server/http/actor.ts';
import { MovableClock } from '#server/infra/clock.ts';
import { transact } from '#server/infra/transaction.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testDatabase } from '#server/testing/database.ts';
import { clipOn, reserve } from '#server/testing/listing-clips.ts';
import { connect, fund, listingBody } from '#server/testing/listings.ts';
import { testModules } from '#server/testing/modules.ts';
import { pauseListingsOfHost, removeListing } from './listings.ts';

const t = await testDatabase();
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T12:00:00Z') });
const api = await testApi(t.db, clock, testModules(t.db, clock, ['listings']));
afterAll(async () => {
  await api.close();
  await t.close();
});

let host: Actor;
let id: string;
beforeEach(async () => {
  host = await testPerson(t.db, 'host');
  await connect(t.db, host);
  await fund(t.db, host.accountId, 500);
  id = (await api.send('POST', '/api/listings', { as: host, body: listingBody })).body.id;
});

const own = async () => (await api.send('GET', '/api/host/listings', { as: host })).body.rows[0];

describe('admins’ acts', () => {
  const remove = (frozen: boolean) =>
    transact(t.db, (tx) =>
      removeListing(tx, {
        listingId: id,
        adminId: host.userId,
        reason: 'Stolen video',
        frozen,
        now: clock.now(),
      }),
    );

  test('a removed listing disappears for everyone but its host, and its free budget is returned', async () => {
    expect(await remove(false)).toEqual({ returnedMicros: 300_000_000n });
    expect((await api.send('GET', `/api/listings/${id}`)).status).toBe(404);
    expect((await api.send('GET', `/api/listings/${id}`, { as: host })).body).toMatchObject({
      state: 'removed',
    });
    expect(await remove(false)).toMatchObject({ code: 'listing_state' });
    expect((await own()).budget).toMatchObject({ freeMicros: '0', returnedMicros: '300000000' });
  });

  test('after payment fraud the money remains in the listing', async () => {
    expect(await remove(true)).toEqual({ returnedMicros: 0n });
    expect((await own()).budget).toMatchObject({ freeMicros: '300000000', returnedMicros: '0' });
  });

  test("a banned host's listings pause and can’t be resumed by the host", async () => {
    const adminId = (await testPerson(t.db, 'admin')).userId;
    const ban = { hostId: host.accountId, adminId, reason: 'banned', now: clock.now() } as const;
    expect(await transact(t.db, (tx) => pauseListingsOfHost(tx, ban))).toBe(1);
    expect(await own()).toMatchObject({ state: 'paused', pauseReason: 'banned' });
    expect((await api.send('POST', `/api/listings/${id}/resume`, { as: host })).status).toBe(409);
  });
});

test('shows reserved and free budget separately in every place', async () => {
  const clip = await clipOn(t.db, id, clock.now(), 'approved');
  await transact(t.db, (tx) => reserve(tx, clip, micros(30_000_000n), 'into', clock.now()));
  const page = (await api.send('GET', `/api/listings/${id}`)).body;
  expect(page.budget).toMatchObject({ reservedMicros: '30000000', freeMicros: '270000000' });
  const { rows } = (await api.send('GET', '/api/listings')).body;
  expect(rows.find((row: { id: string }) => row.id === id)).toMatchObject({
    reservedMicros: '30000000',
    freeMicros: '270000000',
    fundedMicros: '300000000',
  });
  expect(await own()).toMatchObject({ approvedClips: 1, pendingClips: 0, budget: page.budget });
});
