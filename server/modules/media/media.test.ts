import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MkvOutputFormat, Mp4OutputFormat } from 'mediabunny';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Actor } from '#server/http/actor.ts';
import { DAY, HOUR, MINUTE, MovableClock, SECOND } from '#server/infra/clock.ts';
import { soleSecret } from '#server/infra/secrets.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testDatabase } from '#server/testing/database.ts';
import { TUS, testUploads } from '#server/testing/uploads.ts';
import {
  contentAt,
  converted,
  demoVideo,
  shortVideo as source,
  withSoundAs,
} from '#server/testing/videos.ts';
import { judgeInChild } from './judge-file.ts';
import { createMediaModule } from './media.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'permille-media-'));
const t = await testDatabase();
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T12:00:00Z') });
const module = createMediaModule({
  db: t.db,
  secrets: soleSecret('secret'),
  dataDir,
  judge: judgeInChild({ ms: MINUTE }),
});
const app = await testApi(t.db, clock, [module]);
const { announce, patch, upload, show, head, idOf, runDue } = testUploads(app, module, clock);
afterAll(async () => {
  await app.close();
  await t.close();
  await rm(dataDir, { recursive: true });
});

let host: Actor;
beforeEach(async () => {
  host = await testPerson(t.db, 'host');
});

async function folderOf(id: string): Promise<string> {
  const { storage_key } = await t.db
    .selectFrom('media_files')
    .select('storage_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return join(dataDir, 'media', storage_key);
}

const filesOf = async (id: string): Promise<string[]> => await readdir(await folderOf(id)).catch(() => []);

async function refusedFor(bytes: Buffer): Promise<string> {
  const { id, state, refusal } = await upload(host, bytes);
  expect(state).toBe('refused');
  expect(await filesOf(id)).toEqual([]);
  return refusal;
}

test('an MP4 is stored, judged by its content and described', async () => {
  const created = await announce(host, source.length);
  expect(created.status).toBe(201);
  const id = idOf(created);
  expect(await show(host, id)).toMatchObject({ state: 'uploading', sizeBytes: source.length });
  expect((await patch(host, id, source)).headers['upload-offset']).toBe(String(source.length));
  expect(await show(host, id)).toMatchObject({ state: 'checking', durationMs: null });
  await runDue();
  expect(await show(host, id)).toMatchObject({ state: 'ready', durationMs: 4_000, width: 320, height: 180 });
  expect((await show(host, id)).format).toMatchObject({ picture: { name: 'H.264', playable: true } });
  expect(await filesOf(id)).toEqual(['file']);
  const { sha256 } = await t.db
    .selectFrom('media_files')
    .select('sha256')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(sha256).toBe(createHash('sha256').update(source).digest('hex'));
});

test('refuses a file that is an MP4 by name only', async () => {
  expect(await refusedFor(Buffer.from('I am a text. '.repeat(200)))).toBe('invalid_file_type');
  expect(await refusedFor(await converted(source, new MkvOutputFormat()))).toBe('invalid_file_type');
});

test.each(['video/quicktime', 'video/x-m4v'])(
  'accepts a movie announced as %s under its own name',
  async (filetype) => {
    const movie = Buffer.from(source);
    movie.write('qt  ', 8, 'latin1');
    const taken = await upload(host, movie, { filename: 'night.mov', filetype });
    expect(taken).toMatchObject({ state: 'ready', fileName: 'night.mov', durationMs: 4_000 });
    const played = await app.send('GET', `/media/${taken.id}`, { as: host });
    expect(played.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-disposition': expect.stringContaining('filename="night.mov"'),
    });
  },
);

test('refuses a QuickTime file as such if browsers play neither its picture nor its sound', async () => {
  const quickTime = Buffer.from(source);
  quickTime.write('qt  ', 8, 'latin1');
  quickTime.write('apcn', contentAt(quickTime, 'stsd')! + 12, 'latin1');
  expect(await refusedFor(quickTime)).toBe('file_quicktime');
});

