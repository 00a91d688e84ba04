import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { UPLOAD_PIECE_BYTES } from '#contract/limits.ts';
import type { Actor } from '#server/http/actor.ts';
import { MINUTE, MovableClock } from '#server/infra/clock.ts';
import { createDatabase } from '#server/infra/db.ts';
import { soleSecret } from '#server/infra/secrets.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testBucket } from '#server/testing/buckets.ts';
import { testDatabase } from '#server/testing/database.ts';
import { jobOf } from '#server/testing/jobs.ts';
import { TUS, testUploads } from '#server/testing/uploads.ts';
import { shortVideo as source } from '#server/testing/videos.ts';
import { judgeInChild } from './judge-file.ts';
import { createMediaModule, openFileStorage } from './media.ts';
import { spaceHeld } from './queries.ts';
import { enter } from './senders.ts';

const FITTING = 3;
const space = { personBytes: 10 * source.length, totalBytes: Math.floor((FITTING + 0.5) * source.length) };
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T12:00:00Z') });
const { s3, close } = await testBucket();
const home = mkdtempSync(join(tmpdir(), 'permille-held-'));
afterAll(() => {
  close();
  rmSync(home, { recursive: true });
});

describe.each([
  ['on the disk', null],
  ['in a bucket', { settings: s3.settings, publicEndpoint: null }],
])('uploads %s', async (place, bucket) => {
  const t = await testDatabase();
  const dataDir = join(home, place);

  /** Starts a process with separate database connections. All processes keep their files in one place. */
  async function startProcess() {
    const { db, close: disconnect } = createDatabase(t.appUrl);
    const files = await openFileStorage({ bucket, dataDir });
    const judge = judgeInChild({ ms: MINUTE });
    const module = createMediaModule({ db, secrets: soleSecret('secret'), dataDir, files, space, judge });
    const app = await testApi(db, clock, [module]);
    await app.server.listen({ host: '127.0.0.1', port: 0 });
    return {
      ...{ db, app, files, module },
      ...testUploads(app, module, clock),
      port: (app.server.server.address() as AddressInfo).port,
      async stop() {
        await app.close();
        await disconnect();
      },
    };
  }
  const processes = [await startProcess(), await startProcess()] as const;
  const [one] = processes;
  afterAll(async () => {
    await Promise.all(processes.map(({ stop }) => stop()));
    await t.close();
  });

  let host: Actor;
  beforeEach(async () => {
    await t.owner.deleteFrom('media_files').execute();
    host = await testPerson(t.db, 'host');
  });

  const arrivedOf = async (id: string) => {
    const { storage_key } = await t.db
      .selectFrom('media_files')
      .select('storage_key')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return await one.files.storage.sizeOfPart(storage_key);
  };
  const heldBytes = () => spaceHeld(t.db, 'source');

  test('that race in several processes never exceed the total space, and one continues once there is space', async () => {
    const uploads = await Promise.all(
      Array.from({ length: 8 }, async (_, at) => {
        const person = await testPerson(t.db, 'host');
        const { announce, idOf, patch } = processes[at % 2]!;
        return { person, patch, id: idOf(await announce(person, source.length)) };
      }),
    );
    expect(await heldBytes()).toBe(0);
    const replies = await Promise.all(uploads.map(({ person, id, patch }) => patch(person, id, source)));
    expect(replies.filter(({ status }) => status === 204)).toHaveLength(FITTING);
    const refused = replies.findIndex(({ status }) => status === 507);
    expect(replies[refused]!.body).toMatchObject({
      code: 'uploads_full',
      detail: expect.stringMatching(
        /^There is no space for the next .* MB .* kept for 7 days: continue the upload later\./,
      ),
    });
    const arrived = await Promise.all(uploads.map(({ id }) => arrivedOf(id)));
    expect(arrived.filter((bytes) => bytes > 0)).toHaveLength(FITTING);
    expect(await heldBytes()).toBe(FITTING * source.length);

    const sent = uploads[replies.findIndex(({ status }) => status === 204)]!;
    expect((await one.app.send('DELETE', `/api/media/${sent.id}`, { as: sent.person })).status).toBe(200);
    const waiting = uploads[refused]!;
    expect((await waiting.patch(waiting.person, waiting.id, source)).status).toBe(204);
    await one.runDue();
    expect(await one.show(waiting.person, waiting.id)).toMatchObject({ state: 'ready' });
  });

  test('hold the bytes that their request may bring, and after it broke off those that arrived', async () => {
    const id = one.idOf(await one.announce(host, source.length));
    // Creates the person's account in this process.
    await one.app.send('GET', '/api/media', { as: host });
    const request = httpRequest({
      ...{ port: one.port, host: '127.0.0.1', method: 'PATCH', path: `/api/uploads/${id}` },
      headers: {
        ...TUS,
        origin: 'http://localhost:3000',
        'x-test-session': host.sessionId,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': '0',
        'content-length': source.length,
      },
    });
    request.on('error', () => undefined);
    request.write(source.subarray(0, 5_000));
    await vi.waitFor(async () => expect(await heldBytes()).toBe(source.length), { timeout: 30_000 });
    request.destroy();
    await vi.waitFor(async () => expect(await heldBytes()).toBe(await arrivedOf(id)), { timeout: 30_000 });
    expect(await heldBytes()).toBeLessThanOrEqual(5_000);
  });

  test('hold only arrived bytes after their process has died, and all bytes while somebody sends them', async () => {
    const id = one.idOf(await one.announce(host, source.length));
    expect((await one.patch(host, id, source.subarray(0, 5_000))).status).toBe(204);
    await t.owner.updateTable('media_files').set({ held_bytes: 9_000n }).where('id', '=', id).execute();
    const look = async () => {
      clock.advance(MINUTE);
      await jobOf(one.module, 'media.finish-uploads').run(clock.now());
      return await heldBytes();
    };
    await enter(t.db, { id, ownerId: host.accountId }, id, MINUTE);
    expect(await look()).toBe(9_000);
    await t.owner.deleteFrom('upload_senders').execute();
    expect(await look()).toBe(5_000);
  });

  test('of an older release count in full until their next request', async () => {
    const id = one.idOf(await one.announce(host, source.length));
    await t.owner.updateTable('media_files').set({ held_bytes: null }).where('id', '=', id).execute();
    expect(await heldBytes()).toBe(source.length);
    expect((await one.patch(host, id, source.subarray(0, 5_000))).status).toBe(204);
    expect(await heldBytes()).toBe(5_000);
  });
});

test('take at most the held number of bytes from a request', async () => {
  const t = await testDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'permille-piece-'));
  const module = createMediaModule({ db: t.db, secrets: soleSecret('secret'), dataDir });
  const app = await testApi(t.db, clock, [module]);
  const { announce, patch, idOf, head } = testUploads(app, module, clock);
  const host = await testPerson(t.db, 'host');
  const id = idOf(await announce(host, 2 * UPLOAD_PIECE_BYTES));
  const refused = await patch(host, id, Buffer.alloc(UPLOAD_PIECE_BYTES + 1));
  expect(refused.body).toMatchObject({ status: 413, code: 'upload_piece_too_large' });
  expect((await head(host, id)).headers['upload-offset']).toBe('0');
  expect((await patch(host, id, Buffer.alloc(UPLOAD_PIECE_BYTES))).status).toBe(204);
  expect((await head(host, id)).headers['upload-offset']).toBe(String(UPLOAD_PIECE_BYTES));
  await app.close();
  await t.close();
  rmSync(dataDir, { recursive: true });
});
