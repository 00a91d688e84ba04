import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { personOf } from '#db/seed/person-of.ts';
import type { Actor } from '#server/http/actor.ts';
import { MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testClip, testListing } from '#server/testing/clips.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import { planOf } from '#server/testing/plan.ts';
import { clipIds, listingIds, payoutIds, personIds } from './find.ts';

const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
let database: TestDatabase;
let api: Awaited<ReturnType<typeof testApi>>;
let admin: Actor;
let clipper: Actor;
let listingId: string;
let clipId: string;
let payoutId: string;

beforeAll(async () => {
  database = await testDatabase();
  const { db, owner } = database;
  api = await testApi(db, clock, testModules(db, clock, ['payouts', 'admin']));
  admin = await testPerson(db, 'admin');
  clipper = await testPerson(db, 'clipper');
  await owner
    .updateTable('profiles')
    .set({ username: 'tess_cuts' })
    .where('user_id', '=', clipper.accountId)
    .execute();
  listingId = (await testListing(db, clock.now())).id;
  clipId = await testClip(db, {
    listingId,
    clipperId: clipper.accountId,
    approvedAt: null,
    submittedAt: clock.now(),
  });
  payoutId = await paid(clipper.accountId, 'PP-7788');
});
afterAll(async () => {
  await api.close();
  await database.close();
});

async function paid(clipperId: AccountId, reference: string): Promise<string> {
  const id = newId();
  await database.owner
    .insertInto('payouts')
    .values({
      id,
      clipper_id: clipperId,
      cause: 'weekly',
      amount_micros: 7_000_000n,
      destination: 'a@b.example',
      state: 'paid',
      reference,
      requested_at: clock.now(),
      due_at: clock.now(),
      finished_at: clock.now(),
    })
    .execute();
  return id;
}

const find = async (search: string) =>
  (await api.send('GET', `/api/admin/find?search=${encodeURIComponent(search)}`, { as: admin })).body;

test.each(['tess_cu', '@Tess_cuts', 'TESS_CUTS'])(
  'finds a person by the beginning of the name: %s',
  async (words) => {
    const found = await find(words);
    expect(found.people).toMatchObject([{ id: clipper.accountId, name: 'tess_cuts' }]);
    expect(found.clips).toMatchObject([{ id: clipId, clipper: 'tess_cuts', listing: 'Night run' }]);
    expect(found.payouts).toMatchObject([
      { id: payoutId, amountMicros: '7000000', state: 'paid', requestedAt: clock.now().toISOString() },
    ]);
  },
);

test('treats wildcards of search patterns as ordinary characters', async () => {
  expect((await find('tess%')).people).toEqual([]);
  expect((await find('te_s')).people).toEqual([]);
});

test('finds a person by address, a listing by title words in any state, a payout by reference', async () => {
  expect((await find(clipper.email)).people).toMatchObject([{ id: clipper.accountId }]);
  expect((await find('run nig')).listings).toMatchObject([{ id: listingId, status: 'active' }]);
  const ended = { state: 'ended' as const, ended_at: clock.now() };
  await database.owner.updateTable('listings').set(ended).where('id', '=', listingId).execute();
  expect((await find('night')).listings).toMatchObject([{ id: listingId, status: 'ended' }]);
  expect((await find('PP-7788')).payouts).toMatchObject([{ id: payoutId }]);
});

test('finds each object by its id and by the end of the id that pages show', async () => {
  const all = { people: clipper.accountId, listings: listingId, clips: clipId, payouts: payoutId };
  for (const [kind, id] of Object.entries(all))
    for (const words of [id, id.slice(-8), id.toUpperCase()])
      expect((await find(words))[kind]).toMatchObject([{ id }]);
});

const callBy = {
  username: (accountId: AccountId, username: string) =>
    database.owner.updateTable('profiles').set({ username }).where('user_id', '=', accountId).execute(),
  email: (accountId: AccountId, email: string) =>
    database.owner.updateTable('users').set({ email }).where('id', '=', personOf(accountId)).execute(),
  name: (accountId: AccountId, name: string) =>
    database.owner.updateTable('users').set({ name }).where('id', '=', personOf(accountId)).execute(),
};

test.each(['username', 'email', 'name'] as const)(
  'lists an exact match before ten longer names, with its clips and payouts: %s',
  async (by) => {
    const { db } = database;
    // The exact match is the oldest person, and the name is written last, so neither ids nor the order of
    // writing put it first.
    const [exact, ...others] = await Promise.all(Array.from({ length: 11 }, () => testPerson(db, 'clipper')));
    const ids = [exact!, ...others].map(({ accountId }) => accountId).sort();
    for (const [index, accountId] of [...ids.entries()].reverse())
      await callBy[by](accountId, index === 0 ? `max_${by}` : `max_${by}${index}`);
    const clips: string[] = [];
    const payouts: string[] = [];
    for (const clipperId of ids) {
      clips.push(await testClip(db, { listingId, clipperId, approvedAt: null, submittedAt: clock.now() }));
      payouts.push(await paid(clipperId, newId()));
    }
    const found = await find(`Max_${by}`);
    for (const [kind, all] of Object.entries({ people: ids, clips, payouts })) {
      expect(found[kind]).toHaveLength(5);
      expect(found[kind][0]).toMatchObject({ id: all[0] });
      const rest = found[kind].slice(1).map(({ id }: { id: string }) => id);
      expect(rest).toEqual([...rest].sort().reverse());
    }
  },
);

test('lists a payout with that reference before payouts of a person whose name starts with it', async () => {
  const { accountId } = await testPerson(database.db, 'clipper');
  await callBy.username(accountId, 'bank_77');
  const named = await paid((await testPerson(database.db, 'clipper')).accountId, 'bank_77');
  for (let count = 0; count < 6; count += 1) await paid(accountId, newId());
  expect((await find('bank_77')).payouts[0]).toMatchObject({ id: named });
});

test('searches the list of payouts by id as well', async () => {
  const path = `/api/admin/payouts?open=false&search=${payoutId}`;
  expect((await api.send('GET', path, { as: admin })).body.rows).toMatchObject([{ id: payoutId }]);
});

test('reads searches by indexes, never by a full scan', async () => {
  for (const words of ['tess', newId().slice(-8), newId()])
    for (const ids of [personIds(words), listingIds(words), clipIds(words), payoutIds(words)])
      expect(await planOf(database.db, ids)).not.toContain('Seq Scan');
});

test('refuses a search of one letter, and answers 404 to members', async () => {
  expect((await find('t')).code).toBe('invalid_input');
  const { status } = await api.send('GET', '/api/admin/find?search=tess', { as: clipper });
  expect(status).toBe(404);
});
