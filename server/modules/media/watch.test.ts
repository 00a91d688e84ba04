import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '#server/http/actor.ts';
import { HOUR, MINUTE, MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { soleSecret } from '#server/infra/secrets.ts';
import { transact } from '#server/infra/transaction.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testDatabase } from '#server/testing/database.ts';
import { connect, fund, listingBody } from '#server/testing/listings.ts';
import { testModules } from '#server/testing/modules.ts';
import { redrawInProcess } from '#server/testing/pictures.ts';
import { testUploads } from '#server/testing/uploads.ts';
import { shortVideo as source } from '#server/testing/videos.ts';
import { judgeInChild } from './judge-file.ts';
import { createMediaModule, eraseFile } from './media.ts';
import { createStreams } from './streams.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'permille-watch-'));
const t = await testDatabase();
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T12:00:00Z') });
const parts = { db: t.db, secrets: soleSecret('secret'), dataDir };
const module = createMediaModule({ ...parts, judge: judgeInChild({ ms: MINUTE }), redraw: redrawInProcess });
const app = await testApi(t.db, clock, [module, ...testModules(t.db, clock, ['listings'])]);
const { upload, announce, idOf, runDue } = testUploads(app, module, clock);
afterAll(async () => {
  await app.close();
  await t.close();
  rmSync(dataDir, { recursive: true });
});

const jpegOf = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
const poster = await jpegOf(960, 540);

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
  await fund(t.db, host.accountId, 300);
  await connect(t.db, host);
  const body = { ...listingBody, sourceMediaId: id, sourceUrl: null };
  listingId = (await app.send('POST', '/api/listings', { as: host, body })).body.id;
  const block = { host_id: host.accountId, clipper_id: blocked.accountId, blocked_at: clock.now() };
  await t.owner.insertInto('clipper_blocks').values(block).execute();
});

const get = (as: Actor | null, headers: Record<string, string> = {}, path = `/media/${id}`) =>
  app.send('GET', path, { ...(as && { as }), headers });
const link = (as: Actor | null) => app.send('GET', `/api/media/${id}/link`, as ? { as } : {});

