import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InboxKind } from '#contract/admin/admin-inbox.ts';
import type { Actor } from '#server/http/actor.ts';
import { MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { fillInbox } from '#server/testing/inbox.ts';
import { testModules } from '#server/testing/modules.ts';

const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
let database: TestDatabase;
let api: Awaited<ReturnType<typeof testApi>>;
let admin: Actor;
let waiting: Awaited<ReturnType<typeof fillInbox>>;

beforeAll(async () => {
  database = await testDatabase();
  const modules = ['submissions', 'appeals', 'support', 'admin'] as const;
  api = await testApi(database.db, clock, testModules(database.db, clock, [...modules]));
  admin = await testPerson(database.db, 'admin');
  waiting = await fillInbox(database, clock.now());
});
afterAll(async () => {
  await api.close();
  await database.close();
});

const note = 'Seen one by one';
const bulk: [kind: InboxKind, path: string, body: object, action: string, refusal: string][] = [
  ['escalation', 'submissions/approve', { note }, 'submission.approved', 'not_found'],
  ['hold', 'fraud-holds/release', { note }, 'fraud_hold.released', 'not_found'],
  ['takedown', 'takedowns/handle', { note }, 'takedown.handled', 'not_found'],
  ['support', 'support/close', {}, 'support.closed', 'not_found'],
];

test.each(bulk)(
  'one request does many of a kind, each with its own result and audit row: %s',
  async (kind, path, body, action, refusal) => {
    const { id } = waiting[kind];
    const absent = newId();
    const url = `/api/admin/${path}`;
    const host = await testPerson(database.db, 'host');
    expect((await api.send('POST', url, { as: host, body: { ids: [id], ...body } })).status).toBe(404);
    const reply = await api.send('POST', url, { as: admin, body: { ids: [absent, id, id], ...body } });
    expect(reply).toMatchObject({
      status: 200,
      body: { done: 1, refused: [{ id: absent, code: refusal, detail: expect.stringMatching(/\.$/) }] },
    });
    const left = await api.send('GET', `/api/admin/inbox?kind=${kind}`, { as: admin });
    expect(left.body.rows).toEqual([]);
    const rows = await database.db
      .selectFrom('audit_log')
      .select(['actor_id'])
      .where('action', '=', action)
      .execute();
    expect(rows).toEqual([{ actor_id: admin.userId }]);
  },
);

test.each([
  ['submissions/approve', { note }],
  ['fraud-holds/release', { note }],
  ['takedowns/handle', { note }],
] as const)('refuses what was decided meanwhile, and says so: %s', async (path, body) => {
  const kind = bulk.find(([, own]) => own === path)![0];
  const reply = await api.send('POST', `/api/admin/${path}`, {
    as: admin,
    body: { ids: [waiting[kind].id], ...body },
  });
  expect(reply.body).toMatchObject({ done: 0, refused: [{ id: waiting[kind].id }] });
});

test('a request names one to a hundred ids', async () => {
  for (const ids of [[], Array.from({ length: 101 }, () => newId())])
    expect((await api.send('POST', '/api/admin/support/close', { as: admin, body: { ids } })).status).toBe(
      400,
    );
});
