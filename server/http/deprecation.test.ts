import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { everyRoute } from '#contract/every-route.ts';
import { route } from '#contract/wire/route.ts';
import { MovableClock } from '#server/infra/clock.ts';
import { createActor, createTestServer } from '#server/testing/actor.ts';
import { testKey } from '#server/testing/api-keys.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import { publicDocument } from './public-api/document.ts';
import { implement } from './route.ts';

const ending = route('GET /api/host/old-listings', {
  access: 'host',
  scope: 'listings:read',
  summary: 'What this test ends',
  reply: z.object({}),
  deprecated: { on: '2026-12-01', until: '2028-01-31' },
});

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test('every answer of a deprecated call, refusals too, has headers with the dates and the documentation', async () => {
  const { db } = database;
  const clock = new MovableClock();
  const server = await createTestServer({
    ...{ db, clock },
    modules: [
      ...testModules(db, clock, ['api-keys', 'listings']),
      { name: 'ending', routes: (api) => implement(api, ending, async () => ({})) },
    ],
  });
  const host = await createActor(db, { role: 'host' });
  const { headers } = await testKey(db, host.accountId, ['listings:read']);
  const notice = {
    deprecation: '@1796083200',
    sunset: 'Mon, 31 Jan 2028 23:59:59 GMT',
    link: '</docs/api#versions>; rel="deprecation"; type="text/html"',
  };
  const url = '/api/v1/host/old-listings';
  const [answer, refusal] = [await server.inject({ url, headers }), await server.inject({ url })];
  expect([answer.statusCode, refusal.statusCode]).toEqual([200, 401]);
  for (const reply of [answer, refusal]) expect(reply.headers).toMatchObject(notice);
  // Pages are released together with the server that they call.
  const page = await server.inject({ url: '/api/host/old-listings', headers: host.headers });
  const lasting = await server.inject({ url: '/api/v1/host/listings', headers });
  for (const reply of [page, lasting]) {
    expect(reply.statusCode).toBe(200);
    expect(Object.keys(reply.headers)).not.toContain('sunset');
  }
  await server.close();
});

test('the reference marks a deprecated call, and gives its last day', () => {
  const document = publicDocument({ ending }, 'https://permille.example');
  const operation = document.paths['/api/v1/host/old-listings']!.get as Record<string, unknown>;
  expect(operation).toMatchObject({
    deprecated: true,
    responses: { 200: { headers: { Sunset: { $ref: '#/components/headers/Sunset' } } } },
  });
  expect(operation.description).toContain('It answers until 2028-01-31');
  expect(
    Object.keys(publicDocument(everyRoute, 'https://permille.example').components.headers),
  ).not.toContain('Sunset');
});

test('a deprecated call answers for at least twelve months more', () => {
  for (const [name, { deprecated }] of Object.entries({ ...everyRoute, ending })) {
    if (!deprecated) continue;
    const year = new Date(`${deprecated.on}T00:00:00Z`);
    year.setUTCFullYear(year.getUTCFullYear() + 1);
    expect(Date.parse(deprecated.until), name).toBeGreaterThanOrEqual(year.getTime());
  }
});
