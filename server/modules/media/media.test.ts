import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MkvOutputFormat, Mp4OutputFormat } from 'mediabunny';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { Actor } from '#server/http/actor.ts';
import { DAY, MINUTE, MovableClock } from '#server/infra/clock.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testDatabase } from '#server/testing/database.ts';
import { converted, shortVideo as source } from '#server/testing/videos.ts';
import { judgeInChild } from './judge-file.ts';
import { createMediaModule } from './media.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'permille-media-'));
const t = await testDatabase();
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T12:00:00Z') });
const module = createMediaModule({ db: t.db, dataDir, judge: judgeInChild({ ms: MINUTE }) });
const app = await testApi(t.db, clock, [module], { bodyMs: 50 });
afterAll(async () => {
  await app.close();
  await t.close();
  await rm(dataDir, { recursive: true });
});

let host: Actor;
beforeEach(async () => {
  host = await testPerson(t.db, 'host');
});

const announce = (sizeBytes: number, as = host, contentType = 'video/mp4') =>
  app.send('POST', '/api/media', {
    as,
    body: { fileName: 'Best of “March”.mp4', sizeBytes, contentType },
  });

const put = (id: string, body: Buffer, as = host) =>
  app.send('PUT', `/api/media/${id}/content`, { as, body, headers: { 'content-type': 'video/mp4' } });

async function upload(bytes: Buffer, as = host): Promise<string> {
  const { id } = (await announce(bytes.length, as)).body;
  expect((await put(id, bytes, as)).status).toBe(200);
  return id;
}

async function refusedFor(bytes: Buffer): Promise<string> {
  const { id } = (await announce(bytes.length)).body;
  const reply = await put(id, bytes);
  expect((await app.send('GET', `/api/media/${id}`, { as: host })).body).toMatchObject({
    state: 'refused',
  });
  expect(await filesOf(id)).toEqual([]);
  return reply.body.code;
}

