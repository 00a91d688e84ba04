import { afterAll, expect, test } from 'vitest';
import type { Role } from '#contract/accounts/accounts.ts';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { RouteSpec } from '#contract/wire/route.ts';
import { isObject, sampleOf, schemaOf } from '#server/testing/sweep-input.ts';
import { effectsSince, LEAVING, mark, type SweptWorld, sweptWorld } from '#server/testing/sweep-world.ts';
import { newId } from '../infra/id.ts';

const world = await sweptWorld();
afterAll(() => world.close());

const someoneElse = (
  await world.db.selectFrom('users').select('id').where('is_demo', '=', true).executeTakeFirstOrThrow()
).id;

const NAMES_OF_PEOPLE = [
  'id',
  'userId',
  'user_id',
  'hostId',
  'host_id',
  'clipperId',
  'clipper_id',
  'ownerId',
];
const SUMS = [
  'balanceMicros',
  'amountMicros',
  'fundedMicros',
  'availableMicros',
  'paidMicros',
  'earnedMicros',
];
const MOMENTS = ['createdAt', 'approvedAt', 'usableAt', 'bannedAt', 'confirmedAt', 'ageConfirmedAt', 'dueAt'];
/** Fields that an attacker adds in the hope that a request is written to the database unfiltered. */
const EXTRA: Record<string, unknown> = {
  ...Object.fromEntries(NAMES_OF_PEOPLE.map((name) => [name, someoneElse])),
  ...Object.fromEntries(SUMS.map((name) => [name, '999000000'])),
  ...Object.fromEntries(MOMENTS.map((name) => [name, '2020-01-01T00:00:00.000Z'])),
  role: 'admin',
  isAdmin: true,
  isDemo: true,
  emailVerified: true,
  email_verified: true,
  earningsHidden: false,
  status: 'approved',
  state: 'confirmed',
  paidViews: 1_000_000,
  views: 1_000_000,
  countLevel: 'platform',
  score: 0,
  version: 99,
  feeCents: 0,
};

/** Returns the input with every extra field that it lacks, at every depth. */
function withExtras(input: unknown): unknown {
  if (!isObject(input)) return input;
  const inner = Object.entries(input).map(([name, value]) => [name, withExtras(value)]);
  return { ...EXTRA, ...Object.fromEntries(inner) };
}

const nounOf = ({ path }: RouteSpec): string => /^\/api\/(?:host\/|clipper\/)?([\w-]+)/.exec(path)![1]!;

/** Matches rows that all callers change together. */
const SHARED = /^rate_limits: |^record_signing_keys: |^push_keys: |^ledger_accounts: .*"kind": "clearing/;

type Person = Awaited<ReturnType<SweptWorld['person']>>;

/**
 * Returns the rows that a request wrote, without values that differ between any two requests: ids, moments,
 * tokens, callers.
 */
async function effectsOf(route: RouteSpec, person: Person, own: Map<string, string>, extra: boolean) {
  const schema = schemaOf(route.body);
  const shaped = schema && sampleOf(schema);
  const sample =
    isObject(shaped) && 'username' in shaped ? { ...shaped, username: `${person.username}x` } : shaped;
  const path = route.path.replace(':id', own.get(nounOf(route)) ?? person.userId);
  const since = await mark(world);
  const { status, text } = await world.send(route, {
    headers: person.headers,
    path,
    body:
      extra && sample === undefined && route.method !== 'DELETE'
        ? EXTRA
        : extra
          ? withExtras(sample)
          : sample,
    ...(extra ? { query: { role: 'admin', userId: someoneElse, state: 'approved' } } : {}),
  });
  const id = /"id":"([\w-]{36})"/.exec(text)?.[1];
  if (id && status === 200) own.set(nounOf(route), id);
  // Two rows of a table are ordered without their tokens, which differ.
  const rows = (await effectsSince(world, since)).map((row) => alike(row, person)).toSorted();
  return { status, rows: rows.filter((row) => !SHARED.test(row)) };
}

const alike = (row: string, { username, email }: Person): string =>
  row
    // The stored search words contain the caller's name, which differs too.
    .replaceAll(/"search_(?:words|text)": "[^"]*"/g, '')
    .replaceAll(/"(?:xid|listens_from)": "[\d:,]*"/g, '')
    .replaceAll(email, '<email>')
    .replaceAll(username ?? email, '<name>')
    .replaceAll(/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(\+00:00|Z)/g, '<moment>')
    .replaceAll(/[A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2}(?: \d{4})?, \d\d:\d\d(?::\d\d)?/g, '<moment>')
    .replaceAll(/\bpm_[\w-]{6}/g, '<prefix>')
    .replaceAll(/[\w+/=:$\\-]{28,}/g, '<token>')
    .replaceAll(/Card payment [\da-f]{8}/g, '<reference>')
    .replaceAll(/PM-[A-Z\d-]{6,}/g, '<reference>');

/** Connects a channel, which a host needs for posting. */
const connect = (accountId: AccountId) =>
  world.db
    .insertInto('connections')
    .values({
      id: newId(),
      user_id: accountId,
      platform: 'youtube',
      external_id: newId(),
      handle: 'somebody',
      display_name: 'Somebody',
      state: 'active',
      connected_at: new Date(),
    })
    .execute();

const FIRST = { depositByTestCard: true };

test.each(['host', 'clipper'] as const)(
  'check 23: fields that a %s adds to a request have no effect',
  async (role: Role) => {
    const [plain, adding] = [await world.person(role), await world.person(role)];
    for (const { accountId } of [plain, adding]) await connect(accountId);
    const own = { plain: new Map<string, string>(), adding: new Map<string, string>() };
    const differing: unknown[] = [];
    let effective = 0;
    // Some routes are called first: a host needs money before there is anything to spend.
    const routes = world.routes.toSorted(([a], [b]) => Number(b in FIRST) - Number(a in FIRST));
    for (const [name, route] of routes) {
      if (route.method === 'GET' || LEAVING.test(name)) continue;
      if (route.access !== 'session' && route.access !== role) continue;
      const without = await effectsOf(route, plain, own.plain, false);
      const withAll = await effectsOf(route, adding, own.adding, true);
      if (without.status === 200 && without.rows.length > 0) effective += 1;
      if (JSON.stringify(without) !== JSON.stringify(withAll)) differing.push({ name, without, withAll });
    }
    expect(differing).toEqual([]);
    expect(effective).toBeGreaterThan(role === 'host' ? 15 : 5);
  },
);