test('refuses a file truncated anywhere, even if its index at the front is complete', async () => {
  for (const kept of [0.5, 0.9, 0.99]) {
    expect(await refusedFor(source.subarray(0, Math.floor(source.length * kept)))).toBe('file_truncated');
  }
});

test('a ready video whose sound nothing here decodes says so with the codec', async () => {
  const opus = await upload(host, withSoundAs(source, 'Opus'));
  expect(opus).toMatchObject({ state: 'ready', undecodableSound: 'Opus' });
  const { body } = await app.send('GET', `/api/media/${opus.id}/sound`, { as: host });
  expect(body).toMatchObject({ state: 'undecodable', codec: 'Opus' });
  expect(await upload(host, source)).toMatchObject({ state: 'ready', undecodableSound: null });
});

test('refuses a file without a picture', async () => {
  expect(await refusedFor(await converted(source, new Mp4OutputFormat(), { discard: true }))).toBe(
    'file_without_picture',
  );
});

test('refuses noise after a valid header without an internal error', async () => {
  const noise = Buffer.from(source);
  for (let at = 40; at < noise.length; at += 7) noise[at] = (at * 31) % 251;
  expect(await refusedFor(noise)).toMatch(/^(invalid_file_type|file_)/);
});

test('refuses type and size when they are announced', async () => {
  expect((await announce(host, 10, { filetype: 'video/webm' })).body).toMatchObject({
    code: 'invalid_file_type',
    detail: 'Please upload an MP4 video file.',
  });
  expect((await announce(host, 21 * 1024 ** 3)).body).toMatchObject({ code: 'file_too_large' });
  expect((await announce(host, 0)).status).toBe(400);
});

/** Returns the fixture padded to this size, with its index at the end. The result plays like the original. */
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

test('refuses an index that would fill the memory, without reading it', async () => {
  expect(await upload(host, withIndexOf(1024 * 1024))).toMatchObject({ state: 'ready' });
  expect(await refusedFor(withIndexOf(65 * 1024 * 1024))).toBe('file_index_too_large');
});

test('a video with a large index gets a seek index for everybody who may watch the video', async () => {
  const { id } = await upload(host, withIndexOf(1024 * 1024));
  expect((await filesOf(id)).toSorted()).toEqual(['file', 'seek-index']);
  const url = `/media/${id}/seek-index`;
  const part = await app.send('GET', url, { as: host, headers: { range: 'bytes=4-7' } });
  expect([part.status, part.bytes.toString()]).toEqual([206, 'ftyp']);
  expect(Number(String(part.headers['content-range']).split('/')[1])).toBeLessThan(10_000);
  const stranger = await testPerson(t.db, 'clipper');
  for (const as of [stranger, null]) {
    const asked = await app.send('GET', url, as ? { as } : {});
    expect(asked.status).toBe((await app.send('GET', `/media/${id}`, as ? { as } : {})).status);
    expect(asked.status).toBe(404);
  }
  const small = await upload(host, source);
  expect((await app.send('GET', `/media/${small.id}/seek-index`, { as: host })).status).toBe(204);
});

test('allows ten unused uploads, also if they are announced at once', async () => {
  const replies = await Promise.all(Array.from({ length: 14 }, () => announce(host, 100)));
  expect(replies.filter((reply) => reply.status === 201)).toHaveLength(10);
  expect(replies.filter((reply) => reply.body?.code === 'upload_quota')).toHaveLength(4);
  const id = idOf(replies.find((reply) => reply.status === 201)!);
  expect((await app.send('DELETE', `/api/media/${id}`, { as: host })).status).toBe(200);
  expect((await announce(host, 100)).status).toBe(201);
});