async function filesOf(id: string): Promise<string[]> {
  const { storage_key } = await t.db
    .selectFrom('media_files')
    .select('storage_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return await readdir(join(dataDir, 'media', storage_key)).catch(() => []);
}

test('an MP4 is stored, judged by its content and described', async () => {
  const started = await announce(source.length);
  expect(started.body).toMatchObject({ state: 'uploading', sizeBytes: source.length, durationMs: null });
  const { id } = started.body;
  const done = await put(id, source);
  expect(done.body).toMatchObject({ id, state: 'ready', durationMs: 4_000, width: 320, height: 180 });
  expect(await filesOf(id)).toEqual(['file']);
});

test('a file that only calls itself an MP4 is refused', async () => {
  expect(await refusedFor(Buffer.from('I am a text. '.repeat(200)))).toBe('invalid_file_type');
  expect(await refusedFor(await converted(source, new MkvOutputFormat()))).toBe('invalid_file_type');
  const quickTime = Buffer.from(source);
  quickTime.write('qt  ', 8, 'latin1');
  expect(await refusedFor(quickTime)).toBe('invalid_file_type');
});

test('a file cut anywhere is refused, even where its index at the front is whole', async () => {
  for (const kept of [0.5, 0.9, 0.99]) {
    expect(await refusedFor(source.subarray(0, Math.floor(source.length * kept)))).toBe('file_truncated');
  }
});

test('a file without a picture is refused', async () => {
  expect(await refusedFor(await converted(source, new Mp4OutputFormat(), { discard: true }))).toBe(
    'file_unreadable',
  );
});

test('noise behind a good header is refused, not a fault', async () => {
  const noise = Buffer.from(source);
  for (let at = 40; at < noise.length; at += 7) noise[at] = (at * 31) % 251;
  expect(await refusedFor(noise)).toMatch(/^(invalid_file_type|file_truncated|file_unreadable)$/);
});

test('fewer bytes than announced leave the upload as it was; more are refused', async () => {
  const { id } = (await announce(source.length + 1)).body;
  expect((await put(id, source)).body).toMatchObject({ code: 'file_truncated' });
  expect((await put(id, Buffer.concat([source, source]))).body).toMatchObject({ code: 'file_too_large' });
  expect(await filesOf(id)).toEqual([]);
  expect((await app.send('GET', `/api/media/${id}`, { as: host })).body).toMatchObject({
    state: 'uploading',
  });
});

test('type and size are refused when they are announced', async () => {
  expect((await announce(10, host, 'video/webm')).body).toMatchObject({
    code: 'invalid_file_type',
    detail: 'Please upload an MP4 video file.',
  });
  expect((await announce(21 * 1024 ** 3)).body).toMatchObject({ code: 'file_too_large' });
  expect((await announce(0)).status).toBe(400);
});

/** Generous, because a busy machine is slow. */
const PATIENCE = { timeout: 30_000 };

/** A sender that pauses after a part of the video, over a real connection, until the test lets it continue. */
async function slowSender(id: string, as = host) {
  if (!app.server.server.listening) await app.server.listen({ host: '127.0.0.1', port: 0 });
  const sender = httpRequest({
    port: (app.server.server.address() as AddressInfo).port,
    host: '127.0.0.1',
    method: 'PUT',
    path: `/api/media/${id}/content`,
    headers: {
      origin: 'http://localhost:3000',
      'x-test-session': as.sessionId,
      'content-type': 'video/mp4',
      'content-length': source.length,
    },
  });
  sender.on('error', () => undefined);
  const status = new Promise<number>((resolve) => {
    sender.on('response', (reply) => resolve(reply.statusCode!));
  });
  sender.write(source.subarray(0, 5_000));
  await vi.waitFor(async () => expect(await filesOf(id)).toHaveLength(1), PATIENCE);
  return {
    goAway: () => sender.destroy(),
    finish: () => {
      sender.end(source.subarray(5_000));
      return status;
    },
  };
}

test('check 39: an upload may take longer than any other body', async () => {
  const { id } = (await announce(source.length)).body;
  const sender = await slowSender(id);
  // This body starts later and is cut off by the usual time limit, so the upload has outlasted that limit.
  const { port } = app.server.server.address() as AddressInfo;
  const other = httpRequest({ port, host: '127.0.0.1', method: 'POST', path: '/api/media' });
  other.setHeader('content-length', 100);
  other.write('{');
  const ended = new Promise<void>((resolve) => other.on('close', resolve));
  other.on('error', () => undefined);
  await ended;
  expect(await sender.finish()).toBe(200);
});

test('a sender that goes away leaves no bytes, and may send again', async () => {
  const { id } = (await announce(source.length)).body;
  const sender = await slowSender(id);
  sender.goAway();
  await vi.waitFor(async () => expect(await filesOf(id)).toEqual([]), PATIENCE);
  // Its bytes are deleted a moment before its slot is free.
  await vi.waitFor(
    async () => expect((await put(id, source)).body).toMatchObject({ state: 'ready' }),
    PATIENCE,
  );
});

test('while one sender of an upload is at it, others are turned away before a byte of theirs is kept', async () => {
  const { id } = (await announce(source.length)).body;
  const first = await slowSender(id);
  const others = await Promise.all(Array.from({ length: 8 }, () => put(id, source)));
  expect(others.map(({ status, body }) => `${status} ${body.code}`)).toEqual(
    Array(8).fill('409 upload_in_progress'),
  );
  expect(await filesOf(id)).toHaveLength(1);
  expect(await first.finish()).toBe(200);
  expect(await filesOf(id)).toEqual(['file']);
});

test('three files of one person come in at once, and nobody else has to wait for them', async () => {
  const senders = [];
  for (let n = 0; n < 3; n++) senders.push(await slowSender((await announce(source.length)).body.id));
  const { id } = (await announce(source.length)).body;
  expect((await put(id, source)).body).toMatchObject({ status: 429, code: 'uploads_at_once' });
  const other = await testPerson(t.db, 'host');
  await upload(source, other);
  expect(await senders[0]!.finish()).toBe(200);
  expect((await put(id, source)).status).toBe(200);
  for (const sender of senders) sender.goAway();
});

/** The fixture padded to this size, with its index at the end; it plays like the original. */
function withIndexOf(bytes: number): Buffer {
  const at = source.indexOf('moov', 0, 'latin1') - 4;
  const index = source.subarray(at, at + source.readUInt32BE(at));
  const front = Buffer.from(source);
  front.write('free', at + 4, 'latin1');
  const grown = Buffer.alloc(bytes);
  index.copy(grown);
  grown.writeUInt32BE(bytes, 0);
  grown.writeUInt32BE(bytes - index.length, index.length);
  grown.write('free', index.length + 4, 'latin1');
  return Buffer.concat([front, grown]);
}

test('an index that would fill the memory is refused unread', async () => {
  await upload(withIndexOf(1024 * 1024));
  expect(await refusedFor(withIndexOf(65 * 1024 * 1024))).toBe('file_unreadable');
});

test('two senders of one upload: one is taken', async () => {
  const { id } = (await announce(source.length)).body;
  const replies = await Promise.all([put(id, source), put(id, source)]);
  expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409]);
  expect(await filesOf(id)).toEqual(['file']);
});

