import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyProject, type StudioProject } from '#contract/studio.ts';
import { MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { createActor, createTestServer, type TestActor } from '#server/testing/actor.ts';
import { testListing } from '#server/testing/clips.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';

const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
let database: TestDatabase;
let server: FastifyInstance;
let listingId: string;

beforeAll(async () => {
  database = await testDatabase();
  const modules = testModules(database.db, clock, ['studio-projects']);
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
const save = async (who: TestActor, body: object, id = listingId) => {
  const url = `/api/clipper/studio/${id}`;
  const reply = await server.inject({ method: 'PUT', url, headers: who.headers, payload: body });
  return { status: reply.statusCode, ...reply.json() };
};

test('200: a project comes back as it was saved, and only to its clipper', async () => {
  const [tess, other] = [await clipper(), await clipper()];
  expect(await open(tess)).toEqual({ version: 0, project: null });
  expect(await save(tess, { version: 0, project })).toMatchObject({ status: 200, version: 1 });
  expect(await open(tess)).toEqual({ version: 1, project });
  expect(await open(other)).toEqual({ version: 0, project: null });
  expect(await save(tess, { version: 1, project: emptyProject })).toMatchObject({ version: 2 });
  expect(await open(tess)).toEqual({ version: 2, project: emptyProject });
});

test('409: of two tabs one is told, and neither writes over the other', async () => {
  const tess = await clipper();
  const first = await Promise.all([1, 2, 3].map(() => save(tess, { version: 0, project })));
  expect(first.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const next = await Promise.all([1, 2, 3].map(() => save(tess, { version: 1, project })));
  expect(next.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(next.find(({ status }) => status === 409)).toMatchObject({ code: 'studio_project_changed' });
  expect((await open(tess)).version).toBe(2);
});

test('404: nothing is kept for a listing that is not there', async () => {
  const answer = await save(await clipper(), { version: 0, project }, newId());
  expect(answer).toMatchObject({ status: 404, code: 'not_found' });
});

test('422 and 413: what is no project, or too much of one, is refused', async () => {
  const tess = await clipper();
  const wrong = { ...project, cuts: [{ start: -1, end: 2 }] };
  expect(await save(tess, { version: 0, project: wrong })).toMatchObject({ code: 'invalid_input' });
  expect(await save(tess, { version: 0, project: {} })).toMatchObject({ code: 'invalid_input' });
  const cues = Array.from({ length: 1_000 }, (_, at) => ({ start: at, end: at + 1, text: 'ü'.repeat(300) }));
  const large = { ...project, captions: { ...project.captions, cues } };
  expect(await save(tess, { version: 0, project: large })).toMatchObject({ status: 413 });
  expect((await open(tess)).version).toBe(0);
});