test('returns the same 404 for another person’s upload and for one that never existed', async () => {
  const { id } = await upload(host, source);
  const begun = idOf(await announce(host, 100));
  const other = await testPerson(t.db, 'host');
  const clipper = await testPerson(t.db, 'clipper');
  const absent = '01900000-0000-7000-8000-000000000000';
  for (const [method, path] of [
    ['GET', '/api/media/:id'],
    ['DELETE', '/api/media/:id'],
    ['HEAD', '/api/uploads/:id'],
    ['PATCH', '/api/uploads/:id'],
    ['DELETE', '/api/uploads/:id'],
    ['GET', '/media/:id'],
  ] as const) {
    const headers = {
      ...TUS,
      ...(method === 'PATCH' && {
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      }),
    };
    const ask = (of: string, as = other) => app.send(method, path.replace(':id', of), { as, headers });
    for (const theirs of [await ask(id), await ask(begun), await ask(id, clipper)]) {
      const nothing = await ask(absent);
      expect(theirs.status, path).toBe(404);
      expect(theirs.bytes.equals(nothing.bytes)).toBe(true);
    }
  }
  expect((await app.send('GET', '/api/media', { as: other })).body).toMatchObject({ rows: [] });
});

test('check 29: a file is sent whole, by range, and never as a page', async () => {
  const { id } = await upload(host, source, { filename: 'Best of “March”.mp4' });
  const whole = await app.send('GET', `/media/${id}`, { as: host });
  expect(whole.bytes.equals(source)).toBe(true);
  expect(whole.headers).toMatchObject({
    'content-type': 'video/mp4',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    etag: `"${id}-file"`,
    'content-disposition': `attachment; filename="Best of _March_.mp4"; filename*=UTF-8''Best%20of%20%E2%80%9CMarch%E2%80%9D.mp4`,
  });
  const part = await app.send('GET', `/media/${id}`, { as: host, headers: { range: 'bytes=100-199' } });
  expect(part.status).toBe(206);
  expect(part.headers['content-range']).toBe(`bytes 100-199/${source.length}`);
  expect(part.bytes.equals(source.subarray(100, 200))).toBe(true);
  const beyond = await app.send('GET', `/media/${id}`, { as: host, headers: { range: 'bytes=9999999-' } });
  expect(beyond.status).toBe(416);
  const asked = await app.send('HEAD', `/media/${id}`, { as: host });
  expect(asked.bytes).toHaveLength(0);
  expect(asked.headers).toMatchObject({ 'content-type': 'video/mp4', 'content-length': `${source.length}` });
  expect((await app.send('GET', `/media/${id}`)).status).toBe(404);
  expect((await app.send('GET', '/media/..%2f..%2fetc%2fpasswd', { as: host })).status).toBe(404);
});

test('an upload without bytes is deleted after an hour, also if requests without bytes arrived', async () => {
  const [unbegun, begun] = [
    idOf(await announce(host, source.length)),
    idOf(await announce(host, source.length)),
  ];
  clock.advance(HOUR - SECOND);
  await runDue();
  expect((await patch(host, unbegun, Buffer.alloc(0))).status).toBe(204);
  expect((await patch(host, begun, source.subarray(0, 1))).status).toBe(204);
  clock.advance(SECOND);
  await runDue();
  expect([(await head(host, unbegun)).status, (await head(host, begun)).status]).toEqual([404, 200]);
});

test('an unfinished upload is deleted a week after its last byte, and a used or finished one is kept', async () => {
  const id = idOf(await announce(host, source.length));
  expect((await patch(host, id, source.subarray(0, 4_000))).status).toBe(204);
  clock.advance(6 * DAY);
  expect((await patch(host, id, source.subarray(4_000, 5_000), 4_000)).status).toBe(204);
  clock.advance(6 * DAY);
  await runDue();
  expect((await head(host, id)).headers['upload-offset']).toBe('5000');
  clock.advance(DAY);
  await runDue();
  expect((await head(host, id)).status).toBe(404);
});

test('equal files are stored once, and each remains when the other is deleted', async () => {
  const [first, second] = [await upload(host, demoVideo), await upload(host, demoVideo)];
  const inode = async (id: string) => (await stat(join(await folderOf(id), 'file'))).ino;
  expect(await inode(first.id)).toBe(await inode(second.id));
  expect(await filesOf(second.id)).toEqual(['file']);
  await app.send('DELETE', `/api/media/${first.id}`, { as: host });
  expect((await app.send('GET', `/media/${second.id}`, { as: host })).bytes.equals(demoVideo)).toBe(true);
});