test('ten unused uploads at most, also when they are announced at once', async () => {
  const replies = await Promise.all(Array.from({ length: 14 }, () => announce(100)));
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(10);
  expect(replies.filter((reply) => reply.body.code === 'upload_quota')).toHaveLength(4);
  const { id } = replies.find((reply) => reply.status === 200)!.body;
  expect((await app.send('DELETE', `/api/media/${id}`, { as: host })).status).toBe(200);
  expect((await announce(100)).status).toBe(200);
});

test("another person's upload is as absent as one that never was", async () => {
  const id = await upload(source);
  const other = await testPerson(t.db, 'host');
  const absent = '01900000-0000-7000-8000-000000000000';
  for (const [method, path] of [
    ['GET', '/api/media/:id'],
    ['DELETE', '/api/media/:id'],
    ['PUT', '/api/media/:id/content'],
    ['GET', '/media/:id'],
  ] as const) {
    const ask = (of: string) => app.send(method, path.replace(':id', of), { as: other });
    const [theirs, nothing] = [await ask(id), await ask(absent)];
    expect(theirs.status, path).toBe(404);
    expect(theirs.bytes.equals(nothing.bytes)).toBe(true);
  }
  const clipper = await testPerson(t.db, 'clipper');
  expect((await put(id, source, clipper)).body).toMatchObject({ code: 'wrong_role' });
});

test('check 29: a file is sent whole, by range, and never as a page', async () => {
  const id = await upload(source);
  const whole = await app.send('GET', `/media/${id}`, { as: host });
  expect(whole.bytes.equals(source)).toBe(true);
  expect(whole.headers).toMatchObject({
    'content-type': 'video/mp4',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=31536000, immutable',
    'content-disposition': `attachment; filename="Best of _March_.mp4"; filename*=UTF-8''Best%20of%20%E2%80%9CMarch%E2%80%9D.mp4`,
  });
  const part = await app.send('GET', `/media/${id}`, { as: host, headers: { range: 'bytes=100-199' } });
  expect(part.status).toBe(206);
  expect(part.headers['content-range']).toBe(`bytes 100-199/${source.length}`);
  expect(part.bytes.equals(source.subarray(100, 200))).toBe(true);
  const beyond = await app.send('GET', `/media/${id}`, { as: host, headers: { range: 'bytes=9999999-' } });
  expect(beyond.status).toBe(416);
  const head = await app.send('HEAD', `/media/${id}`, { as: host });
  expect(head.bytes).toHaveLength(0);
  expect(head.headers).toMatchObject({ 'content-type': 'video/mp4', 'content-length': `${source.length}` });
  expect((await app.send('GET', `/media/${id}`)).status).toBe(404);
  expect((await app.send('GET', '/media/..%2f..%2fetc%2fpasswd', { as: host })).status).toBe(404);
});

test('an upload that was never finished is forgotten after a day; a finished one stays longer', async () => {
  const kept = await upload(source);
  const { id } = (await announce(50)).body;
  clock.advance(DAY);
  for (const due of module.jobs!) await due.run(clock.now());
  expect((await app.send('GET', `/api/media/${id}`, { as: host })).status).toBe(404);
  expect((await app.send('GET', `/api/media/${kept}`, { as: host })).body).toMatchObject({
    state: 'ready',
  });
});
