import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { Actor } from '#server/http/actor.ts';
import { MINUTE, MovableClock } from '#server/infra/clock.ts';
import { soleSecret } from '#server/infra/secrets.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testDatabase } from '#server/testing/database.ts';
import { TUS, testUploads } from '#server/testing/uploads.ts';
import { shortVideo as source } from '#server/testing/videos.ts';
import { judgeInChild } from './judge-file.ts';
import { createMediaModule } from './media.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'permille-resume-'));
const t = await testDatabase();
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T12:00:00Z') });
const judge = judgeInChild({ ms: MINUTE });
const module = createMediaModule({ db: t.db, secrets: soleSecret('secret'), dataDir, judge });
const app = await testApi(t.db, clock, [module], { bodyMs: 50 });
const { announce, patch, show, head, idOf, runDue } = testUploads(app, module, clock);
afterAll(async () => {
  await app.close();
  await t.close();
  rmSync(dataDir, { recursive: true });
});

let host: Actor;
let id: string;
beforeEach(async () => {
  host = await testPerson(t.db, 'host');
  id = idOf(await announce(host, source.length));
});

const offsetOf = async (of = id, as = host) => (await head(as, of)).headers['upload-offset'];
const keyOf = async (of = id): Promise<string> =>
  (await t.db.selectFrom('media_files').select('storage_key').where('id', '=', of).executeTakeFirstOrThrow())
    .storage_key;

/** Waiting time for a change; generous, because a busy machine is slow. */
const PATIENCE = { timeout: 30_000 };

/** Sends a PATCH over a real connection; resolves to its status, or to null if the connection was closed. */
async function begin(of: string, as: Actor, offset: number, length: number | null) {
  if (!app.server.server.listening) await app.server.listen({ host: '127.0.0.1', port: 0 });
  const request = httpRequest({
    port: (app.server.server.address() as AddressInfo).port,
    host: '127.0.0.1',
    method: 'PATCH',
    path: `/api/uploads/${of}`,
    headers: {
      ...TUS,
      origin: 'http://localhost:3000',
      'x-test-session': as.sessionId,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
      ...(length === null ? { 'transfer-encoding': 'chunked' } : { 'content-length': length }),
    },
  });
  const status = new Promise<number | null>((resolve) => {
    request.on('response', (reply) => resolve(reply.statusCode!));
    request.on('error', () => resolve(null));
  });
  return { request, status };
}

/** Sends a part of the video, waits for its arrival, and pauses. */
async function slowSender(of = id, as = host) {
  const { request, status } = await begin(of, as, 0, source.length);
  request.write(source.subarray(0, 5_000));
  const arrived = expect.objectContaining({ id: of, offsetBytes: 5_000 });
  await vi.waitFor(
    async () => expect((await app.send('GET', '/api/media', { as })).body.rows).toContainEqual(arrived),
    PATIENCE,
  );
  return {
    status,
    goAway: () => request.destroy(),
    finish: () => {
      request.end(source.subarray(5_000));
      return status;
    },
  };
}

test('keeps the bytes that arrived before a connection broke, so that only the rest is sent', async () => {
  const sender = await slowSender();
  sender.goAway();
  expect(await offsetOf()).toBe('5000');
  expect((await patch(host, id, source.subarray(5_000), 5_000)).status).toBe(204);
  await runDue();
  expect(await show(host, id)).toMatchObject({ state: 'ready' });
  expect((await app.send('GET', `/media/${id}`, { as: host })).bytes.equals(source)).toBe(true);
});

test('a newer request ends the one that hangs, so nobody waits for a dead connection', async () => {
  const dead = await slowSender();
  const refused = await patch(host, id, source.subarray(0, 5_000));
  expect(refused.body).toMatchObject({ code: 'upload_offset' });
  expect(await dead.status).toBe(409);
  expect((await patch(host, id, source.subarray(5_000), 5_000)).status).toBe(204);
});

test('after a request for the offset an older connection adds no bytes', async () => {
  const dead = await slowSender();
  expect(await offsetOf()).toBe('5000');
  expect(await dead.finish()).toBe(409);
  expect(await offsetOf()).toBe('5000');
});

