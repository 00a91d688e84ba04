import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { emptyProject } from '#contract/studio.ts';
import { MINUTE, MovableClock } from '#server/infra/clock.ts';
import { createActor, createTestServer, type TestActor } from '#server/testing/actor.ts';
import { testPerson } from '#server/testing/api.ts';
import { testListing } from '#server/testing/clips.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { testMediaFile } from '#server/testing/media-file.ts';
import { testModules } from '#server/testing/modules.ts';

const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
let database: TestDatabase;
let server: FastifyInstance;

beforeAll(async () => {
  database = await testDatabase();
  const modules = testModules(database.db, clock, ['studio']);
  server = await createTestServer({ db: database.db, clock, modules });
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const clipper = () => createActor(database.db, { role: 'clipper' });
const send = async (who: TestActor, method: 'GET' | 'PUT' | 'DELETE', path: string, payload?: object) => {
  const url = `/api/clipper/studio${path}`;
  const reply = await server.inject({ method, url, headers: who.headers, ...(payload && { payload }) });
  return { status: reply.statusCode, ...reply.json() };
};
const cut = (who: TestActor, id: string, cuts: { start: number; end: number }[], version = 0) =>
  send(who, 'PUT', `/${id}`, { clipperId: who.accountId, version, project: { ...emptyProject, cuts } });

/** Posts a listing with an uploaded video; `playable`: browsers can play its picture. */
async function uploaded(playable = true): Promise<{ id: string; hostId: AccountId }> {
  const { accountId } = await testPerson(database.db, 'host');
  const coding = { name: 'x', profile: null, bitDepth: 8, playable };
  const media = await testMediaFile(database.owner, {
    owner_id: accountId,
    kind: 'source',
    duration_ms: 61_000n,
    has_poster: true,
    format: JSON.stringify({ picture: coding, sound: null }),
  });
  const rules = { source_media_id: media, source_url: null };
  const listing = await testListing(database.db, clock.now(), { hostId: accountId, rules });
  const forecast = { listing_id: listing.id, computed_at: clock.now() };
  await database.db.insertInto('listing_forecasts').values(forecast).execute();
  return listing;
}

describe('GET /api/clipper/studio', () => {
  test('200: lists the caller’s projects, last changed first, with the length of their cuts', async () => {
    const [tess, other] = [await clipper(), await clipper()];
    const [first, second] = [await uploaded(), await testListing(database.db, clock.now())];
    await cut(tess, first.id, [
      { start: 1, end: 20 },
      { start: 30, end: 35.5 },
    ]);
    clock.advance(MINUTE);
    await cut(tess, second.id, []);
    await cut(other, second.id, [{ start: 0, end: 1 }]);
    const { rows } = await send(tess, 'GET', '');
    expect(rows).toMatchObject([
      {
        listingId: second.id,
        title: 'Night run',
        state: 'active',
        cuts: 0,
        seconds: 0,
        sourcePosterUrl: null,
      },
      { listingId: first.id, cuts: 2, seconds: 24.5, changedAt: '2026-03-02T10:00:00.000Z' },
    ]);
    expect(rows[1].sourcePosterUrl).toMatch(/^\/media\/.*\/poster$/);
    clock.advance(MINUTE);
    const { version } = await send(tess, 'GET', `/${first.id}`);
    await cut(tess, first.id, [{ start: 1, end: 2 }], version);
    const [newest] = (await send(tess, 'GET', '')).rows;
    expect(newest).toMatchObject({ listingId: first.id, cuts: 1, seconds: 1 });
  });

  test('200: a project that this release can’t read is listed without cuts', async () => {
    const tess = await clipper();
    const { id } = await testListing(database.db, clock.now());
    await cut(tess, id, [{ start: 1, end: 2 }]);
    for (const project of ['{"cuts":"others"}', '{"cuts":[{}]}', '{}']) {
      await database.db
        .updateTable('studio_projects')
        .set({ project })
        .where('clipper_id', '=', tess.accountId)
        .execute();
      const { rows } = await send(tess, 'GET', '');
      expect(rows, project).toMatchObject([{ listingId: id, seconds: 0 }]);
    }
  });

  test('200: a project of a removed listing is listed with that state, so that it can be deleted', async () => {
    const tess = await clipper();
    const { id } = await testListing(database.db, clock.now());
    await cut(tess, id, [{ start: 1, end: 2 }]);
    await database.owner
      .updateTable('listings')
      .set({ state: 'removed', removed_at: clock.now(), removal_reason: 'spam' })
      .where('id', '=', id)
      .execute();
    expect((await send(tess, 'GET', '')).rows).toMatchObject([{ listingId: id, state: 'removed' }]);
  });
});

describe('GET /api/clipper/studio/sources', () => {
  const sourcesOf = async (who: TestActor): Promise<string[]> =>
    (await send(who, 'GET', '/sources')).rows.map((row: { listingId: string }) => row.listingId);

  test('200: offers only active listings whose upload browsers can play, with what they pay', async () => {
    const tess = await clipper();
    const [plays, fails, paused] = [await uploaded(), await uploaded(false), await uploaded()];
    const linked = await testListing(database.db, clock.now());
    await database.owner
      .updateTable('listings')
      .set({ state: 'paused', pause_reason: 'host' })
      .where('id', '=', paused.id)
      .execute();
    const { rows } = await send(tess, 'GET', '/sources');
    const ids = rows.map((row: { listingId: string }) => row.listingId);
    expect(ids).toContain(plays.id);
    for (const { id } of [fails, paused, linked]) expect(ids).not.toContain(id);
    expect(rows.find((row: { listingId: string }) => row.listingId === plays.id)).toMatchObject({
      rateCentsPerMille: 200,
      freeMicros: '100000000',
      durationMs: 61_000,
      countedViews: 'all',
    });
  });

  test('200: leaves out listings that the caller has begun to cut, and hosts who blocked the caller', async () => {
    const [tess, other] = [await clipper(), await clipper()];
    const [begun, blocked] = [await uploaded(), await uploaded()];
    await cut(tess, begun.id, []);
    await database.db
      .insertInto('clipper_blocks')
      .values({ host_id: blocked.hostId, clipper_id: tess.accountId, blocked_at: clock.now() })
      .execute();
    expect(await sourcesOf(tess)).not.toContain(begun.id);
    expect(await sourcesOf(tess)).not.toContain(blocked.id);
    expect(await sourcesOf(other)).toEqual(expect.arrayContaining([begun.id, blocked.id]));
  });
});

describe('DELETE /api/clipper/studio/:id', () => {
  test('200: deletes only the caller’s project, and a studio that is still open can’t save over it', async () => {
    const [tess, other] = [await clipper(), await clipper()];
    const { id } = await testListing(database.db, clock.now());
    await cut(tess, id, [{ start: 1, end: 2 }]);
    await cut(other, id, [{ start: 3, end: 4 }]);
    expect(await send(tess, 'DELETE', `/${id}`)).toEqual({ status: 200 });
    expect((await send(tess, 'GET', '')).rows).toEqual([]);
    expect((await send(other, 'GET', '')).rows).toHaveLength(1);
    expect(await cut(tess, id, [{ start: 1, end: 3 }], 1)).toMatchObject({ code: 'studio_project_changed' });
    expect(await cut(tess, id, [{ start: 1, end: 3 }])).toMatchObject({ status: 200 });
  });

  test('404: finds no project of somebody else', async () => {
    const [tess, other] = [await clipper(), await clipper()];
    const { id } = await testListing(database.db, clock.now());
    await cut(other, id, []);
    expect(await send(tess, 'DELETE', `/${id}`)).toMatchObject({ status: 404, code: 'not_found' });
  });
});
