import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '#server/http/actor.ts';
import { DAY, HOUR, MINUTE, MovableClock, SECOND } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { isRefusal } from '#server/infra/outcome.ts';
import { soleSecret } from '#server/infra/secrets.ts';
import { transact } from '#server/infra/transaction.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testDatabase } from '#server/testing/database.ts';
import { connect, fund, listingBody } from '#server/testing/listings.ts';
import { testModules } from '#server/testing/modules.ts';
import { testUploads } from '#server/testing/uploads.ts';
import { shortVideo } from '#server/testing/videos.ts';
import { judgeInChild } from './judge-file.ts';
import { createMediaModule } from './media.ts';
import { startUpload } from './start-upload.ts';
import { hostBytes } from './upload-space.ts';

const GB = 1000 ** 3;
const dataDir = mkdtempSync(join(tmpdir(), 'permille-space-'));
const t = await testDatabase();
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T12:00:00Z') });
const space = { personBytes: 10 * GB, totalBytes: 24 * GB };
const module = createMediaModule({
  db: t.db,
  secrets: soleSecret('secret'),
  dataDir,
  space,
  judge: judgeInChild({ ms: MINUTE }),
});
const app = await testApi(t.db, clock, [module, ...testModules(t.db, clock, ['listings'])]);
afterAll(async () => {
  await app.close();
  await t.close();
  rmSync(dataDir, { recursive: true });
});

let host: Actor;
beforeEach(async () => {
  await t.owner.deleteFrom('media_files').where('state', '=', 'uploading').execute();
  host = await testPerson(t.db, 'host');
});

const { announce: announceAs, idOf, runDue, upload: uploadAs } = testUploads(app, module, clock);
const announce = (sizeBytes: number, as = host) => announceAs(as, sizeBytes);
const upload = async (as = host): Promise<string> => (await uploadAs(as, shortVideo)).id;

const isThere = async (id: string, as = host) =>
  (await app.send('GET', `/api/media/${id}`, { as })).status === 200;

test('announced bytes count in a person’s space as if they had arrived, also if announced concurrently', async () => {
  const replies = await Promise.all(Array.from({ length: 8 }, () => announce(3 * GB)));
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(3);
  const refused = replies.find(({ status }) => status !== 201)!;
  expect(refused.body).toMatchObject({
    status: 409,
    code: 'own_uploads_full',
    detail:
      'Your videos take up 9 GB of 10 GB, those on their way included, and this one needs 3 GB. Use a link to it instead, or remove a video that no listing uses. Unused videos are removed automatically after 7 days.',
  });
  expect((await announce(GB)).status).toBe(201);
  expect((await announce(1)).body).toMatchObject({ code: 'own_uploads_full' });
});

/** Pretends that all bytes of these uploads have arrived, because they are too many for a test. */
const haveArrived = async (ids: readonly string[]) => {
  await t.owner
    .updateTable('media_files')
    .set({ held_bytes: sql`size_bytes` })
    .where('id', 'in', ids)
    .execute();
};

test('announced uploads that nobody sends take no space from others', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => testPerson(t.db, 'host')));
  const replies = await Promise.all(people.map((person) => announce(8 * GB, person)));
  expect(replies.map(({ status }) => status)).toEqual(people.map(() => 201));
  expect(await module.checks[0]!.problem()).toBeNull();
  const sent = await uploadAs(host, shortVideo);
  expect(sent).toMatchObject({ state: 'ready' });
  expect((await app.send('DELETE', `/api/media/${sent.id}`, { as: host })).status).toBe(200);
});

test('a video that does not fit beside the arrived bytes is refused when it is announced', async () => {
  const people = await Promise.all(Array.from({ length: 3 }, () => testPerson(t.db, 'host')));
  const ids = (await Promise.all(people.map((person) => announce(8 * GB - 1_000_000, person)))).map(idOf);
  await haveArrived(ids);
  expect((await announce(8 * GB - 1_000_000)).body).toMatchObject({
    status: 507,
    code: 'uploads_full',
    detail: expect.stringContaining('All videos take up 24 GB of 24 GB, and this one needs 8 GB.'),
  });
  expect(await module.checks[0]!.problem()).toBe(
    'Source videos and files of clips take up 24 GB of 24 GB (UPLOADS_TOTAL_GB); soon no more are taken.',
  );
  expect((await app.send('DELETE', `/api/media/${ids[0]}`, { as: people[0]! })).status).toBe(200);
  expect(await module.checks[0]!.problem()).toBeNull();
  expect((await announce(8 * GB - 1_000_000)).status).toBe(201);
});

