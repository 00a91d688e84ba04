import { afterAll, expect, test } from 'vitest';
import type { Actor } from '#server/http/actor.ts';
import { HOUR, MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { createSealer } from '#server/infra/seal.ts';
import { soleSecret } from '#server/infra/secrets.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import {
  createAdapters,
  type PlatformKeys,
  platformEndpoints,
  readCounts,
  simulatorKeys,
  startConnection,
} from './connections.ts';

const { db, close } = await testDatabase();
afterAll(close);
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
const sealer = createSealer(soleSecret('a secret for tests that is long enough'), 'platform tokens');
const depsWith = (keys: PlatformKeys) => ({
  db,
  sealer,
  appUrl: 'http://localhost:3000',
  adapters: createAdapters(keys, platformEndpoints({}, null), clock),
});

test('deletes abandoned attempts to connect', async () => {
  const { accountId } = await testPerson(db, 'clipper');
  for (let attempt = 0; attempt < 3; attempt++) {
    const ask = { accountId, platform: 'tiktok', returnTo: '/clipper/settings', now: clock.now() } as const;
    await startConnection(depsWith(simulatorKeys), ask);
    clock.advance(HOUR);
  }
  const rows = await db
    .selectFrom('connection_attempts')
    .select('state')
    .where('user_id', '=', accountId)
    .execute();
  expect(rows).toHaveLength(1);
});

test('a person may start to connect ten times a minute, and does not limit others', async () => {
  const api = await testApi(
    db,
    clock,
    testModules(db, clock, ['connections'], { platforms: depsWith(simulatorKeys) }),
  );
  const start = async (as: Actor) => {
    const body = { platform: 'tiktok', returnTo: '/clipper/settings' };
    return (await api.send('POST', '/api/connections/start', { as, body })).status;
  };
  const eager = await testPerson(db, 'clipper');
  const answers: number[] = [];
  // The minute of the limit may change during the test, so the test sends enough requests for two minutes.
  for (let attempt = 0; attempt < 21; attempt++) answers.push(await start(eager));
  expect(answers.slice(0, 10)).toEqual(Array(10).fill(200));
  expect(answers).toContain(429);
  expect(await start(await testPerson(db, 'clipper'))).toBe(200);
  await api.close();
});

test('notifies once of a token that the platform does not know any more, and writes one audit row', async () => {
  const { accountId } = await testPerson(db, 'clipper');
  const id = newId();
  const account = { platform: 'tiktok', external_id: id, handle: 'clips', display_name: 'Clips' } as const;
  await db
    .insertInto('connections')
    .values({ ...account, id, user_id: accountId, state: 'active', connected_at: clock.now() })
    .execute();
  const read = () =>
    readCounts(depsWith(simulatorKeys), id, [{ postId: '7300000000000000001' }], clock.now());
  await Promise.all([read(), read(), read()]);
  const row = await db.selectFrom('connections').select('state').where('id', '=', id).executeTakeFirst();
  expect(row?.state).toBe('dead');
  const audit = await db.selectFrom('audit_log').select('action').where('subject_id', '=', id).execute();
  expect(audit).toEqual([{ action: 'connection.dead' }]);
});

test('a platform without keys does not make an account count as disconnected', async () => {
  const { accountId } = await testPerson(db, 'clipper');
  const id = newId();
  const account = { platform: 'tiktok', external_id: id, handle: 'clips', display_name: 'Clips' } as const;
  await db
    .insertInto('connections')
    .values({
      ...account,
      id,
      user_id: accountId,
      state: 'active',
      connected_at: clock.now(),
      access_token_sealed: sealer.seal('token'),
    })
    .execute();
  const off = depsWith({ youtube: null, tiktok: null, instagram: null, twitch: null });
  const answer = await readCounts(off, id, [{ postId: '7300000000000000001' }], clock.now());
  expect(answer).toMatchObject({ ok: false, problem: { kind: 'unasked' } });
  const row = await db.selectFrom('connections').select('state').where('id', '=', id).executeTakeFirst();
  expect(row?.state).toBe('active');
});
