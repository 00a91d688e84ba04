import { afterAll, beforeAll, expect, test } from 'vitest';
import { type InboxKind, inboxKind } from '#contract/admin/admin-inbox.ts';
import type { Actor } from '#server/http/actor.ts';
import { after, DAY, HOUR, MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { settle } from '#server/modules/earnings/earnings.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testClip, testListing } from '#server/testing/clips.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { fillInbox } from '#server/testing/inbox.ts';
import { testModules } from '#server/testing/modules.ts';
import { testHold } from '#server/testing/questions.ts';

const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
let database: TestDatabase;
let api: Awaited<ReturnType<typeof testApi>>;
let admin: Actor;
let waiting: Awaited<ReturnType<typeof fillInbox>>;

beforeAll(async () => {
  database = await testDatabase();
  api = await testApi(database.db, clock, testModules(database.db, clock, ['admin', 'clips']));
  admin = await testPerson(database.db, 'admin');
  waiting = await fillInbox(database, clock.now());
});
afterAll(async () => {
  await api.close();
  await database.close();
});

interface Row {
  kind: InboxKind;
  id: string;
  personId: string | null;
  at: string;
  isDeadline: boolean;
}
const read = async (url: string) => (await api.send('GET', url, { as: admin })).body;
const rows = async (query = ''): Promise<Row[]> => (await read(`/api/admin/inbox${query}`)).rows;
const counts = async (): Promise<Record<InboxKind, number>> => (await read('/api/admin/counts')).inbox;

test('lists every kind in the inbox, earliest first, and counts it in the navigation', async () => {
  const all = await rows();
  expect(all.map(({ kind }) => kind).sort()).toEqual([...inboxKind.options].sort());
  expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).sort());
  for (const kind of inboxKind.options) {
    const { id, personId } = waiting[kind];
    expect(await rows(`?kind=${kind}`)).toMatchObject([{ kind, id, personId }]);
  }
  expect(await counts()).toEqual(Object.fromEntries(inboxKind.options.map((kind) => [kind, 1])));
});

test('shows for each item its person and its clip, text or amount', async () => {
  const all = await rows();
  const of = (kind: InboxKind) => all.find((row) => row.kind === kind);
  expect(of('escalation')).toMatchObject({ what: 'Night run', submissionId: waiting.escalation.id });
  expect(of('takedown')).toMatchObject({ who: 'Ann Owner', what: 'A song', submissionId: null });
  expect(of('support')).toMatchObject({ who: 'Tess', at: after(clock.now(), 2 * DAY).toISOString() });
  expect(of('code')).toMatchObject({ what: '@some_handle on TikTok' });
  expect(of('payout')).toMatchObject({ what: 'PayPal refused it', amountMicros: '20000000' });
  expect(of('deposit')).toMatchObject({
    what: 'Chargeback',
    amountMicros: '50000000',
    isDeadline: true,
  });
});

test('shows the amount at stake of a hold as its clip’s page does, and none if no money is', async () => {
  const { db } = database;
  const at = clock.now();
  const listing = await testListing(db, at);
  const clip = (views: number) =>
    testClip(db, { listingId: listing.id, clipperId: waiting.hold.personId!, approvedAt: at, views });
  const [held, withoutViews] = [await clip(4_000), await clip(0)];
  await testHold(db, held, at, { fromViews: 1_000, toViews: 4_000 });
  await testHold(db, withoutViews, at);
  while ((await settle(db, after(at, HOUR), { listingId: listing.id })).listingIds.length > 0);
  const { rows: holds } = await read('/api/admin/inbox?kind=hold');
  const amountOf = (id: string) =>
    holds.find((row: { submissionId: string }) => row.submissionId === id).amountMicros;
  const { atStake } = await read(`/api/clips/${held}`);
  expect(amountOf(held)).toBe(atStake.wantedMicros);
  expect(amountOf(held)).toBe('6000000');
  expect(amountOf(withoutViews)).toBeNull();
  await database.owner.deleteFrom('fraud_holds').where('submission_id', 'in', [held, withoutViews]).execute();
});

test('lists a clip whose score only may be checked once its clipper wrote a note to the reviewer', async () => {
  const { id } = waiting.review;
  const of = async () => (await rows('?kind=review')).map((row) => row.id);
  const { db, owner } = database;
  await owner.updateTable('clip_tracking').set({ score: 40 }).where('submission_id', '=', id).execute();
  expect(await of()).toEqual([]);
  const at = clock.now();
  const note = { id: newId(), submission_id: id, text: 'A raid.', written_at: at, changed_at: at };
  await db.insertInto('clip_review_notes').values(note).execute();
  expect(await of()).toEqual([id]);
  await owner.updateTable('clip_tracking').set({ score: 70 }).where('submission_id', '=', id).execute();
});

