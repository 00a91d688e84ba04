import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import type { Role } from '#contract/accounts/accounts.ts';
import { personalAccount } from '#contract/accounts/ids.ts';
import { apiScopes } from '#contract/api-keys/api-scopes.ts';
import { publicPath } from '#contract/wire/public-api.ts';
import type { RouteSpec } from '#contract/wire/route.ts';
import { testKey } from '#server/testing/api-keys.ts';
import { idFieldsOf, isObject, sampleOf, schemaOf } from '#server/testing/sweep-input.ts';
import { effectsSince, everyId, mark, sweptWorld } from '#server/testing/sweep-world.ts';
import { newId } from '../infra/id.ts';

const world = await sweptWorld();
afterAll(() => world.close());
await world.liveAs('host');
await world.liveAs('clipper');
const ids = await everyId(world, 3);
// Fewer ids are tried by API key, because it reaches the same handlers as a session: only the caller differs.
const idsByKey = await everyId(world, 1);

/** Each run tries a random part of the ids with each route; a failure names the seed that chose them. */
const seed = fc.readConfigureGlobal()?.seed ?? Date.now() % 2 ** 31;
const MOST = { session: 30, key: 12 };
const someOf = (all: string[], most: number, nth: number): string[] =>
  fc.sample(fc.shuffledSubarray(all, { minLength: most, maxLength: most }), {
    seed: seed + nth,
    numRuns: 1,
  })[0]!;

const BY_ID = /:id\b/;

const rolesOf = ({ access }: RouteSpec): Role[] =>
  access === 'session' ? ['host', 'clipper'] : access === 'host' || access === 'clipper' ? [access] : [];

/** Matches rows that a stranger's own calls may write: the stranger's account, and counters. */
const OWN =
  /^(users|accounts|members|profiles|sessions|rate_limits|idempotency_keys|lookup_quotas|platform_calls): /;

/**
 * Routes that may succeed for a stranger. Anyone may see a listing, so a clipper who names one reaches the
 * next check, or its source with its chat counts (media/watch.test.ts, media/chat.test.ts), its taken moments
 * (clip-files/match.test.ts) or its earned parts (clip-files/earned-parts.test.ts).
 */
const PUBLIC = new Set([
  'checkClip listingId',
  'submitClip listingId',
  'linkSource as clipper',
  'showSound as clipper',
  'showTranscript as clipper',
  'showChat as clipper',
  'takenMoments as clipper',
  'earnedParts as clipper',
]);

/** Returns the answer to a stranger with this role who names an id, in the path or in a field of the body. */
async function ask(
  route: RouteSpec,
  person: { headers: Record<string, string> },
  id: string,
  field?: string,
): Promise<string> {
  const schema = schemaOf(route.body);
  const sample = schema && sampleOf(schema);
  const body = field && isObject(sample) ? { ...sample, [field]: id } : sample;
  const path = field ? route.path : route.path.replace(BY_ID, id);
  const { status, text } = await world.send(route, { headers: person.headers, path, body });
  return `${status} ${text}`.replaceAll(id, '<id>');
}

/** Deletes the counters of rate limits, which are not tested here. */
const forgetLimits = () => sql`delete from rate_limits`.execute(world.owner);

async function answersTo(asks: string[], route: RouteSpec, role: Role, field?: string): Promise<string[]> {
  const person = await world.person(role);
  const asked = async (id: string) => {
    if (route.perMinute !== undefined) await forgetLimits();
    return await ask(route, person, id, field);
  };
  const unknown = await asked(newId());
  const differences: string[] = [];
  for (const id of asks) {
    const answer = await asked(id);
    if (answer !== unknown)
      differences.push(`${id}: ${answer.slice(0, 200)} instead of ${unknown.slice(0, 200)}`);
  }
  return differences;
}

const routes = world.routes.flatMap(([name, route]) =>
  rolesOf(route).flatMap((role) => [
    ...(BY_ID.test(route.path) && !PUBLIC.has(`${name} as ${role}`)
      ? [{ name, route, role, field: undefined }]
      : []),
    ...idFieldsOf(schemaOf(route.body))
      .filter((field) => !PUBLIC.has(`${name} ${field}`))
      .map((field) => ({ name, route, role, field })),
  ]),
);
const swept = routes.map((one, nth) => ({
  ...one,
  asks: someOf(ids, MOST.session, nth),
  asksByKey: someOf(idsByKey, MOST.key, nth),
}));

describe(`check 22: a person who names someone else's id learns no more than for an unknown id (PROPERTY_SEED=${seed})`, () => {
  test('finds enough ids and routes to be meaningful', () => {
    expect(ids.length).toBeGreaterThan(40);
    expect(idsByKey.length).toBeGreaterThan(20);
    expect(swept.length).toBeGreaterThan(30);
  });

  test.each(swept.filter(({ route, field }) => route.scope && !field))(
    '$name as $role by an API key',
    async ({ route, role, asksByKey }) => {
      const since = await mark(world);
      const byKey = { ...route, path: publicPath(route.path) };
      const { userId } = await world.person(role);
      const key = await testKey(world.db, personalAccount(userId), apiScopes);
      const asked = async (id: string) => {
        await forgetLimits();
        return await ask(byKey, key, id);
      };
      const unknown = await asked(newId());
      for (const id of asksByKey) expect(await asked(id)).toBe(unknown);
      const changed = (await effectsSince(world, since)).filter((line) => !OWN.test(line));
      expect(changed.filter((line) => !line.startsWith('api_keys: '))).toEqual([]);
    },
  );

  test.each(swept)('$name as $role $field', async ({ route, role, field, asks }) => {
    const since = await mark(world);
    expect(await answersTo(asks, route, role, field)).toEqual([]);
    const changed = (await effectsSince(world, since)).filter((line) => !OWN.test(line));
    expect(changed).toEqual([]);
  });
});
