import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PIN_LABEL_MAX, PINS_MAX } from '#contract/limits.ts';
import type { Actor } from '#server/http/actor.ts';
import { MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { importSource } from '#server/modules/media/media.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import { shortVideo } from '#server/testing/videos.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'permille-pins-'));
const t = await testDatabase();
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T12:00:00Z') });
const api = await testApi(t.db, clock, testModules(t.db, clock, ['listings']));
afterAll(async () => {
  await api.close();
  await t.close();
  rmSync(dataDir, { recursive: true });
});

let host: Actor;
let id: string;
beforeAll(async () => {
  host = await testPerson(t.db, 'host');
});
beforeEach(async () => {
  id = (await testListing(t.db, clock.now(), { hostId: host.accountId })).id;
});

const pin = (second: unknown, label: unknown = 'The parry', as = host, of = id) =>
  api.send('POST', `/api/listings/${of}/pin`, { as, body: { second, label } });
const unpin = (second: number, as = host, of = id) =>
  api.send('POST', `/api/listings/${of}/unpin`, { as, body: { second } });
const shown = async (as?: Actor) =>
  (await api.send('GET', `/api/listings/${id}`, as ? { as } : {})).body.source.pins;

test('200: shows a host’s pins to everyone, in the order of the source, until the host removes them', async () => {
  expect(await shown()).toEqual([]);
  expect((await pin(90, '  He forgot  ')).body).toEqual({ pins: [{ second: 90, label: 'He forgot' }] });
  const both = [
    { second: 0, label: 'Begins' },
    { second: 90, label: 'He forgot' },
  ];
  expect((await pin(0, 'Begins')).body).toEqual({ pins: both });
  expect(await shown()).toEqual(both);
  expect(await shown(await testPerson(t.db, 'clipper'))).toEqual(both);
  const renamed = [both[0], { second: 90, label: 'The parry' }];
  expect((await pin(90)).body).toEqual({ pins: renamed });
  expect((await unpin(0)).body).toEqual({ pins: [renamed[1]] });
  expect((await unpin(0)).body).toEqual({ pins: [renamed[1]] });
  expect(await shown()).toEqual([renamed[1]]);
});

test.each([
  [-1, 'A', 'second'],
  [86_400, 'A', 'second'],
  [1.5, 'A', 'second'],
  ['1:30', 'A', 'second'],
  [1, ' ', 'label'],
  [1, 'x'.repeat(PIN_LABEL_MAX + 1), 'label'],
  [1, null, 'label'],
])('400: second %s with label %s names the field %s', async (second, label, field) => {
  const { status, body } = await pin(second, label);
  expect([status, body.code, body.fields[0].field]).toEqual([400, 'invalid_input', field]);
});

test('400: refuses a second after the end of an uploaded source, with the last second that can be pinned', async () => {
  const path = join(dataDir, 'night.mp4');
  writeFileSync(path, shortVideo);
  const source_media_id = await importSource({ db: t.db, dataDir }, host.accountId, path, clock.now());
  await t.owner
    .updateTable('media_files')
    .set({ duration_ms: 61_500n })
    .where('id', '=', source_media_id)
    .execute();
  const rules = { source_media_id, source_url: null };
  id = (await testListing(t.db, clock.now(), { hostId: host.accountId, rules })).id;
  expect((await pin(61)).status).toBe(200);
  const { status, body } = await pin(62);
  expect([status, body.code]).toEqual([400, 'invalid_input']);
  expect(body.fields).toEqual([
    { field: 'second', message: 'Second must be at most 61, the last one of the source.' },
  ]);
});

test('409: of many pins at once a listing keeps the allowed number, and its pins can still be renamed', async () => {
  const some = Array.from({ length: PINS_MAX - 1 }, (_, second) => ({
    listing_id: id,
    second,
    label: 'A',
    pinned_at: clock.now(),
  }));
  await t.owner.insertInto('listing_pins').values(some).execute();
  const replies = await Promise.all([100, 101, 102].map((second) => pin(second)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(replies.find(({ status }) => status === 409)!.body.code).toBe('pins_full');
  expect(await shown()).toHaveLength(PINS_MAX);
  expect((await pin(0, 'Renamed')).status).toBe(200);
});

test('404, 403, 409: only the listing’s host pins, and only while the listing accepts clips or is paused', async () => {
  const other = await testPerson(t.db, 'host');
  const answers = [await pin(1, 'A', other), await pin(1, 'A', host, newId()), await unpin(1, other)];
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
    answers.map(() => [404, 'not_found']),
  );
  expect((await pin(1, 'A', await testPerson(t.db, 'clipper'))).status).toBe(403);
  await pin(1);
  const set = (state: 'paused' | 'ended') =>
    t.owner
      .updateTable('listings')
      .set(
        state === 'paused'
          ? { state, pause_reason: 'host' }
          : { state, pause_reason: null, ended_at: clock.now() },
      )
      .where('id', '=', id)
      .execute();
  await set('paused');
  expect((await pin(2)).status).toBe(200);
  await set('ended');
  const late = [await pin(3), await unpin(1)];
  expect(late.map(({ status, body }) => [status, body.code])).toEqual(late.map(() => [409, 'listing_state']));
  expect(await shown()).toHaveLength(2);
});
