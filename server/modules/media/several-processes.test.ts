import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { Actor } from '#server/http/actor.ts';
import { MINUTE, MovableClock } from '#server/infra/clock.ts';
import { createDatabase } from '#server/infra/db.ts';
import { newId } from '#server/infra/id.ts';
import { isRefusal } from '#server/infra/outcome.ts';
import { soleSecret } from '#server/infra/secrets.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testDatabase } from '#server/testing/database.ts';
import { jobOf } from '#server/testing/jobs.ts';
import { TUS, testUploads } from '#server/testing/uploads.ts';
import { shortVideo as source } from '#server/testing/videos.ts';
import { createMediaModule } from './media.ts';
import { createReceiving, Superseded } from './receiving.ts';
import { enter } from './senders.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'permille-several-'));
const t = await testDatabase();
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T12:00:00Z') });

/** Starts a process with separate database connections. All processes keep their files in one place. */
async function startProcess() {
  const { db, close } = createDatabase(t.appUrl);
  const module = createMediaModule({ db, secrets: soleSecret('secret'), dataDir });
  const app = await testApi(db, clock, [module]);
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  return {
    ...{ db, app },
    uploads: testUploads(app, module, clock),
    port: (app.server.server.address() as AddressInfo).port,
    async stop() {
      await app.close();
      await close();
    },
  };
}
const [one, other] = [await startProcess(), await startProcess()];
afterAll(async () => {
  await Promise.all([one.stop(), other.stop()]);
  await t.close();
  rmSync(dataDir, { recursive: true });
});

let host: Actor;
beforeEach(async () => {
  host = await testPerson(t.db, 'host');
});
const announce = async () => one.uploads.idOf(await one.uploads.announce(host, source.length));

/** Sends a part of a video to a process, waits for its arrival, and pauses. */
async function slowSender({ app, port }: typeof one, id: string) {
  // Creates the person's account in this process.
  await app.send('GET', '/api/media', { as: host });
  const request = httpRequest({
    ...{ port, host: '127.0.0.1', method: 'PATCH', path: `/api/uploads/${id}` },
    headers: {
      ...TUS,
      origin: 'http://localhost:3000',
      'x-test-session': host.sessionId,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '0',
      'content-length': source.length,
    },
  });
  const status = new Promise<number | null>((resolve) => {
    request.on('response', (reply) => resolve(reply.statusCode!));
    request.on('error', () => resolve(null));
  });
  request.write(source.subarray(0, 5_000));
  await vi.waitFor(
    async () =>
      expect((await app.send('GET', '/api/media', { as: host })).body.rows).toContainEqual(
        expect.objectContaining({ id, offsetBytes: 5_000 }),
      ),
    { timeout: 30_000 },
  );
  const finish = () => {
    request.end(source.subarray(5_000));
    return status;
  };
  return { status, finish };
}

test('accepts three files of one person at once across all processes, and refuses the fourth', async () => {
  const senders = [
    await slowSender(one, await announce()),
    await slowSender(other, await announce()),
    await slowSender(other, await announce()),
  ];
  const fourth = await announce();
  for (const { uploads } of [one, other])
    expect((await uploads.patch(host, fourth, source)).body).toMatchObject({
      status: 429,
      code: 'uploads_at_once',
    });
  expect(await senders[0]!.finish()).toBe(204);
  expect((await other.uploads.patch(host, fourth, source)).status).toBe(204);
  for (const sender of senders.slice(1)) expect(await sender.finish()).toBe(204);
});

test('accepts three of the uploads that begin at the same moment in two processes', async () => {
  const ids = await Promise.all(Array.from({ length: 8 }, announce));
  const entries = await Promise.all(
    ids.map((id, nth) => enter((nth % 2 ? one : other).db, { id, ownerId: host.accountId }, newId(), 60_000)),
  );
  expect(entries.toSorted()).toEqual([...Array(3).fill('entered'), ...Array(5).fill('full')]);
});

test('a newer request to another process ends the hanging one and continues from the stored bytes', async () => {
  const id = await announce();
  const hanging = await slowSender(one, id);
  const { headers } = await other.uploads.head(host, id);
  expect(headers['upload-offset']).toBe('5000');
  expect(await hanging.status).toBe(409);
  expect((await other.uploads.patch(host, id, source.subarray(5_000), 5_000)).status).toBe(204);
  await other.uploads.runDue();
  expect(await one.uploads.show(host, id)).toMatchObject({ state: 'ready' });
  expect((await one.app.send('GET', `/media/${id}`, { as: host })).bytes.equals(source)).toBe(true);
});

test('an upload removed in one process ends in the other', async () => {
  const id = await announce();
  const sender = await slowSender(one, id);
  expect((await other.app.send('DELETE', `/api/uploads/${id}`, { as: host, headers: TUS })).status).toBe(204);
  expect([404, 409]).toContain(await sender.status);
  expect((await one.uploads.head(host, id)).status).toBe(404);
});

test('one process checks a file, and another does after the lease of a dead one has ended', async () => {
  const id = await announce();
  await one.uploads.patch(host, id, source);
  let isBegun = (): void => undefined;
  const begun = new Promise<void>((resolve) => (isBegun = resolve));
  const judge = () => {
    isBegun();
    return new Promise<never>(() => undefined);
  };
  const dying = createMediaModule({ db: one.db, secrets: soleSecret('secret'), dataDir, judge });
  void jobOf(dying, 'media.finish-uploads').run(clock.now());
  await begun;
  await other.uploads.runDue();
  expect(await other.uploads.show(host, id)).toMatchObject({ state: 'checking' });
  clock.advance(3 * MINUTE);
  await other.uploads.runDue();
  expect(await other.uploads.show(host, id)).toMatchObject({ state: 'ready' });
});

test('an upload of a killed process is free after its lease and no longer counts', async () => {
  const upload = { id: await announce(), ownerId: host.accountId };
  // Registers a sender that never renews its lease, like a process that died.
  expect(await enter(one.db, upload, newId(), 300)).toBe('entered');
  const receiving = createReceiving(other.db, { lookMs: 5 });
  expect(await receiving.during(upload, async () => 'taken over')).toBe('taken over');
  expect(
    await t.db.selectFrom('upload_senders').selectAll().where('owner_id', '=', host.accountId).execute(),
  ).toEqual([]);
});

test('a sender keeps its upload while it works, and ends before another one begins', async () => {
  const upload = { id: await announce(), ownerId: host.accountId };
  const times = { leaseMs: 400, renewMs: 20, lookMs: 5 };
  const [mine, theirs] = [createReceiving(one.db, times), createReceiving(other.db, times)];
  const seen: string[] = [];
  let isBegun = (): void => undefined;
  const begun = new Promise<void>((resolve) => (isBegun = resolve));
  const first = mine.during(upload, async (signal) => {
    isBegun();
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    seen.push(signal.reason instanceof Superseded ? 'superseded' : 'ended otherwise');
  });
  await begun;
  const second = theirs.during(upload, async () => seen.push('next'));
  await Promise.all([first, second]);
  expect(seen).toEqual(['superseded', 'next']);
  expect(isRefusal(await mine.during({ ...upload, id: newId() }, async () => null))).toBe(true);
});