test('shows a source to its host, admins and clippers whom the host has not blocked', async () => {
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

test('shows an unused source to its host only', async () => {
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
    url.replace(clipper.accountId, host.accountId),
    url.replace(/until=\d+/, 'until=9999999999'),
    url.slice(0, -4),
    `${url}&signature=x`,
  ]) {
    expect((await get(null, {}, forged)).status, forged).toBe(404);
  }
  const block = { host_id: host.accountId, clipper_id: clipper.accountId, blocked_at: clock.now() };
  await t.owner.insertInto('clipper_blocks').values(block).execute();
  expect((await get(null, {}, url)).status).toBe(404);
  await t.owner.deleteFrom('clipper_blocks').where('clipper_id', '=', clipper.accountId).execute();
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

test('behind nginx the response names the file, and only to people who may watch it', async () => {
  const accel = createMediaModule({ ...parts, accelPrefix: '/media-files/' });
  const other = await testApi(t.db, clock, [accel]);
  const reply = await other.send('GET', `/media/${id}`, { as: clipper });
  expect(reply.headers['x-accel-redirect']).toMatch(/^\/media-files\/[0-9a-f-]{36}\/file$/);
  expect(reply.headers).toMatchObject({ 'content-type': 'video/mp4', 'x-content-type-options': 'nosniff' });
  expect(reply.bytes).toHaveLength(0);
  expect((await other.send('GET', `/media/${id}`)).headers['x-accel-redirect']).toBeUndefined();
  await other.close();
});

test('limits one person’s streams: another one ends the oldest, and nobody else’s', () => {
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

const put = (as: Actor | null, path: string, body: Buffer) =>
  app.send('PUT', `/api/media/${path}`, {
    ...(as && { as }),
    body,
    headers: { 'content-type': 'image/jpeg' },
  });
const sheet = (number: number, tiles: number, size = '&tileWidth=16&tileHeight=9') =>
  `storyboard/${number}?tiles=${tiles}${size}`;

test('only the host provides poster and storyboard, and everybody who may see a listing of the video sees them', async () => {
  for (const [name, as, status] of [
    ['visitor', null, 401],
    ['clipper', clipper, 403],
    ['admin', admin, 403],
    ['other host', otherHost, 404],
  ] as const) {
    expect((await put(as, `${id}/poster`, poster)).status, name).toBe(status);
    expect((await put(as, `${id}/${sheet(0, 8)}`, await jpegOf(160, 9))).status, name).toBe(status);
  }
  const paths = ['poster', 'poster/small', 'storyboard', 'storyboard/0'].map(
    (form) => `/media/${id}/${form}`,
  );
  for (const path of paths) expect((await get(host, {}, path)).status).toBe(404);

  expect((await put(host, `${id}/poster`, poster)).status).toBe(200);
  expect((await put(host, `${id}/${sheet(0, 8)}`, await jpegOf(160, 9))).status).toBe(200);
  const first = (await get(null, {}, paths[0])).bytes;
  expect((await sharp(first).metadata()).width).toBe(960);
  await put(host, `${id}/poster`, await jpegOf(100, 100));
  await put(host, `${id}/${sheet(0, 1)}`, await jpegOf(160, 9));
  expect((await get(null, {}, paths[0])).bytes.equals(first)).toBe(true);

  const shown = { posterUrl: `/media/${id}/poster`, storyboard: { tiles: 8, tileWidth: 16, tileHeight: 9 } };
  for (const as of [null, blocked, clipper, host, otherHost, admin]) {
    for (const path of paths) expect((await get(as, {}, path)).status, path).toBe(200);
    const page = await app.send('GET', `/api/listings/${listingId}`, as ? { as } : {});
    expect(page.body.source).toMatchObject(shown);
  }
  expect((await get(null, {}, paths[1])).headers).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
  });
  const text = String((await get(null, {}, paths[2])).bytes);
  expect(text).toContain('00:00:00.500 --> 00:00:01.000\n/media/');
  expect(text).toContain(`/media/${id}/storyboard/0#xywh=112,0,16,9`);
  expect((await get(null, {}, `/media/${id}/storyboard/1`)).status).toBe(404);

  const unused = await upload(host, source);
  await put(host, `${unused.id}/poster`, poster);
  for (const [as, status] of [
    [null, 404],
    [clipper, 404],
    [host, 200],
    [admin, 200],
  ] as const) {
    expect((await get(as, {}, `/media/${unused.id}/poster`)).status).toBe(status);
  }
});

test('accepts pictures while the video arrives, in sheets of the declared shape, and deletes them with it', async () => {
  const own = idOf(await announce(host, source.length));
  const sent = async (path: string, bytes: Buffer) => {
    const { status, body } = await put(host, `${own}/${path}`, bytes);
    return [status, body.code];
  };
  const [full, rest] = [await jpegOf(160, 90), await jpegOf(160, 45)];
  expect(await sent(sheet(1, 150), rest)).toEqual([422, 'storyboard_shape']);
  for (const wrong of ['', '&tileWidth=161&tileHeight=9', '&tileWidth=16&tileHeight=8']) {
    expect(await sent(sheet(0, 150, wrong), full)).toEqual([422, 'storyboard_shape']);
  }
  for (const path of [
    sheet(0, 601),
    sheet(0, 0),
    sheet(2, 150),
    'storyboard/x?tiles=9&tileWidth=16&tileHeight=9',
  ]) {
    expect(await sent(path, full)).toEqual([422, 'storyboard_shape']);
  }
  expect(await sent('poster', Buffer.from('a text'))).toEqual([422, 'photo_unreadable']);
  expect(await sent('poster', full.subarray(0, 300))).toEqual([422, 'photo_unreadable']);
  expect(await sent('poster', Buffer.alloc(2 * 1024 ** 2 + 1))).toEqual([413, 'source_picture_too_large']);
  expect((await put(host, `${newId()}/poster`, poster)).status).toBe(404);

  const lacks = async () =>
    (await app.send('GET', '/api/media', { as: host })).body.rows.find(
      (row: { id: string }) => row.id === own,
    ).lacksPictures;
  expect(await sent(sheet(0, 150), full)).toEqual([200, undefined]);
  expect(await lacks()).toBe(true);
  expect(await sent(sheet(1, 150), rest)).toEqual([200, undefined]);
  expect(await lacks()).toBe(false);

  const { storage_key } = await t.db
    .selectFrom('media_files')
    .select('storage_key')
    .where('id', '=', own)
    .executeTakeFirstOrThrow();
  const folder = join(dataDir, 'media', storage_key);
  expect(existsSync(join(folder, 'sheet-1'))).toBe(true);
  expect((await app.send('DELETE', `/api/media/${own}`, { as: host })).status).toBe(200);
  expect(existsSync(folder)).toBe(false);
  expect((await put(host, `${own}/poster`, poster)).status).toBe(404);

  await transact(t.db, (tx) => eraseFile(tx, id));
  expect((await get(host, {}, `/media/${id}/poster`)).status).toBe(404);
  const erased = await t.db
    .selectFrom('media_files')
    .select('storage_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await runDue();
  expect(existsSync(join(dataDir, 'media', erased.storage_key))).toBe(false);
});
