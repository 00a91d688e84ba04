import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '#server/http/actor.ts';
import { MINUTE, MovableClock } from '#server/infra/clock.ts';
import { soleSecret } from '#server/infra/secrets.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testBucket } from '#server/testing/buckets.ts';
import { testDatabase } from '#server/testing/database.ts';
import { redrawInProcess } from '#server/testing/pictures.ts';
import { testUploads } from '#server/testing/uploads.ts';
import { shortVideo as source } from '#server/testing/videos.ts';
import { judgeInChild } from './judge-file.ts';
import { createMediaModule, openFileStorage } from './media.ts';

const home = mkdtempSync(join(tmpdir(), 'permille-bucket-'));
const t = await testDatabase();
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T12:00:00Z') });
const { s3, close } = await testBucket();
const { settings } = s3;

/** Starts a process on another machine, which shares only the database and the bucket. */
async function machine(name: string, publicEndpoint: string | null = null) {
  const dataDir = join(home, name);
  const files = await openFileStorage({ bucket: { settings, publicEndpoint }, dataDir });
  const module = createMediaModule({
    ...{ db: t.db, secrets: soleSecret('secret'), dataDir, files },
    ...{ judge: judgeInChild({ ms: MINUTE }), redraw: redrawInProcess },
  });
  const app = await testApi(t.db, clock, [module]);
  return { app, files, ...testUploads(app, module, clock) };
}
const one = await machine('one');
const other = await machine('other', settings.endpoint);
afterAll(async () => {
  await one.app.close();
  await other.app.close();
  close();
  await t.close();
  rmSync(home, { recursive: true });
});

let host: Actor;
let stranger: Actor;
let path: string;
beforeAll(async () => {
  host = await testPerson(t.db, 'host');
  stranger = await testPerson(t.db, 'host');
  const id = one.idOf(await one.announce(host, source.length));
  const half = Math.floor(source.length / 2);
  expect((await one.patch(host, id, source.subarray(0, half))).status).toBe(204);
  expect((await other.head(host, id)).headers['upload-offset']).toBe(String(half));
  expect((await other.patch(host, id, source.subarray(half), half)).status).toBe(204);
  await one.runDue();
  path = `/media/${id}`;
});

const get = (from: typeof one, as: Actor, headers: Record<string, string> = {}) =>
  from.app.send('GET', path, { as, headers });

test('an upload begun on one machine and ended on another is checked on either, and served by both', async () => {
  for (const at of [one, other]) {
    const whole = await get(at, host, { 'sec-fetch-dest': 'empty' });
    expect([whole.status, whole.bytes.equals(source)]).toEqual([200, true]);
  }
});

test('the server sends ranges of a file in the bucket, with the same headers as for a local file', async () => {
  const part = await get(one, host, { range: 'bytes=10-19' });
  expect(part.status).toBe(206);
  expect(part.bytes.equals(source.subarray(10, 20))).toBe(true);
  expect(part.headers).toMatchObject({
    'content-range': `bytes 10-19/${source.length}`,
    'content-type': 'video/mp4',
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
  });
  const { etag } = part.headers;
  expect((await get(one, host, { 'if-none-match': String(etag) })).status).toBe(304);
  expect((await get(one, host, { range: `bytes=${source.length}-` })).status).toBe(416);
  expect((await get(one, stranger)).status).toBe(404);
});

test('if browsers reach the bucket, redirects players and downloads to it, but not scripts, and refuses strangers', async () => {
  for (const reader of ['video', 'document', null]) {
    const led = await get(other, host, reader === null ? {} : { 'sec-fetch-dest': reader });
    expect([led.status, led.headers['cache-control']]).toEqual([302, 'no-store']);
    const reply = await fetch(String(led.headers.location), { headers: { range: 'bytes=0-9' } });
    expect(Buffer.from(await reply.arrayBuffer()).equals(source.subarray(0, 10))).toBe(true);
    expect(reply.headers.get('content-disposition')).toMatch(/^attachment; filename="a\.mp4"/);
  }
  expect((await get(other, host, { 'sec-fetch-dest': 'empty' })).status).toBe(200);
  const refused = await get(other, stranger, { 'sec-fetch-dest': 'video' });
  expect([refused.status, refused.headers.location]).toEqual([404, undefined]);
});

test('System Health and metrics check the bucket', async () => {
  expect(await one.files.checks[0]!.problem()).toBeNull();
  expect(await one.files.metrics[0]!.read()).toBe(1);
});

test.each([
  [{ bucket: 'not-there' }, 'Make the bucket not-there, or correct its name.'],
  [{ secretAccessKey: 'another' }, 'Correct S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.'],
  [{ endpoint: 'http://127.0.0.1:1' }, 'does not answer'],
])('a bucket that cannot be used is reported in one sentence: %j', async (wrong, says) => {
  const bucket = { settings: { ...settings, ...wrong }, publicEndpoint: null };
  await expect(openFileStorage({ bucket, dataDir: join(home, 'three') })).rejects.toThrow(says);
});
