import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ListingRules } from '#contract/listings/listing-terms.ts';
import type { Actor } from '#server/http/actor.ts';
import { MovableClock } from '#server/infra/clock.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { connect, fund, listingBody } from '#server/testing/listings.ts';
import { testModules } from '#server/testing/modules.ts';

const clock = new MovableClock({ frozenAt: new Date('2026-03-02T12:00:00Z') });
let t: TestDatabase;
let api: Awaited<ReturnType<typeof testApi>>;
let host: Actor;

beforeAll(async () => {
  t = await testDatabase();
  // Terms that pay for a part of the views need a platform with API keys here.
  const adapters = { available: ['youtube' as const], connect: () => null, posts: () => null };
  api = await testApi(t.db, clock, testModules(t.db, clock, ['listings'], { platforms: { adapters } }));
  host = await testPerson(t.db, 'host');
  await connect(t.db, host, 'youtube');
  await fund(t.db, host.accountId, 5_000);
});
afterAll(async () => {
  await api.close();
  await t.close();
});

/** A value of each term that is not its default, in the API's format. */
const others: { [Name in keyof ListingRules]: unknown } = {
  minViews: 1_500,
  maxPayoutMicros: '20000000',
  clipsPerClipper: 7,
  trackingDays: 12,
  decisionHours: 72,
  allocation: 'reserved',
  requiredTags: ['#hollow', '@marlow'],
  disclosureRequired: false,
  minSeconds: 11,
  maxSeconds: 58,
  language: 'German',
  countedViews: 'engaged',
  countedCountries: ['DE', 'AT'],
};

const post = async (rules: object) => {
  const body = { ...listingBody, platforms: ['youtube'], rules };
  const { status, body: reply } = await api.send('POST', '/api/listings', { as: host, body });
  expect(status, JSON.stringify(reply)).toBe(200);
  return reply.id as string;
};
const rulesOf = async (id: string) => (await api.send('GET', `/api/listings/${id}`, { as: host })).body.rules;

test('every term is read back as it was entered', async () => {
  expect(await rulesOf(await post(others))).toEqual(others);
});

test('each term has another value by default', async () => {
  const defaults = await rulesOf(await post({}));
  expect(Object.keys(defaults).toSorted()).toEqual(Object.keys(others).toSorted());
  for (const [name, value] of Object.entries(others)) expect(defaults[name], name).not.toEqual(value);
});
