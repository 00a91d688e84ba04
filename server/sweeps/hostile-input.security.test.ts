import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { Role } from '#contract/accounts.ts';
import type { RouteSpec } from '#contract/route.ts';
import { hostileRuns } from '../infra/test-runs.ts';
import { hostileInputs, schemaOf } from './test-input.ts';
import { everyId, LEAVING, sweptWorld } from './test-world.ts';

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

/** In place of a part of the path: an id that there is, or anything at all. */
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

/** Of whatever was made, what a query can carry. */
const asQuery = (made: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typeof made === 'object' && made !== null ? made : { cursor: made }).map(
      ([name, value]) => [
        name,
        (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 2_000).toWellFormed(),
      ],
    ),
  );

/** These would end the session of the person who goes on asking. */
const swept = world.routes.filter(([name]) => !LEAVING.test(name) && name !== 'banUser');

describe('no request, however hostile, is answered as a fault', () => {
  test.each(swept)('%s', async (_name, route) => {
    await fc.assert(
      fc.asyncProperty(hostile(route), async (request) => {
        const path = route.path.replace(/:\w+/g, request.segment);
        const { status, text } = await world.send(route, { ...request, path });
        expect(status === 503 ? 0 : status, text).toBeLessThan(500);
      }),
      hostileRuns(8),
    );
  });
});
