import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Module } from '#server/http/module.ts';
import { MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { createActor, createTestServer, type TestActor } from '#server/testing/actor.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import { pngOf } from '#server/testing/pictures.ts';

const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
let database: TestDatabase;
let server: FastifyInstance;

const dataDir = mkdtempSync(join(tmpdir(), 'permille-photos-'));
let media: Module;

beforeAll(async () => {
  database = await testDatabase();
  const modules = testModules(database.db, clock, ['media', 'profiles'], { env: { DATA_DIR: dataDir } });
  [media] = modules;
  server = await createTestServer({ db: database.db, clock, modules });
});
afterAll(async () => {
  await server.close();
  await database.close();
  rmSync(dataDir, { recursive: true });
});

/** Makes a wide picture of one colour with a GPS location. */
const photoOf = () =>
  sharp({ create: { width: 800, height: 600, channels: 3, background: 'teal' } }).withExif({
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 6/1 0/1' },
  });
const [png, jpeg] = await Promise.all([photoOf().png().toBuffer(), photoOf().jpeg().toBuffer()]);

const show = (username: string) =>
  server.inject({ method: 'GET', url: `/api/profiles/by-username/${username}` });

describe('the photo', () => {
  const send = (actor: TestActor, payload: Buffer, contentType = 'image/png') =>
    server.inject({
      method: 'PUT',
      url: '/api/profiles/me/photo',
      payload,
      headers: { ...actor.headers, 'content-type': contentType },
    });
  const stored = () => readdirSync(join(dataDir, 'media'));

  test('is shown to everyone as a picture and nothing else, without the location where it was taken', async () => {
    const actor = await createActor(database.db, { role: 'clipper', username: 'with_photo' });
    const reply = await send(actor, Buffer.concat([png, Buffer.from('<script>')]));
    expect(reply.statusCode).toBe(200);
    const { avatarUrl } = reply.json();
    expect((await show('with_photo')).json().avatarUrl).toBe(avatarUrl);
    for (const [url, side] of [
      [avatarUrl, 512],
      [`${avatarUrl}/small`, 96],
    ]) {
      const photo = await server.inject({ method: 'GET', url });
      expect(photo.headers).toMatchObject({
        'content-type': 'image/webp',
        'content-disposition': 'inline',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, max-age=31536000, immutable',
      });
      const { width, exif } = await sharp(photo.rawPayload).metadata();
      expect({ width, exif }).toEqual({ width: side, exif: undefined });
    }
  });

  test('replaces the old photo, whose bytes are deleted; removing it leaves the initials', async () => {
    const actor = await createActor(database.db, { role: 'host', username: 'two_photos' });
    const before = stored().length;
    const first = (await send(actor, png)).json().avatarUrl;
    const second = (await send(actor, jpeg, 'image/jpeg')).json().avatarUrl;
    for (const path of [first, `${first}/small`]) {
      expect((await server.inject({ method: 'GET', url: path })).statusCode).toBe(404);
    }
    expect((await server.inject({ method: 'GET', url: second })).statusCode).toBe(200);
    const remove = () =>
      server.inject({ method: 'DELETE', url: '/api/profiles/me/photo', headers: actor.headers });
    expect((await remove()).statusCode).toBe(200);
    expect((await remove()).statusCode).toBe(200);
    expect((await show('two_photos')).json().avatarUrl).toBeNull();
    for (const job of media.jobs!) await job.run(clock.now());
    expect(stored()).toHaveLength(before);
  });

  test.each([
    [
      'a text that calls itself PNG',
      Buffer.from('not a picture'),
      'photo_type',
      'Please upload a JPG or PNG photo.',
    ],
    ['an SVG', Buffer.from('<svg onload="alert(1)"/>'), 'photo_type', 'Please upload a JPG or PNG photo.'],
    ['nothing', Buffer.alloc(0), 'photo_type', 'Please upload a JPG or PNG photo.'],
    ['more than 2MB', Buffer.alloc(2 * 1024 ** 2 + 1), 'photo_too_large', 'A photo can be at most 2MB.'],
    ['a PNG cut short', png.subarray(0, 50), 'photo_unreadable', /could not be read/],
    ['a JPEG cut short', jpeg.subarray(0, 30), 'photo_unreadable', /could not be read/],
    [
      'a picture of 100,000 pixels',
      pngOf(100_000, 1, deflateSync(Buffer.alloc(10))),
      'photo_unreadable',
      /at most 4096 pixels/,
    ],
  ])('%s is refused by its content, and leaves nothing behind', async (_what, bytes, code, detail) => {
    const actor = await createActor(database.db, { role: 'clipper', username: `p_${newId().slice(-12)}` });
    const before = stored().length;
    const reply = (await send(actor, bytes)).json();
    expect(reply).toMatchObject({
      code,
      detail: detail instanceof RegExp ? expect.stringMatching(detail) : detail,
    });
    expect((await show(actor.username!)).json().avatarUrl).toBeNull();
    expect(stored()).toHaveLength(before);
  });

  test('needs a session, from our own page', async () => {
    const actor = await createActor(database.db, { role: 'clipper', username: 'sameorigin' });
    const put = (headers: Record<string, string>) =>
      server.inject({ method: 'PUT', url: '/api/profiles/me/photo', payload: png, headers });
    expect((await put({ 'sec-fetch-site': 'same-origin', 'content-type': 'image/png' })).statusCode).toBe(
      401,
    );
    expect((await put({ ...actor.headers, 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
  });
});
