import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { Role } from '#contract/accounts/accounts.ts';
import { personalAccount } from '#contract/accounts/ids.ts';
import { apiScopes } from '#contract/api-keys/api-scopes.ts';
import { everyRoute } from '#contract/every-route.ts';
import { publicPath, publicRoutesOf } from '#contract/wire/public-api.ts';
import type { RouteSpec } from '#contract/wire/route.ts';
import { pageRefusalsOf, refusalsOf } from '#server/http/public-api/refusals.ts';
import { testKey } from '#server/testing/api-keys.ts';
import { hostileRuns } from '#server/testing/runs.ts';
import { hostileInputs, momentFieldsOf, sampleOf, schemaOf } from '#server/testing/sweep-input.ts';
import { everyId, LEAVING, sweptWorld } from '#server/testing/sweep-world.ts';
import { encodeCursor } from '../infra/cursor.ts';
import { newId } from '../infra/id.ts';

const world = await sweptWorld();
afterAll(() => world.close());
const ids = await everyId(world, 1);
const people = {
  host: (await world.person('host')).headers,
  clipper: (await world.person('clipper')).headers,
  admin: (await world.person('admin')).headers,
};

const headersFor = ({ access }: RouteSpec): (Record<string, string> | undefined)[] => {
  if (access === 'public') return [undefined];
  return access === 'session' ? [people.host, people.clipper] : [people[access as Role]];
};

/** Generates values of a path segment: an existing id, or arbitrary text. */
const segment = fc.oneof(
  fc.constantFrom(...ids),
  fc.constantFrom('%00', '%ff', '..%2f..', 'null', '-1', '%E0%A4%A', 'a'.repeat(400), '%F0%9F%92%B8'),
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    .map((text) => encodeURIComponent(text.toWellFormed())),
);

const hostile = (route: RouteSpec) =>
  fc.record({
    headers: fc.constantFrom(...headersFor(route)),
    body: route.method === 'GET' ? fc.constant(undefined) : hostileInputs(schemaOf(route.body)),
    query: hostileInputs(schemaOf(route.query)).map(asQuery),
    segment,
  });

/** Converts an arbitrary value to query parameters. */
const asQuery = (made: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typeof made === 'object' && made !== null ? made : { cursor: made }).map(
      ([name, value]) => [
        name,
        (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 2_000).toWellFormed(),
      ],
    ),
  );

/** Left out are routes that would end the session of the person who makes the other requests. */
const swept = world.routes.filter(([name]) => !LEAVING.test(name) && name !== 'banUser');

describe('no hostile request is answered as a fault or by an undocumented refusal', () => {
  test.each(swept)('%s', async (_name, route) => {
    const named = pageRefusalsOf(route);
    await fc.assert(
      fc.asyncProperty(hostile(route), async (request) => {
        const path = route.path.replace(/:\w+/g, request.segment);
        const { status, text } = await world.send(route, { ...request, path });
        expect(status === 503 ? 0 : status, text).toBeLessThan(500);
        if (status >= 400) expect(named.get(status), text).toContain(JSON.parse(text).code);
      }),
      hostileRuns(8),
    );
  });
});

describe('no hostile request of a program is answered as a fault or by an undocumented refusal', () => {
  test.each(publicRoutesOf(everyRoute))('%s', async (_name, route) => {
    const named = refusalsOf(route);
    const { userId } = await world.person(route.access === 'clipper' ? 'clipper' : 'host');
    const { headers } = await testKey(world.db, personalAccount(userId), apiScopes);
    await fc.assert(
      fc.asyncProperty(hostile(route), async (request) => {
        const path = publicPath(route.path).replace(/:\w+/g, request.segment);
        const { status, text } = await world.send(route, { ...request, path, headers });
        expect(status === 503 ? 0 : status, text).toBeLessThan(500);
        if (status >= 400) expect(named.get(status), text).toContain(JSON.parse(text).code);
      }),
      hostileRuns(8),
    );
  });
});

/** Moments that one of JavaScript, ISO 8601 and PostgreSQL accepts and another does not. */
const ODD_MOMENTS = [
  '0000-01-01T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
  '+275760-09-13T00:00:00.000Z',
  '0000-01-01',
  '9999-12-31',
  '2026-02-30',
];
const ODD_VALUES = [...ODD_MOMENTS, '', '-1', '1e999', '9'.repeat(99), 'NaN', 'infinity', '\0'];

/**
 * Each value is tried with each field, because random input rarely combines the one field with the one value.
 */
describe('no odd cursor or moment causes a fault', () => {
  const read = swept.filter(([, { query }]) => schemaOf(query)?.properties?.cursor);
  const timed = swept.filter(([, { query, body }]) =>
    [query, body].some((part) => momentFieldsOf(schemaOf(part)).length > 0),
  );
  test('finds enough lists and moments to be meaningful', () => {
    expect([read.length, timed.length]).toEqual([
      expect.toSatisfy((n) => n > 25),
      expect.toSatisfy((n) => n > 5),
    ]);
  });

  test.each(read)('the cursor of %s', async (_name, route) => {
    const path = route.path.replace(/:\w+/g, ids[0]!);
    for (const value of ODD_VALUES) {
      const query = { cursor: encodeCursor({ value, id: newId() }) };
      const { status, text } = await world.send(route, { headers: headersFor(route)[0], path, query });
      expect(status, `${JSON.stringify(value)}: ${text.slice(0, 200)}`).toBeLessThan(500);
    }
  });

  test.each(timed)('the times of %s', async (_name, route) => {
    const path = route.path.replace(/:\w+/g, ids[0]!);
    const headers = headersFor(route)[0];
    const sample = schemaOf(route.body) && sampleOf(schemaOf(route.body)!);
    for (const moment of ODD_MOMENTS) {
      const made = (part: typeof route.body) =>
        Object.fromEntries(momentFieldsOf(schemaOf(part)).map((name) => [name, moment]));
      const body = sample === undefined ? undefined : { ...sample, ...made(route.body) };
      const { status, text } = await world.send(route, { headers, path, body, query: made(route.query) });
      expect(status, `${moment}: ${text.slice(0, 200)}`).toBeLessThan(500);
    }
  });
});
