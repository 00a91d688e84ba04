import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '#server/http/actor.ts';
import type { Module } from '#server/http/module.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { screenshot } from '#server/testing/attested-clips.ts';
import { type ClipWorld, clipWorld } from '#server/testing/clip-world.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import { testHold } from '#server/testing/questions.ts';
import { readScreenshotsJob } from './read-screenshots.job.ts';
import { readTextInChild } from './read-text.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'permille-attestations-'));
/**
 * A picture that a browser rendered: "12.4K", "1,034" and "58" above "Video views", "Likes" and "Comments".
 */
const analytics = readFileSync(join(import.meta.dirname, 'test-analytics.png'));
/** A picture with the text "1,234 views · 3 days ago", light on dark. */
const post = readFileSync(join(import.meta.dirname, 'test-post.png'));

let database: TestDatabase;
let world: ClipWorld;
let attestations: Module;
let api: Awaited<ReturnType<typeof testApi>>;
beforeAll(async () => {
  database = await testDatabase();
  world = await clipWorld(database);
  const env = { DATA_DIR: dataDir };
  const modules = testModules(database.db, world.clock, ['attestations', 'media'], { env });
  [attestations] = modules;
  api = await testApi(database.db, world.clock, modules);
});
afterAll(async () => {
  await api.close();
  await world.close();
  await database.close();
  rmSync(dataDir, { recursive: true });
});

const send = (id: string, as: Actor, body: Buffer, query = '') =>
  api.send('PUT', `/api/submissions/${id}/attestation${query}`, {
    as,
    body,
    headers: { 'content-type': 'image/png' },
  });
const shown = async (id: string, as: Actor) =>
  (await api.send('GET', `/api/submissions/${id}/attestation`, { as })).body.attestation;
const READING_MS = 60_000;
const readAll = () => attestations.jobs![0]!.run(world.clock.now());
/** Stores a result as if the text reader had returned `text`. The real reader takes seconds. */
const readAs = (text: string) =>
  readScreenshotsJob({
    db: world.db,
    readText: async () => text,
    readPicture: async () => Buffer.alloc(0),
  }).run(world.clock.now());

test(
  'reads a screenshot, compares it with the report, and shows it only to clipper, host and admins',
  async () => {
    const { id, clipper, host } = await world.submitClip({}, 12_431);
    expect((await send(id, clipper, analytics)).status).toBe(200);
    expect(await shown(id, clipper)).toMatchObject({ state: 'waiting', readText: null });
    await readAll();
    const admin = await testPerson(world.db, 'admin');
    for (const reader of [clipper, host, admin]) {
      expect(await shown(id, reader)).toMatchObject({
        state: 'match',
        reportedViews: 12_431,
        readViews: 12_400,
        readText: expect.stringContaining('Video views'),
      });
    }
    const { url } = await shown(id, clipper);
    for (const reader of [clipper, host, admin]) {
      for (const [path, type] of [
        [url, 'image/png'],
        [`${url}/small`, 'image/webp'],
      ]) {
        const picture = await api.send('GET', path, { as: reader });
        expect(picture.headers).toMatchObject({
          'content-type': type,
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
        });
      }
    }
    // The browser must revalidate each time, so a person who lost access gets nothing from the browser's
    // cache.
    const { headers: kept } = await api.send('GET', url, { as: clipper });
    expect(kept['cache-control']).toBe('private, no-cache');
    const again = { as: clipper, headers: { 'if-none-match': String(kept.etag) } };
    expect((await api.send('GET', url, again)).status).toBe(304);
    const stranger = await testPerson(world.db, 'host');
    for (const path of [url, `${url}/small`]) {
      expect((await api.send('GET', path, { as: stranger })).status).toBe(404);
      expect((await api.send('GET', path)).status).toBe(404);
    }
    expect((await api.send('GET', `/api/submissions/${id}/attestation`, { as: stranger })).status).toBe(404);
    const [row] = (await world.api.send('GET', '/api/host/submissions', { as: host })).body.rows;
    expect(row.screenshotUrl).toBe(url);
  },
  READING_MS,
);

test('a figure that is missing is a mismatch, and a newer screenshot with its own figure replaces the old one', async () => {
  const { id, clipper } = await world.submitClip({}, 98);
  await send(id, clipper, post);
  await readAs('1,234 views - 3 days ago\n98 likes');
  // The picture also shows "98 likes", but only the figure next to "views" counts.
  expect(await shown(id, clipper)).toMatchObject({ state: 'mismatch', readViews: 1_234 });
  const { url } = await shown(id, clipper);
  await send(id, clipper, post, '?views=1234');
  await readAs('1,234 views - 3 days ago');
  expect(await shown(id, clipper)).toMatchObject({ state: 'match', reportedViews: 1_234, readViews: 1_234 });
  expect((await api.send('GET', url, { as: clipper })).status).toBe(404);
});

