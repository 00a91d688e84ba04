import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '#server/http/actor.ts';
import { transact } from '#server/infra/transaction.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { screenshot } from '#server/testing/attested-clips.ts';
import { type ClipWorld, clipWorld } from '#server/testing/clip-world.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import { closeProofRequest, openProofRequest } from './proof-requests.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'permille-analytics-'));

let pictures = 0;
/** A picture that differs from all others. */
const picture = (): Buffer => screenshot(++pictures);

let database: TestDatabase;
let world: ClipWorld;
let api: Awaited<ReturnType<typeof testApi>>;
beforeAll(async () => {
  database = await testDatabase();
  world = await clipWorld(database);
  const env = { DATA_DIR: dataDir };
  const modules = testModules(database.db, world.clock, ['attestations', 'media'], { env });
  api = await testApi(database.db, world.clock, modules);
});
afterAll(async () => {
  await api.close();
  await world.close();
  await database.close();
  rmSync(dataDir, { recursive: true });
});

const send = (id: string, as: Actor, body: Buffer) =>
  api.send('PUT', `/api/submissions/${id}/attestation`, {
    as,
    body,
    headers: { 'content-type': 'image/png' },
  });
const shown = async (id: string, as: Actor) =>
  (await api.send('GET', `/api/submissions/${id}/attestation`, { as })).body.attestation;
const open = (submissionId: string) =>
  transact(world.db, (tx) => openProofRequest(tx, { submissionId, views: 10n, now: world.clock.now() }));

test('a clip that is no longer counted accepts a picture of its analytics while a code is valid', async () => {
  const { id, clipper } = await world.submitClip({}, 10);
  const finished = { state: 'finished', next_poll_at: null } as const;
  await world.db.updateTable('clip_tracking').set(finished).where('submission_id', '=', id).execute();
  expect((await send(id, clipper, picture())).body.code).toBe('submission_state');
  await open(id);
  const { body } = await api.send('GET', `/api/submissions/${id}/attestation`, { as: clipper });
  expect(body).toMatchObject({ takesAttestation: true, asksAnalytics: true });
  expect((await send(id, clipper, picture())).status).toBe(200);
});

test('a picture of analytics is refused if it was sent with another clip, by anybody, or before the code', async () => {
  const [one, two] = [await world.submitClip({}, 10), await world.submitClip({}, 10)];
  const own = picture();
  expect((await send(one.id, one.clipper, own)).status).toBe(200);
  world.clock.advanceHours(1);
  await open(one.id);
  await open(two.id);
  expect((await send(one.id, one.clipper, own)).body.code).toBe('attestation_used_before');
  expect((await send(two.id, two.clipper, own)).body.code).toBe('attestation_used_before');
  expect((await send(two.id, two.clipper, picture())).status).toBe(200);
});

test('only the clipper and admins see a picture of analytics; its state is not compared with a count', async () => {
  const { id, clipper, host } = await world.submitClip({}, 10);
  await open(id);
  await send(id, clipper, picture());
  const admin = await testPerson(world.db, 'admin');
  const { url, showsAnalytics } = await shown(id, clipper);
  expect(showsAnalytics).toBe(true);
  for (const [reader, status] of [
    [clipper, 200],
    [admin, 200],
    [host, 404],
  ] as const) {
    expect((await api.send('GET', url, { as: reader })).status).toBe(status);
    expect((await shown(id, reader)) === null).toBe(status === 404);
  }
  const [row] = (await world.api.send('GET', '/api/host/submissions', { as: host })).body.rows;
  expect(row.screenshotUrl).toBeNull();
});

test('a picture that an admin decided on is kept when a newer one is sent', async () => {
  const { id, clipper } = await world.submitClip({}, 10);
  const { id: requestId } = await open(id);
  const { body } = await send(id, clipper, picture());
  const { url } = await shown(id, clipper);
  const decision = { decision: 'accepted' as const, note: 'Fits.', now: world.clock.now() };
  await transact(world.db, (tx) => closeProofRequest(tx, { requestId, attestationId: body.id, ...decision }));
  world.clock.advanceHours(1);
  await send(id, clipper, picture());
  const admin = await testPerson(world.db, 'admin');
  expect((await api.send('GET', url, { as: admin })).status).toBe(200);
});

test('a picture that was sent in time can’t be replaced after the code expired until it is decided', async () => {
  const { id, clipper } = await world.submitClip({}, 10);
  await open(id);
  await send(id, clipper, picture());
  world.clock.advanceHours(25);
  const late = await send(id, clipper, picture());
  expect(late.body.code).toBe('attestation_being_decided');
});
