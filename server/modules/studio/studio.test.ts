import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  emptyProject,
  PROJECT_MAX_BYTES,
  STUDIO_PROJECTS_MAX,
  type StudioProject,
  studioLimits,
} from '#contract/studio.ts';
import { DAY, MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { createActor, createTestServer, type TestActor } from '#server/testing/actor.ts';
import { testListing } from '#server/testing/clips.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { nextDueOf } from '#server/testing/jobs.ts';
import { testModules } from '#server/testing/modules.ts';
import { removeEndedProjects } from './remove-ended.job.ts';

const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
let database: TestDatabase;
let server: FastifyInstance;
let listingId: string;

beforeAll(async () => {
  database = await testDatabase();
  const modules = testModules(database.db, clock, ['studio']);
  server = await createTestServer({ db: database.db, clock, modules });
  listingId = (await testListing(database.db, clock.now())).id;
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const project: StudioProject = {
  ...emptyProject,
  cuts: [{ start: 1.25, end: 20 }],
  captions: { ...emptyProject.captions, cues: [{ start: 1.25, end: 2, text: 'he forgot the parry' }] },
};

const clipper = () => createActor(database.db, { role: 'clipper' });
const open = async (who: TestActor, id = listingId) =>
  (await server.inject({ method: 'GET', url: `/api/clipper/studio/${id}`, headers: who.headers })).json();
const remove = (who: TestActor) =>
  server.inject({ method: 'DELETE', url: `/api/clipper/studio/${listingId}`, headers: who.headers });
const save = async (who: TestActor, body: object, id = listingId) => {
  const url = `/api/clipper/studio/${id}`;
  const reply = await server.inject({
    method: 'PUT',
    url,
    headers: who.headers,
    payload: { clipperId: who.accountId, ...body },
  });
  return { status: reply.statusCode, ...reply.json() };
};

test('200: returns a project as it was saved, and only to its clipper', async () => {
  const [tess, other] = [await clipper(), await clipper()];
  expect(await open(tess)).toEqual({ version: 0, project: null });
  const { status, version } = await save(tess, { version: 0, project });
  expect(status).toBe(200);
  expect(await open(tess)).toEqual({ version, project });
  expect(await open(other)).toEqual({ version: 0, project: null });
  expect(await save(tess, { version, project: emptyProject })).toMatchObject({ version: version + 1 });
  expect(await open(tess)).toEqual({ version: version + 1, project: emptyProject });
});

test('409: refuses the second of two tabs that save, and overwrites neither', async () => {
  const tess = await clipper();
  const first = await Promise.all([1, 2, 3].map(() => save(tess, { version: 0, project })));
  expect(first.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const { version } = await open(tess);
  const next = await Promise.all([1, 2, 3].map(() => save(tess, { version, project })));
  expect(next.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(next.find(({ status }) => status === 409)).toMatchObject({ code: 'studio_project_changed' });
  expect((await open(tess)).version).toBe(version + 1);
});

test('409: refuses a tab that edited a project which was deleted and made again meanwhile', async () => {
  const tess = await clipper();
  const edited = await save(tess, { version: 0, project });
  await remove(tess);
  expect(await save(tess, { version: edited.version, project })).toMatchObject({
    code: 'studio_project_changed',
  });
  const again = await save(tess, { version: 0, project: emptyProject });
  for (const stale of [edited.version, edited.version + 1])
    expect(await save(tess, { version: stale, project })).toMatchObject({ code: 'studio_project_changed' });
  expect(await open(tess)).toEqual({ version: again.version, project: emptyProject });
});

test("409: refuses to save one account's project under another that signed in meanwhile", async () => {
  const [tess, other] = [await clipper(), await clipper()];
  const answer = await save(other, { clipperId: tess.accountId, version: 0, project });
  expect(answer).toMatchObject({ status: 409, code: 'studio_other_account' });
  expect(await open(other)).toEqual({ version: 0, project: null });
  expect(await open(tess)).toEqual({ version: 0, project: null });
});

test('404: stores nothing for a listing that does not exist', async () => {
  const answer = await save(await clipper(), { version: 0, project }, newId());
  expect(answer).toMatchObject({ status: 404, code: 'not_found' });
});

test('200: drops lone surrogates and NUL and rounds times, so that each project can be stored', async () => {
  const tess = await clipper();
  const cut = (text: string) => ({
    ...project,
    cuts: [{ start: 1 / 3, end: 1e-300 }],
    captions: { ...project.captions, cues: [{ start: 0, end: 1, text }] },
  });
  const first = await save(tess, { version: 0, project: cut('a\ud83d') });
  expect(first).toMatchObject({ status: 200 });
  expect((await open(tess)).project.captions.cues[0].text).toBe('a\ufffd');
  expect((await open(tess)).project.cuts).toEqual([{ start: 0.333333, end: 0 }]);
  expect(await save(tess, { version: first.version, project: cut('\0b\udc00') })).toMatchObject({
    status: 200,
  });
  expect((await open(tess)).project.captions.cues[0].text).toBe('b\ufffd');
});

test('200: stores the largest allowed project', async () => {
  const tess = await clipper();
  const times = Array.from({ length: 1_000 }, (_, at) => ({
    start: 80_000.123456 + at,
    end: 80_000.654321 + at,
  }));
  const full = (text: string): StudioProject => ({
    ...project,
    cuts: times.slice(0, studioLimits.cuts),
    frame: {
      ...project.frame,
      keys: times.slice(0, studioLimits.keys).map(({ start }) => ({ at: start, x: 0.123456 })),
    },
    captions: { ...project.captions, cues: times.map((time) => ({ ...time, text })) },
  });
  for (const text of ['a'.repeat(300), '\u0001'.repeat(50), '"'.repeat(150), '\u00fc'.repeat(150)]) {
    const { version } = await open(tess);
    const body = { version, project: full(text) };
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(PROJECT_MAX_BYTES);
    expect(Buffer.byteLength(JSON.stringify(body))).toBeGreaterThan(PROJECT_MAX_BYTES * 0.9);
    expect(await save(tess, body), text[0]).toMatchObject({ status: 200 });
  }
});

test('200: returns the version of a project that breaks newer rules, so that it does not count as missing', async () => {
  const tess = await clipper();
  const { version } = await save(tess, { version: 0, project });
  await database.db
    .updateTable('studio_projects')
    .set({ project: '{"cuts":"others"}' })
    .where('clipper_id', '=', tess.accountId)
    .execute();
  expect(await open(tess)).toEqual({ version, project: null });
});

test('422 and 413: refuses an invalid project and one that is too large', async () => {
  const tess = await clipper();
  const wrong = { ...project, cuts: [{ start: -1, end: 2 }] };
  expect(await save(tess, { version: 0, project: wrong })).toMatchObject({ code: 'invalid_input' });
  expect(await save(tess, { version: 0, project: {} })).toMatchObject({ code: 'invalid_input' });
  const cues = Array.from({ length: 1_000 }, (_, at) => ({ start: at, end: at + 1, text: 'ü'.repeat(300) }));
  const large = { ...project, captions: { ...project.captions, cues } };
  expect(await save(tess, { version: 0, project: large })).toMatchObject({ status: 413 });
  expect((await open(tess)).version).toBe(0);
});

test('deletes projects 30 days after their listing ended or was removed, and not before', async () => {
  const tess = await clipper();
  const [running, ended, removed] = await Promise.all(
    [1, 2, 3].map(async () => (await testListing(database.db, clock.now())).id),
  );
  for (const id of [running!, ended!, removed!]) await save(tess, { version: 0, project }, id);
  const kept = async () => {
    const rows = await database.db
      .selectFrom('studio_projects')
      .select('listing_id')
      .where('clipper_id', '=', tess.accountId)
      .execute();
    return rows.map(({ listing_id }) => listing_id).sort();
  };
  const at = clock.now();
  await database.owner
    .updateTable('listings')
    .set({ state: 'ended', ended_at: at })
    .where('id', '=', ended!)
    .execute();
  await database.owner
    .updateTable('listings')
    .set({ state: 'removed', removed_at: at, removal_reason: 'spam' })
    .where('id', '=', removed!)
    .execute();
  const job = removeEndedProjects(database.db);
  expect(await nextDueOf(database.db, job)).toEqual(new Date(at.getTime() + 30 * DAY));
  await job.run(new Date(at.getTime() + 29 * DAY));
  expect(await kept()).toHaveLength(3);
  await job.run(new Date(at.getTime() + 30 * DAY));
  expect(await kept()).toEqual([running]);
});

test('409: refuses a project for one listing more than the limit, and still saves the others', async () => {
  const tess = await clipper();
  const listings = [];
  for (let n = 0; n < STUDIO_PROJECTS_MAX; n++)
    listings.push((await testListing(database.db, clock.now())).id);
  await database.db
    .insertInto('studio_projects')
    .values(
      listings.map((id) => ({
        clipper_id: tess.accountId,
        listing_id: id,
        project: JSON.stringify(project),
        version: 1,
        updated_at: clock.now(),
      })),
    )
    .execute();
  expect(await save(tess, { version: 0, project })).toMatchObject({ code: 'studio_projects_full' });
  expect(await save(tess, { version: 1, project }, listings[0])).toMatchObject({ status: 200 });
});

test('404: saves no project for a listing that does not exist', async () => {
  expect(await save(await clipper(), { version: 0, project }, newId())).toMatchObject({ code: 'not_found' });
});
