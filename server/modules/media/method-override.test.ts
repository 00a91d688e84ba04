import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Upload, type UploadOptions } from 'tus-js-client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Actor } from '#server/http/actor.ts';
import type { Module } from '#server/http/module.ts';
import { MINUTE, MovableClock } from '#server/infra/clock.ts';
import { soleSecret } from '#server/infra/secrets.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testDatabase } from '#server/testing/database.ts';
import { TUS, testUploads } from '#server/testing/uploads.ts';
import { shortVideo as source } from '#server/testing/videos.ts';
import { judgeInChild } from './judge-file.ts';
import { createMediaModule } from './media.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'permille-override-'));
const t = await testDatabase();
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T12:00:00Z') });
const judge = judgeInChild({ ms: MINUTE });
const module = createMediaModule({ db: t.db, secrets: soleSecret('secret'), dataDir, judge });
const answered: string[] = [];
/** Records responses like logs, traces and metrics do. */
const listening: Module = {
  name: 'listening',
  attach: (server) =>
    void server.addHook('onResponse', async ({ method, routeOptions }, { statusCode }) => {
      answered.push(`${method} ${routeOptions.url} ${statusCode}`);
    }),
};
const app = await testApi(t.db, clock, [listening, module]);
const { announce, head, idOf, runDue, show } = testUploads(app, module, clock);
let address: string;
beforeAll(async () => {
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  address = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`;
});
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

const ORIGIN = { origin: 'http://localhost:3000' };
const post = (named: string, headers: Record<string, string> = {}, of = id, as = host) =>
  app.send('POST', `/api/uploads/${of}`, {
    as,
    headers: { ...TUS, 'x-http-method-override': named, ...headers },
  });
const piece = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };

/** Sends the video with a tus client over a real connection; returns the methods of its requests. */
async function send(options: UploadOptions): Promise<string[]> {
  const sent: string[] = [];
  await new Promise<void>((resolve, reject) => {
    new Upload(source, {
      ...options,
      headers: { ...ORIGIN, 'x-test-session': host.sessionId },
      metadata: { filename: 'night.mp4', filetype: 'video/mp4' },
      chunkSize: 20_000,
      retryDelays: null,
      onBeforeRequest: (request) => void sent.push(request.getMethod()),
      onSuccess: () => resolve(),
      onError: reject,
    }).start();
  });
  return sent;
}

test('a client that can’t send PATCH creates and sends an upload by POST alone', async () => {
  expect(new Set(await send({ endpoint: `${address}/api/uploads`, overridePatchMethod: true }))).toEqual(
    new Set(['POST']),
  );
  await runDue();
  const { rows } = (await app.send('GET', '/api/media', { as: host })).body;
  expect(rows).toContainEqual(expect.objectContaining({ fileName: 'night.mp4', state: 'ready' }));
});

test('the client resumes an upload that was begun', async () => {
  const methods = await send({ uploadUrl: `${address}/api/uploads/${id}`, overridePatchMethod: true });
  expect(new Set(methods)).toEqual(new Set(['HEAD', 'POST']));
  await runDue();
  expect(await show(host, id)).toMatchObject({ state: 'ready' });
});

test('a POST that names HEAD or DELETE reports or removes the upload', async () => {
  const asked = await post('HEAD');
  expect([asked.status, asked.headers['upload-length']]).toEqual([200, String(source.length)]);
  expect((await post('DELETE')).status).toBe(204);
  expect((await head(host, id)).status).toBe(404);
});

test('refuses a named HEAD over a real connection with a complete response', async () => {
  const reply = await fetch(`${address}/api/uploads/${id}`, {
    method: 'POST',
    headers: { ...TUS, ...ORIGIN, 'x-http-method-override': 'HEAD' },
  });
  expect(reply.status).toBe(401);
  expect(await reply.json()).toMatchObject({ code: 'unauthenticated' });
});

test('the named method decides the access and how responses are counted', async () => {
  const stranger = await testPerson(t.db, 'host');
  answered.length = 0;
  for (const method of ['HEAD', 'PATCH', 'DELETE']) {
    expect((await post(method, piece, id, stranger)).status, method).toBe(404);
  }
  expect((await post('PATCH', { ...piece, 'tus-resumable': '0.2.2' })).status).toBe(412);
  expect((await post('PATCH', { 'upload-offset': '0' })).body).toMatchObject({ code: 'upload_content_type' });
  expect(answered).toEqual([
    ...['HEAD', 'PATCH', 'DELETE'].map((method) => `${method} /api/uploads/:id 404`),
    'PATCH /api/uploads/:id 412',
    'PATCH /api/uploads/:id 415',
  ]);
});

test.each([
  ['another site', { origin: 'https://elsewhere.example' }],
  ['a frame of another site', { 'sec-fetch-site': 'cross-site' }],
])('no method that a POST names lets %s in', async (_from, headers) => {
  for (const method of ['HEAD', 'PATCH', 'DELETE']) {
    const refused = await post(method, { ...piece, ...headers });
    expect([refused.status, refused.body.code], method).toEqual([403, 'cross_site']);
  }
  expect((await head(host, id)).status).toBe(200);
});

test.each(['GET', 'POST, DELETE', 'delete', 'OPTIONS', 'PUT', ''])(
  'refuses a POST that names “%s”',
  async (named) => {
    expect((await post(named)).status).toBe(404);
    const created = await app.send('POST', '/api/uploads', {
      as: host,
      headers: { ...TUS, 'x-http-method-override': named, 'upload-length': '5' },
    });
    expect(created.body).toMatchObject({
      code: 'invalid_input',
      fields: [{ field: 'X-HTTP-Method-Override' }],
    });
  },
);

test('only a POST to an upload can name its method', async () => {
  const named = { 'x-http-method-override': 'DELETE' };
  const head = await app.send('HEAD', `/api/uploads/${id}`, { as: host, headers: { ...TUS, ...named } });
  expect(head.status).toBe(400);
  expect((await app.send('POST', `/api/media/${id}`, { as: host, headers: named })).status).toBe(404);
  expect((await app.send('POST', `/api/uploads/../media/${id}`, { as: host, headers: named })).status).toBe(
    404,
  );
  expect((await app.send('GET', `/api/media/${id}`, { as: host, headers: named })).status).toBe(200);
});