test('with any number of concurrent senders the stored bytes are a prefix of the file, and the rest completes it', async () => {
  const senders = await Promise.all(Array.from({ length: 8 }, () => begin(id, host, 0, source.length)));
  for (const { request } of senders) request.end(source);
  for (const { status } of senders) expect([204, 409, null]).toContain(await status);
  const here = Number(await offsetOf());
  if (here < source.length) expect((await patch(host, id, source.subarray(here), here)).status).toBe(204);
  await runDue();
  expect(await show(host, id)).toMatchObject({ state: 'ready' });
  expect((await app.send('GET', `/media/${id}`, { as: host })).bytes.equals(source)).toBe(true);
});

test('bytes at another offset than the stored size change nothing', async () => {
  await patch(host, id, source.subarray(0, 5_000));
  for (const offset of [0, 4_999, 5_001, source.length]) {
    const refused = await patch(host, id, source.subarray(0, 100), offset);
    expect(refused.body).toMatchObject({ status: 409, code: 'upload_offset' });
  }
  expect(await offsetOf()).toBe('5000');
});

test('refuses more bytes than were announced, and keeps the earlier ones', async () => {
  await patch(host, id, source.subarray(0, 5_000));
  const tooMany = Buffer.concat([source, source]);
  expect((await patch(host, id, tooMany, 5_000)).body).toMatchObject({ status: 413, code: 'file_too_large' });
  const { request, status } = await begin(id, host, 5_000, null);
  request.end(tooMany);
  expect(await status).toBe(413);
  expect(await offsetOf()).toBe('5000');
});

test('headers of tus 1.0.0: the server’s version and extensions, and the requests that it refuses', async () => {
  const options = await app.send('OPTIONS', '/api/uploads', { as: host });
  expect(options.headers).toMatchObject({
    'tus-version': '1.0.0',
    'tus-extension': 'creation,expiration,termination',
    'tus-max-size': String(20 * 1000 ** 3),
  });
  const asked = await head(host, id);
  expect(asked.headers).toMatchObject({
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'upload-length': String(source.length),
    'upload-metadata': 'filename YS5tcDQ=,filetype dmlkZW8vbXA0',
    'upload-expires': 'Mon, 02 Mar 2026 13:00:00 GMT',
    'cache-control': 'no-store',
  });
  const send = (method: 'PATCH' | 'HEAD' | 'POST', path: string, headers: Record<string, string>) =>
    app.send(method, path, { as: host, headers });
  const old = await send('HEAD', `/api/uploads/${id}`, { 'tus-resumable': '0.2.2' });
  expect([old.status, old.headers['tus-version']]).toEqual([412, '1.0.0']);
  const untyped = await send('PATCH', `/api/uploads/${id}`, { ...TUS, 'upload-offset': '0' });
  expect(untyped.body).toMatchObject({ status: 415, code: 'upload_content_type' });
  const brokenOnes: Record<string, string>[] = [
    { 'upload-length': '-1' },
    { 'upload-length': '1e3' },
    { 'upload-defer-length': '1' },
    { 'upload-length': '5', 'upload-metadata': 'filename' },
    { 'upload-length': '5', 'upload-metadata': 'filename YQ==,filename Yg==' },
    { 'upload-length': '5', 'upload-metadata': 'filename ###' },
    { 'upload-length': '5', 'upload-metadata': 'filename YQ==,filetype dmlkZW8vbXA0,fingerprint YQ==' },
  ];
  for (const broken of brokenOnes) {
    const refused = await send('POST', '/api/uploads', { ...TUS, ...broken });
    expect([refused.status, refused.body.code], JSON.stringify(broken)).toEqual([400, 'invalid_input']);
  }
});

test('a terminated upload is deleted with its bytes', async () => {
  await patch(host, id, source.subarray(0, 5_000));
  const gone = await app.send('DELETE', `/api/uploads/${id}`, { as: host, headers: TUS });
  expect(gone.status).toBe(204);
  expect((await head(host, id)).status).toBe(404);
});

test('check 39: an upload may take longer than any other body', async () => {
  const sender = await slowSender();
  // This body starts later and is cut off by the usual time limit, so the upload has outlasted that limit.
  const { port } = app.server.server.address() as AddressInfo;
  const other = httpRequest({ port, host: '127.0.0.1', method: 'POST', path: '/api/listings' });
  other.setHeader('content-length', 100);
  other.write('{');
  other.on('error', () => undefined);
  await new Promise<void>((resolve) => other.on('close', resolve));
  expect(await sender.finish()).toBe(204);
});