test('without a processor, a withdrawal waits for an admin until it is marked as sent', async () => {
  const { accountId } = await testPerson(database.db, 'clipper');
  const id = newId();
  const due = after(clock.now(), 2 * DAY);
  await database.owner
    .insertInto('payouts')
    .values({
      id,
      clipper_id: accountId,
      cause: 'withdrawal',
      amount_micros: 8_000_000n,
      destination: 'kit@people.example',
      state: 'requested',
      requested_at: clock.now(),
      due_at: due,
    })
    .execute();
  const become = (state: 'processing' | 'paid') =>
    database.owner.updateTable('payouts').set({ state, reference: 'B-1' }).where('id', '=', id).execute();
  const row = { id, personId: accountId, what: 'Manual payout', at: due.toISOString(), isDeadline: true };
  const found = async () => (await rows('?kind=payout')).filter((one) => one.id === id);
  expect(await found()).toMatchObject([row]);
  await become('processing');
  expect(await found()).toMatchObject([row]);
  await become('paid');
  expect(await found()).toEqual([]);
});

test('a deposit that a bank took back waits until its freeze is lifted', async () => {
  const { id } = waiting.deposit;
  const become = (state: 'charged_back' | 'disputed', frozen_at: Date | null) =>
    database.owner.updateTable('deposits').set({ state, frozen_at }).where('id', '=', id).execute();
  await become('charged_back', clock.now());
  expect(await rows('?kind=deposit')).toMatchObject([{ id, isDeadline: false }]);
  await become('disputed', null);
});

test('pages follow each other without a gap', async () => {
  const { userId } = await testPerson(database.db, 'clipper');
  const messages = Array.from({ length: 25 }, (_, nth) => ({
    id: `00000000-0000-7000-8000-0000000000${String(nth + 10)}`,
    user_id: userId,
    name: 'Many',
    email: 'many@people.example',
    category: 'bug' as const,
    message: `Message ${nth}`,
    created_at: clock.now(),
  }));
  await database.owner.insertInto('support_messages').values(messages).execute();
  const first = await read('/api/admin/inbox?kind=support');
  const second = await read(`/api/admin/inbox?kind=support&cursor=${first.nextCursor}`);
  const ids = [...first.rows, ...second.rows].map((row: Row) => row.id);
  expect(new Set(ids).size).toBe(26);
  expect(second.nextCursor).toBeNull();
  await database.owner.deleteFrom('support_messages').where('name', '=', 'Many').execute();
});

test('an answered message that is opened again has no promised deadline', async () => {
  const message_id = waiting.support.id;
  const answer = {
    id: message_id,
    message_id,
    admin_id: admin.userId,
    text: 'Here.',
    created_at: clock.now(),
  };
  await database.owner.insertInto('support_answers').values(answer).execute();
  expect(await rows('?kind=support')).toMatchObject([{ isDeadline: false, at: clock.now().toISOString() }]);
});

test.each(inboxKind.options)('a decided item leaves the inbox: %s', async (kind) => {
  await waiting[kind].done();
  expect(await rows(`?kind=${kind}`)).toEqual([]);
  expect((await counts())[kind]).toBe(0);
});

test('answers 404 to everybody except admins', async () => {
  for (const role of ['host', 'clipper'] as const) {
    const as = await testPerson(database.db, role);
    for (const url of ['/api/admin/inbox', '/api/admin/counts'])
      expect((await api.send('GET', url, { as })).status).toBe(404);
  }
  expect((await api.send('GET', '/api/admin/inbox')).status).toBe(401);
});

test('the inbox file has every row that the filter keeps, with deadlines and waiting times in separate columns', async () => {
  const linesOf = async (query = '') => {
    const { bytes } = await api.send('GET', `/api/admin/inbox.csv${query}`, { as: admin });
    return String(bytes).trimEnd().split('\r\n');
  };
  const [header, ...lines] = await linesOf();
  expect(header).toBe('\uFEFFKind,Who,What,Amount (USD),Due,Waiting since,Clip id,Id');
  const all = await rows();
  expect(lines.map((line) => line.split(',').at(-1))).toEqual(all.map(({ id }) => id));
  const support = await rows('?kind=support');
  expect(await linesOf('?kind=support')).toHaveLength(support.length + 1);
  const { bytes } = await api.send('GET', '/api/admin/inbox.csv', {
    as: await testPerson(database.db, 'host'),
  });
  expect(String(bytes)).toContain('not_found');
});
