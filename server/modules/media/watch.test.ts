import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '#server/http/actor.ts';
import { HOUR, MINUTE, MovableClock } from '#server/infra/clock.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testDatabase } from '#server/testing/database.ts';
import { connect, fund, listingBody } from '#server/testing/listings.ts';
import { testModules } from '#server/testing/modules.ts';
import { testUploads } from '#server/testing/uploads.ts';
import { shortVideo as source } from '#server/testing/videos.ts';
import { judgeInChild } from './judge-file.ts';
import { createMediaModule } from './media.ts';
import { createStreams } from './streams.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'permille-watch-'));
const t = await testDatabase();
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T12:00:00Z') });
const parts = { db: t.db, secret: 'secret', dataDir };
const module = createMediaModule({ ...parts, judge: judgeInChild({ ms: MINUTE }) });
const app = await testApi(t.db, clock, [module, ...testModules(t.db, clock, ['listings'])]);
const { upload } = testUploads(app, module, clock);
afterAll(async () => {
  await app.close();
  await t.close();
  rmSync(dataDir, { recursive: true });
});

let host: Actor;
let clipper: Actor;
let blocked: Actor;
let admin: Actor;
let otherHost: Actor;
let id: string;
let listingId: string;
beforeAll(async () => {
  host = await testPerson(t.db, 'host');
  clipper = await testPerson(t.db, 'clipper');
  blocked = await testPerson(t.db, 'clipper');
  admin = await testPerson(t.db, 'admin');
  otherHost = await testPerson(t.db, 'host');
  ({ id } = await upload(host, source));
  await fund(t.db, host.userId, 300);
  await connect(t.db, host);
  const body = { ...listingBody, sourceMediaId: id, sourceUrl: null };
  listingId = (await app.send('POST', '/api/listings', { as: host, body })).body.id;
  const block = { host_id: host.userId, clipper_id: blocked.userId, blocked_at: clock.now() };
  await t.owner.insertInto('clipper_blocks').values(block).execute();
});

const get = (as: Actor | null, headers: Record<string, string> = {}, path = `/media/${id}`) =>
  app.send('GET', path, { ...(as && { as }), headers });
const link = (as: Actor | null) => app.send('GET', `/api/media/${id}/link`, as ? { as } : {});

test('a source is for its host, admins and clippers whom the host has not blocked', async () => {
  const absent = await get(clipper, {}, '/media/01900000-0000-7000-8000-000000000000');
  for (const [name, as, may] of [
    ['host', host, true],
    ['admin', admin, true],
    ['clipper', clipper, true],
    ['blocked clipper', blocked, false],
    ['other host', otherHost, false],
    ['visitor', null, false],
  ] as const) {
    const reply = await get(as);
    expect(reply.status, name).toBe(may ? 200 : 404);
    if (!may) expect(reply.bytes.equals(absent.bytes), name).toBe(true);
    expect((await link(as)).status, name).toBe(may ? 200 : as ? 404 : 401);
    const page = await app.send('GET', `/api/listings/${listingId}`, as ? { as } : {});
    expect(page.body.source.mayWatch, name).toBe(may);
  }
});

test('an unused source is its host’s alone', async () => {
  const unused = await upload(host, source);
  expect((await get(clipper, {}, `/media/${unused.id}`)).status).toBe(404);
  expect((await get(host, {}, `/media/${unused.id}`)).status).toBe(200);
});

test('ranges, single and suffix, count only while the caller has bytes of this file', async () => {
  const { etag } = (await get(clipper)).headers as { etag: string };
  expect(etag).toMatch(/^"[^"]+"$/);
  const bytesOf = async (headers: Record<string, string>) => {
    const { status, bytes } = await get(clipper, headers);
    return [status, bytes.length];
  };
  expect(await bytesOf({ range: 'bytes=0-99' })).toEqual([206, 100]);
  expect(await bytesOf({ range: 'bytes=-50' })).toEqual([206, 50]);
  expect(await bytesOf({ range: `bytes=${source.length - 10}-` })).toEqual([206, 10]);
  expect(await bytesOf({ range: 'bytes=0-99', 'if-range': etag })).toEqual([206, 100]);
  expect(await bytesOf({ range: 'bytes=0-99', 'if-range': '"another"' })).toEqual([200, source.length]);
  expect(await bytesOf({ range: 'bytes=0-99', 'if-range': `W/${etag}` })).toEqual([200, source.length]);
  expect(await bytesOf({ 'if-none-match': `"x", ${etag}` })).toEqual([304, 0]);
  expect((await get(null, { 'if-none-match': etag })).status).toBe(404);
});

test('a link works without a session until it expires, or its person may no longer watch', async () => {
  const { url } = (await link(clipper)).body;
  expect((await get(null, {}, url)).bytes.equals(source)).toBe(true);
  const other = await upload(host, source);
  for (const forged of [
    url.replace(id, other.id),
    url.replace(clipper.userId, host.userId),
    url.replace(/until=\d+/, 'until=9999999999'),
    url.slice(0, -4),
    `${url}&signature=x`,
  ]) {
    expect((await get(null, {}, forged)).status, forged).toBe(404);
  }
  const block = { host_id: host.userId, clipper_id: clipper.userId, blocked_at: clock.now() };
  await t.owner.insertInto('clipper_blocks').values(block).execute();
  expect((await get(null, {}, url)).status).toBe(404);
  await t.owner.deleteFrom('clipper_blocks').where('clipper_id', '=', clipper.userId).execute();
  for (const over of ['banned_at', 'closed_at'] as const) {
    const at = (moment: Date | null) =>
      t.owner
        .updateTable('users')
        .set({ [over]: moment })
        .where('id', '=', clipper.userId)
        .execute();
    await at(clock.now());
    expect((await get(null, {}, url)).status, over).toBe(404);
    await at(null);
  }
  expect((await get(null, {}, url)).status).toBe(200);
  clock.advance(25 * HOUR);
  expect((await get(null, {}, url)).status).toBe(404);
});

test('behind nginx the answer names the file, and only to whoever may watch it', async () => {
  const accel = createMediaModule({ ...parts, accelPrefix: '/media-files/' });
  const other = await testApi(t.db, clock, [accel]);
  const reply = await other.send('GET', `/media/${id}`, { as: clipper });
  expect(reply.headers['x-accel-redirect']).toMatch(/^\/media-files\/[0-9a-f-]{36}\/file$/);
  expect(reply.headers).toMatchObject({ 'content-type': 'video/mp4', 'x-content-type-options': 'nosniff' });
  expect(reply.bytes).toHaveLength(0);
  expect((await other.send('GET', `/media/${id}`)).headers['x-accel-redirect']).toBeUndefined();
  await other.close();
});

test('one person has a few streams at once: one more ends the oldest, and nobody else’s', () => {
  const streams = createStreams(2);
  const open = () => new Readable({ read: () => undefined });
  const [first, second, third, theirs] = [open(), open(), open(), open()];
  streams.add('a', first);
  streams.add('b', theirs);
  streams.add('a', second);
  expect(first.destroyed).toBe(false);
  streams.add('a', third);
  expect([first, second, third, theirs].map(({ destroyed }) => destroyed)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