test('accepts three files of one person at once, and makes nobody else wait for them', async () => {
  const senders = [await slowSender()];
  for (let n = 0; n < 2; n++) senders.push(await slowSender(idOf(await announce(host, source.length))));
  const fourth = idOf(await announce(host, source.length));
  expect((await patch(host, fourth, source)).body).toMatchObject({ status: 429, code: 'uploads_at_once' });
  const other = await testPerson(t.db, 'host');
  const theirs = idOf(await announce(other, source.length));
  expect((await patch(other, theirs, source)).status).toBe(204);
  expect(await senders[0]!.finish()).toBe(204);
  expect((await patch(host, fourth, source)).status).toBe(204);
  for (const sender of senders) sender.goAway();
});

test('lists uploads that no listing uses with their stored size', async () => {
  const fingerprint = 'a'.repeat(64);
  const begun = idOf(await announce(host, 9_000, { filename: 'night.mp4', fingerprint }));
  await patch(host, begun, Buffer.alloc(5_000));
  await patch(host, id, source);
  await runDue();
  const { rows } = (await app.send('GET', '/api/media', { as: host })).body;
  expect(rows).toHaveLength(2);
  expect(rows).toMatchObject([
    {
      id: begun,
      state: 'uploading',
      fileName: 'night.mp4',
      offsetBytes: 5_000,
      sizeBytes: 9_000,
      fingerprint,
    },
    { id, state: 'ready', offsetBytes: source.length },
  ]);
});

test.each([
  ['within a minute', () => clock.advance(MINUTE)],
  ['at once if somebody asks for the offset', () => offsetOf()],
])('a whole file whose last byte nobody recorded is checked %s', async (_when, wake) => {
  await runDue();
  const folder = join(dataDir, 'media', await keyOf());
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'upload'), source);
  await runDue();
  expect(await show(host, id)).toMatchObject({ state: 'uploading' });
  await wake();
  await runDue();
  expect(await show(host, id)).toMatchObject({ state: 'ready' });
});

test('finishes a file after the server died between its rename and its commit', async () => {
  await patch(host, id, source);
  const folder = join(dataDir, 'media', await keyOf());
  await rename(join(folder, 'upload'), join(folder, 'file'));
  await runDue();
  expect(await show(host, id)).toMatchObject({ state: 'ready' });
  expect((await app.send('GET', `/media/${id}`, { as: host })).bytes.equals(source)).toBe(true);
});

test('asks again for bytes that are gone', async () => {
  await patch(host, id, source);
  await rm(join(dataDir, 'media', await keyOf(), 'upload'));
  await runDue();
  expect(await offsetOf()).toBe('0');
  expect((await patch(host, id, source)).status).toBe(204);
  await runDue();
  expect(await show(host, id)).toMatchObject({ state: 'ready' });
});

test('repeats a check that failed by a fault, and two checks at once finish a file once', async () => {
  await patch(host, id, source);
  let faults = 1;
  const faulty = createMediaModule({
    db: t.db,
    secrets: soleSecret('secret'),
    dataDir,
    judge: async (path) => {
      if (faults-- > 0) throw new Error('no process could be started');
      return await judge(path);
    },
  });
  const [finishing] = faulty.jobs!;
  await expect(finishing!.run(clock.now())).rejects.toThrow('no process');
  expect(await show(host, id)).toMatchObject({ state: 'checking' });
  clock.advance(MINUTE);
  await Promise.all([finishing!.run(clock.now()), module.jobs![0]!.run(clock.now())]);
  expect(await show(host, id)).toMatchObject({ state: 'ready' });
  expect((await app.send('GET', `/media/${id}`, { as: host })).bytes.equals(source)).toBe(true);
});

test('an upload removed while its bytes arrive leaves no bytes', async () => {
  const sender = await slowSender();
  const key = await keyOf();
  await app.send('DELETE', `/api/media/${id}`, { as: host });
  expect(await sender.status).toBe(409);
  await expect(rm(join(dataDir, 'media', key), { recursive: true })).rejects.toThrow('ENOENT');
});
