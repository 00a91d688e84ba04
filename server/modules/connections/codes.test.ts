import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '#server/http/actor.ts';
import { HOUR, MovableClock } from '#server/infra/clock.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import { createAdapters, platformEndpoints, simulatorKeys } from './connections.ts';

const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
let database: TestDatabase;
let api: Awaited<ReturnType<typeof testApi>>;
beforeAll(async () => {
  database = await testDatabase();
  // Only YouTube has keys in this test.
  const keys = { ...simulatorKeys, tiktok: null, instagram: null, twitch: null };
  const adapters = createAdapters(keys, platformEndpoints({}, null), clock);
  api = await testApi(
    database.db,
    clock,
    testModules(database.db, clock, ['connections'], { platforms: { adapters } }),
  );
});
afterAll(async () => {
  await api.close();
  await database.close();
});

const make = (as: Actor, handle: string, platform = 'tiktok') =>
  api.send('POST', '/api/connections/codes', { as, body: { platform, handle } });
const own = async (as: Actor) => (await api.send('GET', '/api/connections', { as })).body;
const waiting = async (as: Actor, handle: string) =>
  (await api.send('GET', '/api/admin/connection-codes', { as })).body.rows.find(
    (row: { handle: string }) => row.handle === handle,
  );
const checkBio = (as: Actor, id: string, text: string) =>
  api.send('POST', `/api/admin/connection-codes/${id}/check`, { as, body: { text } });

test('a code in its bio connects an account once, and the person sees exactly what was found', async () => {
  const clipper = await testPerson(database.db, 'clipper');
  const admin = await testPerson(database.db, 'admin');
  const { code } = (await make(clipper, '@Cutter.One')).body;
  expect(code).toMatch(/^permille-[a-z2-9]{10}$/);
  const { id } = await waiting(admin, 'cutter.one');

  expect((await checkBio(admin, id, 'Clips every day')).body).toEqual({ connected: false });
  expect((await own(clipper)).codes[0]).toMatchObject({ code, foundText: 'Clips every day' });
  expect((await own(clipper)).rows).toEqual([]);

  const bio = `Clips every day ${code.toUpperCase()}`;
  expect((await checkBio(admin, id, bio)).body).toEqual({ connected: true });
  const { rows, codes } = await own(clipper);
  expect(rows).toMatchObject([{ platform: 'tiktok', handle: 'cutter.one', state: 'active', foundText: bio }]);
  expect(codes).toEqual([]);
  expect((await checkBio(admin, id, bio)).body.code).toBe('not_found');
  const audit = await database.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'data'])
    .where('action', 'like', 'connection.%')
    .orderBy('id')
    .execute();
  expect(audit.map(({ action, actor_id }) => [action, actor_id])).toEqual([
    ['connection.code_made', clipper.accountId],
    ['connection.code_missing', admin.accountId],
    ['connection.added_by_code', admin.accountId],
  ]);
  // The audit log is kept forever, so it records whether the code was found, not other text of the bio.
  expect(audit.map(({ data }) => (data as { found?: boolean }).found)).toEqual([undefined, false, true]);
  expect(JSON.stringify(audit)).not.toContain('Clips every day');
});

test('notifies the person with a link to the page that shows the codes', async () => {
  const admin = await testPerson(database.db, 'admin');
  for (const [role, platform, name] of [
    ['clipper', 'tiktok', 'TikTok'],
    ['host', 'twitch', 'Twitch'],
  ] as const) {
    const person = await testPerson(database.db, role);
    const { code } = (await make(person, `told.${role}`, platform)).body;
    const { id } = await waiting(admin, `told.${role}`);
    await checkBio(admin, id, 'no code');
    await checkBio(admin, id, code);
    const notices = await database.db
      .selectFrom('notifications')
      .select(['title', 'body', 'link'])
      .where('user_id', '=', person.userId)
      .orderBy('id')
      .execute();
    expect(notices).toMatchObject([
      { title: 'Code not found', link: `/${role}/settings/accounts` },
      {
        title: 'Platform Connected!',
        body: expect.stringContaining(`Your ${name} account has been verified.`),
        link: `/${role}/settings/accounts?connected=${platform}`,
      },
    ]);
  }
});

test('a platform without keys is refused as not set up, not as silent', async () => {
  const clipper = await testPerson(database.db, 'clipper');
  const start = (platform: string) =>
    api.send('POST', '/api/connections/start', { as: clipper, body: { platform, returnTo: '/' } });
  expect((await start('tiktok')).body).toMatchObject({ code: 'platform_not_set_up' });
  expect((await start('youtube')).body).toMatchObject({ authorizeUrl: expect.any(String) });
});

test('a code is void after 24 hours or once a newer one is made', async () => {
  const clipper = await testPerson(database.db, 'clipper');
  const admin = await testPerson(database.db, 'admin');
  const first = (await make(clipper, 'late')).body.code;
  const { id: old } = await waiting(admin, 'late');
  const second = (await make(clipper, 'late')).body.code;
  expect(second).not.toBe(first);
  expect((await checkBio(admin, old, first)).body.code).toBe('not_found');
  const { id } = await waiting(admin, 'late');
  expect((await checkBio(admin, id, first)).body).toEqual({ connected: false });
  clock.advance(24 * HOUR);
  expect((await checkBio(admin, id, second)).body.code).toBe('not_found');
  expect((await own(clipper)).codes).toEqual([]);
});

test('an account connected to one person can’t be connected to another', async () => {
  const admin = await testPerson(database.db, 'admin');
  for (const [connected, code] of [
    [true, undefined],
    [undefined, 'connection_taken'],
  ]) {
    const clipper = await testPerson(database.db, 'clipper');
    const made = (await make(clipper, 'wanted')).body;
    const { id } = await waiting(admin, 'wanted');
    expect((await checkBio(admin, id, made.code)).body).toMatchObject(connected ? { connected } : { code });
  }
});

test('makes codes only for connectable platforms without keys, and only admins see them', async () => {
  const clipper = await testPerson(database.db, 'clipper');
  expect((await make(clipper, 'me', 'youtube')).body.code).toBe('code_not_needed');
  expect((await make(clipper, 'me', 'twitch')).body.code).toBe('not_found');
  expect((await make(clipper, 'a/b')).body.code).toBe('invalid_input');
  expect((await api.send('GET', '/api/admin/connection-codes', { as: clipper })).status).toBe(404);
});

test('finds codes by handle, email, code and platform, in both orders', async () => {
  const admin = await testPerson(database.db, 'admin');
  const people = [await testPerson(database.db, 'clipper'), await testPerson(database.db, 'clipper')];
  const codes: string[] = [];
  for (const [at, person] of people.entries()) codes.push((await make(person, `found_${at}`)).body.code);
  const handles = async (query: string) =>
    (await api.send('GET', `/api/admin/connection-codes?${query}`, { as: admin })).body.rows.map(
      ({ handle }: { handle: string }) => handle,
    );
  const all = await handles('search=found_');
  expect(all.toSorted()).toEqual(['found_0', 'found_1']);
  expect(await handles('search=found_&sort=-date')).toEqual(all.toReversed());
  expect(await handles(`search=${codes[1]}`)).toEqual(['found_1']);
  expect(await handles('search=found_0&platform=tiktok')).toEqual(['found_0']);
  expect(await handles('search=found_0&platform=instagram')).toEqual([]);
});
