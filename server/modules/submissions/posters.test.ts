import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR } from '#server/infra/clock.ts';
import { transact } from '#server/infra/transaction.ts';
import { platformEndpoints } from '#server/modules/connections/connections.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { type ClipWorld, clipWorld } from '#server/testing/clip-world.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { nextDueOf } from '#server/testing/jobs.ts';
import { testModules } from '#server/testing/modules.ts';
import { forgetPosts } from './forget-posts.ts';

let database: TestDatabase;
let world: ClipWorld;
/** `served` is a server whose platforms return pictures. The platforms of `refused` return none. */
let served: Awaited<ReturnType<typeof serverWith>>;
let refused: typeof served;
const dataDir = mkdtempSync(join(tmpdir(), 'permille-posters-'));

async function serverWith(posters: string | null) {
  const { db } = database;
  const endpoints = { ...platformEndpoints({}, world.simulator.urls), posters };
  const given = { platforms: { endpoints }, env: { DATA_DIR: dataDir } };
  const modules = testModules(db, world.clock, ['media', 'submissions'], given);
  const job = modules[1].jobs!.find(({ name }) => name === 'submissions.posters')!;
  return { ...(await testApi(db, world.clock, [modules[0]])), job };
}

beforeAll(async () => {
  database = await testDatabase();
  world = await clipWorld(database);
  served = await serverWith(world.simulator.urls.posters);
  refused = await serverWith(null);
});
afterAll(async () => {
  await served.close();
  await refused.close();
  await world.close();
  await database.close();
  rmSync(dataDir, { recursive: true });
});

async function posterOf(as: Awaited<ReturnType<typeof world.submitClip>>['clipper'], id: string) {
  const { body } = await world.api.send('GET', '/api/clipper/submissions', { as });
  return body.rows.find((row: { id: string }) => row.id === id).posterUrl as string | null;
}

it("downloads a new clip's poster once, re-encodes it, and shows it only to its clipper, its host and admins", async () => {
  const clip = await world.submitClip();
  expect(await posterOf(clip.clipper, clip.id)).toBeNull();
  await served.job.run(world.clock.now());
  await served.job.run(world.clock.now());
  const stored = await database.db.selectFrom('media_files').select('kind').execute();
  expect(stored).toEqual([{ kind: 'poster' }]);
  const poster = (await posterOf(clip.clipper, clip.id))!;
  for (const as of [clip.clipper, clip.host, await testPerson(database.db, 'admin')]) {
    for (const path of [poster, `${poster}/small`]) {
      const { status, headers } = await served.send('GET', path, { as });
      expect([status, headers['content-type']]).toEqual([200, 'image/webp']);
    }
  }
  for (const role of ['clipper', 'host'] as const) {
    expect((await served.send('GET', poster, { as: await testPerson(database.db, role) })).status).toBe(404);
  }
  expect((await served.send('GET', poster)).status).toBe(404);
});

it('tries an address without a picture four times within two hours, and then stops', async () => {
  const clip = await world.submitClip();
  await refused.job.run(world.clock.now());
  for (let due = await nextDueOf(world.db, refused.job); due; due = await nextDueOf(world.db, refused.job)) {
    expect(due.getTime() - world.clock.now().getTime()).toBeLessThan(2 * HOUR);
    await refused.job.run(due);
  }
  const row = await database.db
    .selectFrom('clip_posters')
    .selectAll()
    .where('submission_id', '=', clip.id)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ tries: 4, source_url: null, media_id: null });
  expect(await posterOf(clip.clipper, clip.id)).toBeNull();
});

it('deletes the posters of an account whose owner asks its platform to forget it', async () => {
  const clip = await world.submitClip();
  await served.job.run(world.clock.now());
  const poster = (await posterOf(clip.clipper, clip.id))!;
  const { connection_id: connectionId } = await database.db
    .selectFrom('submissions')
    .select('connection_id')
    .where('id', '=', clip.id)
    .executeTakeFirstOrThrow();
  await transact(database.db, (tx) => forgetPosts(tx, { connectionId, accountId: clip.clipper.accountId }));
  expect(await posterOf(clip.clipper, clip.id)).toBeNull();
  expect((await served.send('GET', poster, { as: clip.clipper })).status).toBe(404);
});