test('marks a lost picture as unreadable and reads the next one', async () => {
  const [lost, fine] = [await world.submitClip({}, 40), await world.submitClip({}, 41)];
  await send(lost.id, lost.clipper, post);
  await send(fine.id, fine.clipper, analytics);
  let tries = 0;
  const job = readScreenshotsJob({
    db: world.db,
    readText: async () => '41 views',
    readPicture: async () => {
      if (tries++ === 0) throw new Error('ENOENT');
      return Buffer.alloc(0);
    },
  });
  await job.run(world.clock.now());
  expect(await shown(lost.id, lost.clipper)).toMatchObject({ state: 'unreadable', readText: null });
  expect(await shown(fine.id, fine.clipper)).toMatchObject({ state: 'match' });
  const { data } = await world.db
    .selectFrom('audit_log')
    .select('data')
    .where('subject_id', '=', lost.id)
    .where('action', '=', 'submission.attestation_read')
    .executeTakeFirstOrThrow();
  expect(data).toMatchObject({ reason: 'The picture could not be opened.' });
});

test('reads the screenshot of a clipper who sends one before the others of a clipper who sends many', async () => {
  const many = await world.submitClip({}, 1);
  const more = await Promise.all(
    [2, 3].map(async (views) => (await world.submitPost(many, many.listingId, {}, views)).id),
  );
  for (const id of [many.id, ...more]) await send(id, many.clipper, post);
  world.clock.advanceHours(1);
  const one = await world.submitClip({}, 4);
  await send(one.id, one.clipper, post);
  await readAs('9 views');
  const rows = await world.db
    .selectFrom('audit_log')
    .select('subject_id')
    .where('action', '=', 'submission.attestation_read')
    .where('subject_id', 'in', [many.id, ...more, one.id])
    .orderBy('id')
    .execute();
  expect(rows.findIndex((row) => row.subject_id === one.id)).toBe(1);
});

test('a clip that is no longer counted accepts no screenshot and requests none', async () => {
  const { id, clipper } = await world.submitClip({}, 10);
  await world.db
    .updateTable('clip_tracking')
    .set({ state: 'finished', next_poll_at: null })
    .where('submission_id', '=', id)
    .execute();
  expect((await send(id, clipper, post)).body.code).toBe('submission_state');
  const { body } = await api.send('GET', `/api/submissions/${id}/attestation`, { as: clipper });
  expect(body).toMatchObject({ takesAttestation: false });
});

test('a clip that is no longer counted accepts the picture that answers an audit', async () => {
  const { id, clipper } = await world.submitClip({}, 10);
  const holdId = await testHold(world.db, id, world.clock.now());
  const audit = { code: 'ABCDEF', probability: 1, drawn: 0, views: 10n };
  const moments = { opened_at: world.clock.now(), due_at: world.clock.now() };
  await world.db
    .insertInto('clip_audits')
    .values({ fraud_hold_id: holdId, submission_id: id, ...audit, ...moments })
    .execute();
  await world.db
    .updateTable('clip_tracking')
    .set({ state: 'finished', next_poll_at: null })
    .where('submission_id', '=', id)
    .execute();
  const { body } = await api.send('GET', `/api/submissions/${id}/attestation`, { as: clipper });
  expect(body).toMatchObject({ takesAttestation: true });
  expect((await send(id, clipper, screenshot(1))).status).toBe(200);
});

test('a screenshot alone changes neither payment nor count', async () => {
  const { id, clipper } = await world.submitClip({}, 12_400);
  const tracked = () =>
    world.db
      .selectFrom('clip_tracking')
      .select(['views', 'eligible_views', 'snapshot_count'])
      .where('submission_id', '=', id)
      .executeTakeFirst();
  const before = await tracked();
  await send(id, clipper, analytics);
  await readAs('12.4K views');
  expect(await shown(id, clipper)).toMatchObject({ state: 'match' });
  expect(await tracked()).toEqual(before);
});

test('accepts screenshots only for the clipper’s own clip, checked by content and size', async () => {
  const { id, clipper } = await world.submitClip({}, 10);
  const other = await testPerson(world.db, 'clipper');
  expect((await send(id, other, post)).body.code).toBe('not_found');
  expect((await send(id, clipper, Buffer.from('<svg/>'))).body.code).toBe('photo_type');
  expect((await send(id, clipper, Buffer.alloc(5 * 1024 ** 2 + 1))).body.code).toBe('screenshot_too_large');
  expect(await shown(id, clipper)).toBeNull();
});

test(
  'marks a picture unreadable if reading fails or takes too long, and the server keeps running',
  async () => {
    expect(await readTextInChild(50)(analytics)).toBeNull();
    expect(await readTextInChild()(Buffer.from('no picture'))).toBeNull();
    expect(await readTextInChild()(post)).toContain('1,234 views');
  },
  READING_MS,
);