describe('the space of a host', () => {
  const large = { personBytes: 200 * GB, totalBytes: 2_000 * GB };
  const deposit = (rest: { amount_micros: bigint; state?: 'created' | 'charged_back'; frozen_at?: Date }) =>
    t.owner
      .insertInto('deposits')
      .values({
        ...{ id: newId(), host_id: host.accountId, rail: 'test', state: 'confirmed', reference: newId() },
        ...{ created_at: clock.now(), confirmed_at: clock.now(), ...rest },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  const most = () => hostBytes(t.db, host.accountId, large);

  test('is small before a deposit, and the refusal names the limit and how to raise it', async () => {
    expect(await most()).toBe(10 * GB);
    const started = await transact(t.db, (tx) =>
      startUpload(
        tx,
        'source',
        host.accountId,
        { fileName: 'a.mp4', contentType: 'video/mp4', sizeBytes: 11 * GB, fingerprint: null },
        large,
        clock.now(),
      ),
    );
    expect(started).toMatchObject({
      code: 'own_uploads_full',
      detail: expect.stringContaining(
        'take up 0 MB of 10 GB, those on their way included, and this one needs 11 GB. Each $10 of confirmed deposits adds 1 GB, up to 200 GB.',
      ),
    });
  });

  test('grows with confirmed deposits that are kept, up to the limit of one person', async () => {
    const { id } = await deposit({ amount_micros: 100_000_000n });
    expect(await most()).toBe(20 * GB);
    await deposit({ amount_micros: 900_000_000n, state: 'created' });
    await deposit({ amount_micros: 900_000_000n, state: 'charged_back' });
    await deposit({ amount_micros: 900_000_000n, frozen_at: clock.now() });
    expect(await most()).toBe(20 * GB);
    await t.owner
      .insertInto('deposit_refunds')
      .values({
        ...{ id: newId(), deposit_id: id, amount_micros: 60_000_000n, cause: 'self', state: 'refunded' },
        created_at: clock.now(),
      })
      .execute();
    expect(await most()).toBe(14 * GB);
    await deposit({ amount_micros: 5_000_000_000n });
    expect(await most()).toBe(200 * GB);
  });

  test('equals the limit that the page shows', async () => {
    const { body } = await app.send('GET', '/api/media', { as: host });
    expect(body.mostBytes).toBe(10 * GB);
  });
});

test('refused, removed and unsent videos take up no space', async () => {
  const noVideo = Buffer.from('I am a text. '.repeat(20));
  expect(await uploadAs(host, noVideo)).toMatchObject({ state: 'refused' });
  expect((await announce(10 * GB)).status).toBe(201);
  clock.advance(HOUR - SECOND);
  await runDue();
  expect((await announce(10 * GB)).body).toMatchObject({ code: 'own_uploads_full' });
  clock.advance(SECOND);
  await runDue();
  expect((await announce(10 * GB)).status).toBe(201);
});

test('a ready upload that nothing uses is removed after a week with its bytes; one that a listing uses is kept', async () => {
  const [unused, used] = [await upload(), await upload()];
  await fund(t.db, host.accountId, 300);
  await connect(t.db, host);
  const body = { ...listingBody, sourceMediaId: used, sourceUrl: null };
  expect((await app.send('POST', '/api/listings', { as: host, body })).status).toBe(200);
  const before = readdirSync(join(dataDir, 'media')).length;
  clock.advance(7 * DAY - SECOND);
  await runDue();
  expect(await isThere(unused)).toBe(true);
  clock.advance(SECOND);
  await runDue();
  expect([await isThere(unused), await isThere(used)]).toEqual([false, true]);
  expect(readdirSync(join(dataDir, 'media'))).toHaveLength(before - 1);
  // A used file is not checked again.
  const waiting = await t.db
    .selectFrom('media_files')
    .select('id')
    .where('remove_at', 'is not', null)
    .execute();
  expect(waiting).toEqual([]);
});

test('files of clips leave three quarters of the storage to source videos', async () => {
  const file = { fileName: 'a.mp4', contentType: 'video/mp4', sizeBytes: 500 * 1000 ** 2, fingerprint: null };
  const announceClips = async (files: number) => {
    const { accountId } = await testPerson(t.db, 'clipper');
    for (let i = 0; i < files; i++) {
      const started = await transact(t.db, (tx) => module.startClipFile(tx, accountId, file, clock.now()));
      if (isRefusal(started)) return started.code;
      await haveArrived([started]);
    }
    return null;
  };
  expect(await announceClips(11)).toBe('upload_quota');
  expect(await announceClips(3)).toBe('uploads_full');
  expect((await announce(8 * GB - 1_000_000)).status).toBe(201);
});

test('isUsed covers every table with a foreign key to media', async () => {
  const { rows } = await sql<{ column: string }>`
    select c.conrelid::regclass || '.' || a.attname as column from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.confrelid = 'media_files'::regclass order by 1`.execute(t.owner);
  // A new foreign key to media has to be added to isUsed (queries.ts) as well.
  expect(rows.map(({ column }) => column)).toEqual([
    'clip_files.media_id',
    'clip_posters.media_id',
    'clip_segments.source_media_id',
    'listing_versions.source_media_id',
    'profiles.avatar_media_id',
    // These are deleted with the video.
    'source_chats.media_id',
    'source_transcripts.media_id',
    'upload_senders.media_id',
    'view_attestations.media_id',
  ]);
});
