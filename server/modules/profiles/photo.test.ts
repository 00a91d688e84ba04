import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { createMediaModule } from '#server/modules/media/media.ts';
import { createActor, createTestServer, type TestActor } from '#server/testing/actor.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { createProfilesModule } from './profiles.ts';

const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
let database: TestDatabase;
let server: FastifyInstance;

const dataDir = mkdtempSync(join(tmpdir(), 'permille-photos-'));
let media: ReturnType<typeof createMediaModule>;

beforeAll(async () => {
  database = await testDatabase();
  media = createMediaModule({ db: database.db, dataDir });
  server = await createTestServer({
    db: database.db,
    clock,
    modules: [media, createProfilesModule({ keepPhoto: media.keepPhoto })],
  });
});
afterAll(async () => {
  await server.close();
  await database.close();
  rmSync(dataDir, { recursive: true });
});

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

  test('is shown to everyone as a picture and nothing else, and carries no place where it was taken', async () => {
    const actor = await createActor(database.db, { role: 'clipper', username: 'with_photo' });
    const reply = await send(actor, png({ text: 'GPS 52.1,4.3', trailing: '<script>' }));
    expect(reply.statusCode).toBe(200);
    const { avatarUrl } = reply.json();
    expect((await show('with_photo')).json().avatarUrl).toBe(avatarUrl);
    const photo = await server.inject({ method: 'GET', url: avatarUrl });
    expect(photo.headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(photo.rawPayload).toEqual(png({}));
  });

  test('a new one takes the place of the old, whose bytes go; removing it leaves the initials', async () => {
    const actor = await createActor(database.db, { role: 'host', username: 'two_photos' });
    const before = stored().length;
    const first = (await send(actor, png({}))).json().avatarUrl;
    const second = (await send(actor, jpeg({ exif: 'Exif: here' }), 'image/jpeg')).json().avatarUrl;
    expect((await server.inject({ method: 'GET', url: first })).statusCode).toBe(404);
    expect((await server.inject({ method: 'GET', url: second })).rawPayload).toEqual(jpeg({}));
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
    ['a PNG cut short', png({}).subarray(0, 50), 'photo_unreadable', /could not be read/],
    ['a JPEG cut short', jpeg({}).subarray(0, 30), 'photo_unreadable', /could not be read/],
    ['a picture of 100,000 pixels', png({ width: 100_000 }), 'photo_unreadable', /at most 4096 pixels/],
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
      server.inject({ method: 'PUT', url: '/api/profiles/me/photo', payload: png({}), headers });
    expect((await put({ 'sec-fetch-site': 'same-origin', 'content-type': 'image/png' })).statusCode).toBe(
      401,
    );
    expect((await put({ ...actor.headers, 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
  });
});

/** One white pixel, or the claim of more, with a comment and something after the end if asked for. */
function png({
  width = 1,
  text,
  trailing = '',
}: {
  width?: number;
  text?: string;
  trailing?: string;
}): Buffer {
  const chunk = (kind: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  header.writeUInt32BE(width);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...(text ? [chunk('tEXt', Buffer.from(text))] : []),
    chunk('IDAT', deflateSync(Buffer.from([0, 255]))),
    chunk('IEND', Buffer.alloc(0)),
    Buffer.from(trailing),
  ]);
}

/** The segments of a JPEG of 1 by 1, with Exif data if asked for. */
function jpeg({ exif }: { exif?: string }): Buffer {
  const segment = (marker: number, data: Buffer) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(data.length + 2, 2);
    return Buffer.concat([head, data]);
  };
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...(exif ? [segment(0xe1, Buffer.from(exif))] : []),
    segment(0xdb, Buffer.alloc(65, 1)),
    segment(0xc0, Buffer.from([8, 0, 1, 0, 1, 1, 1, 0x11, 0])),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd9]),
  ]);
}
