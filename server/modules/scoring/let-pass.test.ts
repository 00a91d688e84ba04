import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '#server/http/actor.ts';
import { newId } from '#server/infra/id.ts';
import { testPerson } from '#server/testing/api.ts';
import { type ClipWorld, clipWorld } from '#server/testing/clip-world.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';

let database: TestDatabase;
let world: ClipWorld;
let admin: Actor;
beforeAll(async () => {
  database = await testDatabase();
  world = await clipWorld(database);
  admin = await testPerson(world.db, 'admin');
});
afterAll(async () => {
  await world.close();
  await database.close();
});

const pass = (id: string, as = admin) =>
  world.api.send('POST', `/api/admin/submissions/${id}/let-pass`, {
    as,
    body: { note: 'Seen on television.' },
  });
const mayPass = async (id: string) =>
  (await world.api.send('GET', `/api/clips/${id}`, { as: admin })).body.may.includes('let_pass');
const judge = (id: string, band: string, score: number) =>
  sql`update clip_tracking set band = ${band}, score = ${score} where submission_id = ${id}`.execute(
    database.owner,
  );

test('lets an admin pass a score that asks a person, and asks again only when the score is higher', async () => {
  const { id } = await world.submitClip({
    curve: [{ hours: 2, views: 900, likes: 60, comments: 5, shares: 1 }],
  });
  expect(await mayPass(id)).toBe(false);
  expect((await pass(id)).body.code).toBe('score_asks_nobody');
  expect((await pass(newId())).body.code).toBe('not_found');

  await judge(id, 'needs_review', 70);
  expect(await mayPass(id)).toBe(true);
  const clipper = await testPerson(world.db, 'clipper');
  expect((await pass(id, clipper)).status).toBe(404);
  const both = await Promise.all([pass(id), pass(id)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await mayPass(id)).toBe(false);
  const row = await world.db
    .selectFrom('clip_tracking')
    .select('cleared_score')
    .where('submission_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(row.cleared_score).toBe(70);
  const audits = await world.db
    .selectFrom('audit_log')
    .select(['actor_id', 'data'])
    .where('action', '=', 'score.let_pass')
    .execute();
  expect(audits).toMatchObject([
    { actor_id: admin.userId, data: { score: 70, note: 'Seen on television.' } },
  ]);

  await judge(id, 'needs_review', 85);
  expect(await mayPass(id)).toBe(true);
});
