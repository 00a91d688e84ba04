import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { StudioCue } from '#contract/studio.ts';
import type { Actor } from '#server/http/actor.ts';
import { DAY, HOUR, MINUTE, MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { soleSecret } from '#server/infra/secrets.ts';
import { transact } from '#server/infra/transaction.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testDatabase } from '#server/testing/database.ts';
import { nextDueOf } from '#server/testing/jobs.ts';
import { speechVideo } from '#server/testing/videos.ts';
import { transcriptionServer } from '#simulator/servers/transcription-server.ts';
import { createMediaModule, eraseFile, importSource } from '../media.ts';
import { transcribeBy } from './transcribe.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'permille-transcripts-'));
const t = await testDatabase();
const { db } = t;
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T12:00:00Z') });
const operator = await transcriptionServer();
const server = { url: operator.url, model: 'tiny', key: 'secret-key' };
const media = createMediaModule({ db, dataDir, secrets: soleSecret('secret'), transcribeServer: server });
const plain = createMediaModule({ db, dataDir, secrets: soleSecret('secret') });
const api = await testApi(db, clock, [media]);
const without = await testApi(db, clock, [plain]);
afterAll(async () => {
  operator.close();
  await api.close();
  await without.close();
  await t.close();
  rmSync(dataDir, { recursive: true });
});

const path = join(dataDir, 'night.mp4');
writeFileSync(path, speechVideo);
let host: Actor;
let id: string;
beforeEach(async () => {
  await db.deleteFrom('media_files').execute();
  operator.answers();
  operator.heard.length = 0;
  host = await testPerson(db, 'host');
  id = await importSource({ db, dataDir }, host.accountId, path, clock.now());
  await db.updateTable('media_files').set({ sound: 'ready' }).where('id', '=', id).execute();
});

const job = media.jobs!.find(({ name }) => name === 'media.transcribe')!;
const check = media.checks.find(({ name }) => name === 'Transcripts')!;
const run = () => job.run(clock.now());
const at = (of = id) => `/api/media/${of}/transcript`;
const shown = async (as = host) => (await api.send('GET', at(), { as })).body;
const give = (cues: unknown, as = host, of = id) => api.send('PUT', at(of), { as, body: { cues } });
const mine: StudioCue[] = [
  { start: 5, end: 6, text: 'And the parry' },
  { start: 1, end: 2, text: 'Welcome back' },
];

test('transcribes speech in parts of five minutes, with the times of the whole video', async () => {
  expect(await shown()).toEqual({ state: 'preparing', by: null, share: 0, cues: [] });
  // The row says more than five minutes, so a second part begins after the end of the file's sound.
  await db.updateTable('media_files').set({ duration_ms: 310_000n }).where('id', '=', id).execute();
  await run();
  expect(operator.heard.map(({ model, headers }) => [model, headers.authorization])).toEqual([
    ['tiny', 'Bearer secret-key'],
    ['tiny', 'Bearer secret-key'],
  ]);
  expect(Math.abs(operator.heard[0]!.seconds - 70)).toBeLessThan(1);
  const { state, by, cues } = await shown();
  expect([state, by]).toEqual(['ready', 'server']);
  expect(cues[0]).toEqual({ start: 0, end: 1.5, text: 'Line 1 of what is said.' });
  expect(cues.length).toBeGreaterThanOrEqual(35);
  expect(await nextDueOf(db, job)).toBeNull();
  expect(await check.problem()).toBeNull();
});

test('a failing server is tried again later and later, its operator reads why, and in the end the studio says so', async () => {
  operator.answers((_heard, reply) => void reply.writeHead(503).end());
  await run();
  expect(await check.problem()).toBe(
    '1 source video waits for a transcript: The server answered HTTP 503. It is tried again for a day and a half (TRANSCRIBE_URL).',
  );
  expect(await shown()).toMatchObject({ state: 'preparing', cues: [] });
  await run();
  expect(operator.heard).toHaveLength(1);
  for (const wait of [MINUTE, 10 * MINUTE, HOUR, 6 * HOUR]) {
    clock.advance(wait + MINUTE);
    await run();
  }
  expect(operator.heard).toHaveLength(5);
  clock.advance(DAY + MINUTE);
  await run();
  expect(await shown()).toEqual({ state: 'failed', by: null, share: 1, cues: [] });
  expect(await check.problem()).toBeNull();
  clock.advance(DAY);
  await run();
  expect(operator.heard).toHaveLength(6);
});

test('a recovered server continues with the part that failed', async () => {
  operator.answers((_heard, reply) => void reply.end('{"text":"no times"}'));
  await run();
  expect(await check.problem()).toContain('The answer has no lines with times.');
  operator.answers((_heard, reply) => {
    reply.end(
      'WEBVTT\n\n00:01.000 --> 00:02.500\n<v Ann>Hello <b>there</b>\n\n00:50.000 --> 09:00.000\nLate\n',
    );
  });
  clock.advance(2 * MINUTE);
  await run();
  const { state, cues } = await shown();
  expect(state).toBe('ready');
  expect(cues[0]).toEqual({ start: 1, end: 2.5, text: 'Hello there' });
  expect(cues[1].start).toBe(50);
  expect(Math.abs(cues[1].end - 70)).toBeLessThan(1);
});

test('a server that never answers, sends too much or does not exist is a failure with a reason', async () => {
  const wav = Buffer.alloc(44 + 32_000);
  wav.writeUInt32LE(32_000, 28);
  const by = (url: string, limitMs = 200) => transcribeBy({ url, model: 'tiny', key: null }, limitMs)(wav, 1);
  operator.answers(() => undefined);
  expect(await by(operator.url)).toEqual({ failure: 'No answer came in time.' });
  operator.answers((_heard, reply) => void reply.end('x'.repeat(9 * 1024 ** 2)));
  expect(await by(operator.url, MINUTE)).toEqual({ failure: 'The answer has no lines with times.' });
  const gone = await transcriptionServer();
  gone.close();
  expect(await by(gone.url)).toEqual({ failure: 'The server did not answer (ECONNREFUSED).' });
});

test('a silent video is not sent', async () => {
  await db.updateTable('media_files').set({ sound: 'silent' }).where('id', '=', id).execute();
  await run();
  expect(operator.heard).toEqual([]);
  expect(await shown()).toMatchObject({ state: 'none' });
});

test('a host’s transcript replaces a machine-made one, also during the work, and no new one is made', async () => {
  expect((await give(mine)).status).toBe(200);
  await run();
  expect(operator.heard).toEqual([]);
  expect(await shown()).toEqual({ state: 'ready', by: 'host', share: 1, cues: [mine[1], mine[0]] });
  expect((await api.send('DELETE', at(), { as: host })).status).toBe(200);
  expect(await shown()).toMatchObject({ state: 'none', cues: [] });

  const other = await importSource({ db, dataDir }, host.accountId, path, clock.now());
  await db.updateTable('media_files').set({ sound: 'ready' }).where('id', '=', other).execute();
  operator.answers((_heard, reply) => {
    void give(mine, host, other).then(() => reply.end('{"segments":[{"start":0,"end":1,"text":"Mine"}]}'));
  });
  await run();
  expect((await api.send('GET', at(other), { as: host })).body).toMatchObject({
    by: 'host',
    cues: [mine[1], mine[0]],
  });
});

test('everybody who may watch the video sees its transcript; only its host provides one, and it is deleted with the video', async () => {
  await give(mine);
  const [clipper, stranger] = [await testPerson(db, 'clipper'), await testPerson(db, 'host')];
  for (const as of [clipper, stranger]) expect((await api.send('GET', at(), { as })).status).toBe(404);
  expect((await give(mine, stranger)).status).toBe(404);
  expect((await give(mine, clipper)).status).toBe(403);
  expect((await give(mine, host, newId())).status).toBe(404);
  expect((await api.send('DELETE', at(), { as: stranger })).status).toBe(404);
  expect((await shown(await testPerson(db, 'admin'))).cues).toHaveLength(2);
  await transact(db, (tx) => eraseFile(tx, id));
  expect((await api.send('GET', at(), { as: host })).status).toBe(404);
  expect(await db.selectFrom('source_transcripts').selectAll().execute()).toEqual([]);
});

test('400: refuses lines that end before they begin, no lines and too many lines by their field', async () => {
  const fieldOf = async (cues: unknown) => (await give(cues)).body.fields[0].field;
  expect(await fieldOf([])).toBe('cues');
  expect(await fieldOf([mine[0], { start: 2, end: 1, text: 'Back' }])).toBe('cues.1');
  expect(await fieldOf([{ start: 0, end: 90_000, text: 'Late' }])).toBe('cues.0.end');
});

test('400: of twenty thousand bad lines the response names the first twenty, and the others are not read', async () => {
  const { status, body, bytes } = await give(Array.from({ length: 20_000 }, () => ({ start: -1, text: 7 })));
  expect(status).toBe(400);
  expect(bytes.length).toBeLessThan(10_000);
  const named = body.fields.map(({ field }: { field: string }) => field);
  expect(named.filter((field: string) => field !== 'cues')).toHaveLength(21);
  expect(body.fields.at(-1)).toEqual({ field: 'cues', message: '19,993 more entries were not read.' });
});

test('404: checks the video’s owner before it reads the lines', async () => {
  const stranger = await testPerson(db, 'host');
  expect(await give([{ start: -1, text: 7 }], stranger)).toMatchObject({ status: 404 });
});

test('without a server only hosts provide transcripts', async () => {
  expect((await without.send('GET', at(), { as: host })).body).toMatchObject({ state: 'none', cues: [] });
  expect(plain.jobs!.map(({ name }) => name)).not.toContain('media.transcribe');
  await without.send('PUT', at(), { as: host, body: { cues: mine } });
  expect((await without.send('GET', at(), { as: host })).body).toMatchObject({ state: 'ready', by: 'host' });
});
