import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { routes } from '#contract/routes.ts';
import { MovableClock } from '#server/infra/clock.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testDatabase } from '#server/testing/database.ts';
import { connect, fund, listingBody } from '#server/testing/listings.ts';
import { testMediaFile } from '#server/testing/media-file.ts';
import { testModules } from '#server/testing/modules.ts';

const t = await testDatabase();
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T12:00:00Z') });
const api = await testApi(t.db, clock, testModules(t.db, clock, ['listings']));
afterAll(async () => {
  await api.close();
  await t.close();
});

type Wire = { id: string; sourcePosterUrl: string | null; comparesClips: boolean; opensInStudio: boolean };
const explore = async (query: Record<string, string> = {}) => {
  const reply = await api.send('GET', `/api/listings?${new URLSearchParams(query)}`);
  expect(reply.status).toBe(200);
  z.decode(routes.exploreListings.reply, reply.body);
  return reply.body as { rows: Wire[] };
};

test('a row of the feed has the same facts as the listing’s page', async () => {
  const host = await testPerson(t.db, 'host');
  await connect(t.db, host);
  await fund(t.db, host.accountId, 500);
  const body = {
    ...listingBody,
    title: 'Quotes " and \\ and\ttabs — ünïcode 😀 </script>',
    rules: { minViews: 500, maxPayoutMicros: '50000000', decisionHours: 48, language: 'German' },
  };
  const { id } = (await api.send('POST', '/api/listings', { as: host, body })).body;
  await api.send('POST', `/api/listings/${id}/top-up`, { as: host, body: { amountMicros: '20000000' } });
  const row = (await explore()).rows.find((one) => one.id === id)!;
  const page = (await api.send('GET', `/api/listings/${id}`)).body;
  expect(Object.keys(row).length).toBeGreaterThan(14);
  expect(page).toMatchObject(row);
  expect(page.title).toBe(body.title);
});

test('the feed, a listing’s page and the host’s list show the picture of its source', async () => {
  const host = await testPerson(t.db, 'host');
  await connect(t.db, host);
  await fund(t.db, host.accountId, 300);
  const media = await testMediaFile(t.owner, {
    owner_id: host.accountId,
    kind: 'source',
    duration_ms: 1_000n,
  });
  const body = { ...listingBody, sourceMediaId: media, sourceUrl: null };
  const { id } = (await api.send('POST', '/api/listings', { as: host, body })).body;
  // Each request asks for another page, because reads of one page are shared for a second.
  const pictures = async (minRateCents: string) => {
    const inFeed = (await explore({ minRateCents })).rows.find((one) => one.id === id)!;
    const page = (await api.send('GET', `/api/listings/${id}`)).body;
    const [own] = (await api.send('GET', '/api/host/listings', { as: host })).body.rows;
    return [inFeed.sourcePosterUrl, page.sourcePosterUrl, page.source.posterUrl, own.sourcePosterUrl];
  };
  expect(await pictures('20')).toEqual([null, null, null, null]);
  await t.owner.updateTable('media_files').set({ has_poster: true }).where('id', '=', media).execute();
  expect(new Set(await pictures('21'))).toEqual(new Set([`/media/${media}/poster`]));
});

/** Posts a listing with a link and one with an upload. */
async function postBoth() {
  const host = await testPerson(t.db, 'host');
  await connect(t.db, host);
  await fund(t.db, host.accountId, 600);
  const post = async (source: { sourceMediaId: string | null; sourceUrl: string | null }) =>
    (await api.send('POST', '/api/listings', { as: host, body: { ...listingBody, ...source } })).body.id;
  const media = await testMediaFile(t.owner, {
    owner_id: host.accountId,
    kind: 'source',
    duration_ms: 1_000n,
  });
  const linked = await post({ sourceMediaId: null, sourceUrl: listingBody.sourceUrl });
  const uploaded = await post({ sourceMediaId: media, sourceUrl: null });
  return { media, linked, uploaded };
}

let minRateCents = 30;
/** Returns this fact of a listing, from the feed and from its page. */
async function bothFactsOf(id: string, fact: 'comparesClips' | 'opensInStudio'): Promise<unknown[]> {
  // Reads of one page are shared for a second.
  const { rows } = await explore({ minRateCents: String(minRateCents++) });
  const page = (await api.send('GET', `/api/listings/${id}`)).body;
  return [rows.find((one) => one.id === id)![fact], page[fact]];
}

test('the feed and a listing’s page say that clips are compared only if the source’s sound can be read', async () => {
  const { media, linked, uploaded } = await postBoth();
  const compares = (id: string) => bothFactsOf(id, 'comparesClips');
  expect(await compares(linked)).toEqual([false, false]);
  for (const sound of [null, 'ready', 'silent', 'undecodable', 'unreadable'] as const) {
    await t.owner.updateTable('media_files').set({ sound }).where('id', '=', media).execute();
    const expected = sound === null || sound === 'ready';
    expect([sound, await compares(uploaded)]).toEqual([sound, [expected, expected]]);
  }
});

test('the feed and a listing’s page say that the Studio opens an upload whose codecs browsers can play', async () => {
  const { media, linked, uploaded } = await postBoth();
  const opens = (id: string) => bothFactsOf(id, 'opensInStudio');
  const coding = (playable: boolean) => ({ name: 'x', profile: null, bitDepth: 8, playable });
  const setFormat = (picture: boolean, sound: boolean | null) =>
    t.owner
      .updateTable('media_files')
      .set({
        format: JSON.stringify({ picture: coding(picture), sound: sound === null ? null : coding(sound) }),
      })
      .where('id', '=', media)
      .execute();
  expect(await opens(linked)).toEqual([false, false]);
  expect(await opens(uploaded)).toEqual([true, true]);
  await setFormat(true, null);
  expect((await opens(uploaded))[0]).toBe(true);
  for (const [picture, sound] of [
    [false, true],
    [true, false],
  ] as const) {
    await setFormat(picture, sound);
    expect((await opens(uploaded))[0]).toBe(false);
  }
});

test('a host’s category is kept by an edit without one, and an unknown category is refused', async () => {
  const host = await testPerson(t.db, 'host');
  await connect(t.db, host);
  await fund(t.db, host.accountId, 300);
  const post = (category: string) =>
    api.send('POST', '/api/listings', { as: host, body: { ...listingBody, category } });
  expect((await post('gossip')).status).toBe(400);
  const { id } = (await post('music')).body;
  const categoryOf = async () => (await api.send('GET', `/api/listings/${id}`)).body.category;
  const { budgetMicros: _budget, sourceMediaId: _media, sourceUrl: _url, ...terms } = listingBody;
  const edit = (version: number, change: object) =>
    api.send('PUT', `/api/listings/${id}`, { as: host, body: { ...terms, ...change, version } });
  expect(await categoryOf()).toBe('music');
  expect((await edit(1, {})).status).toBe(200);
  expect(await categoryOf()).toBe('music');
  await edit(2, { category: 'food' });
  expect(await categoryOf()).toBe('food');
  await edit(3, { category: null });
  expect(await categoryOf()).toBeNull();
});
