import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MovableClock } from '#server/infra/clock.ts';
import { createActor, createTestServer, type TestActor } from '#server/testing/actor.ts';
import { testClip, testListing } from '#server/testing/clips.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { connect } from '#server/testing/listings.ts';
import { testModules } from '#server/testing/modules.ts';

const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
let database: TestDatabase;
let server: FastifyInstance;

beforeAll(async () => {
  database = await testDatabase();
  const modules = testModules(database.db, clock, ['profiles']);
  server = await createTestServer({ db: database.db, clock, modules });
});
afterAll(async () => {
  await server.close();
  await database.close();
});

/** Returns the steps as shown. A step that is done has a tick. */
async function stepsOf(actor: TestActor): Promise<string[]> {
  const reply = await server.inject({
    method: 'GET',
    url: '/api/profiles/me/first-steps',
    headers: actor.headers,
  });
  const { steps } = reply.json<{ steps: { step: string; done: boolean }[] }>();
  return steps.map(({ step, done }) => (done ? `${step} ✓` : step));
}

test('a clipper’s first steps follow from what the clipper did, and disappear once all are done', async () => {
  const { db } = database;
  const clipper = await createActor(db, { role: 'clipper' });
  const { accountId } = clipper;
  const steps = ['connect', 'country', 'payout_address', 'first_cut', 'first_clip'];
  expect(await stepsOf(clipper)).toEqual(steps);
  await connect(db, clipper, 'tiktok');
  expect(await stepsOf(clipper)).toEqual(steps.with(0, 'connect ✓'));
  const set_at = clock.now();
  await db.insertInto('payout_countries').values({ user_id: accountId, country: 'DE', set_at }).execute();
  const address = { user_id: accountId, email: 'pay@people.example', usable_at: set_at, set_at };
  await db.insertInto('payout_addresses').values(address).execute();
  const listing = await testListing(db, clock.now());
  const cuts = {
    clipper_id: accountId,
    listing_id: listing.id,
    version: 1,
    project: '{}',
    updated_at: set_at,
  };
  await db.insertInto('studio_projects').values(cuts).execute();
  expect((await stepsOf(clipper)).slice(-2)).toEqual(['first_cut ✓', 'first_clip']);
  await db.deleteFrom('studio_projects').where('clipper_id', '=', accountId).execute();
  await testClip(db, { listingId: listing.id, clipperId: accountId, approvedAt: null });
  expect(await stepsOf(clipper)).toEqual([]);
  await db.updateTable('connections').set({ state: 'removed' }).where('user_id', '=', accountId).execute();
  expect(await stepsOf(clipper)).toEqual([]);
});

test('a host’s last first step needs a decision by the host: an automatic approval does not count', async () => {
  const { db } = database;
  const host = await createActor(db, { role: 'host' });
  expect(await stepsOf(host)).toEqual(['connect', 'fund', 'post', 'first_decision']);
  const listing = await testListing(db, clock.now(), { hostId: host.accountId });
  expect(await stepsOf(host)).toEqual(['connect ✓', 'fund ✓', 'post ✓', 'first_decision']);
  const { accountId: clipperId } = await createActor(db, { role: 'clipper' });
  const clip = await testClip(db, { listingId: listing.id, clipperId, approvedAt: clock.now() });
  expect(await stepsOf(host)).toContain('first_decision');
  await db.updateTable('submissions').set({ decision_by: host.userId }).where('id', '=', clip).execute();
  expect(await stepsOf(host)).toEqual([]);
});

test('an admin has no first steps', async () => {
  expect(await stepsOf(await createActor(database.db, { role: 'admin' }))).toEqual([]);
});
