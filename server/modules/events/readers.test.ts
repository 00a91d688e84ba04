import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { personOf } from '#db/seed/person-of.ts';
import { after, DAY, MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { transact } from '#server/infra/transaction.ts';
import { settle } from '#server/modules/earnings/earnings.ts';
import { notify } from '#server/modules/notifications/notifications.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { count, testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { jobOf } from '#server/testing/jobs.ts';
import { testModules } from '#server/testing/modules.ts';
import { testDispute, testHold } from '#server/testing/questions.ts';

const t = await testDatabase();
const { db } = t;
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
const now = clock.now();
const modules = testModules(db, clock, ['events', 'earnings']);
const api = await testApi(db, clock, modules);
afterAll(async () => {
  await api.close();
  await t.close();
});

const listing = await testListing(db, now);
const people = {
  host: { ...(await testPerson(db, 'host')), userId: personOf(listing.hostId), accountId: listing.hostId },
  clipper: await testPerson(db, 'clipper'),
  admin: await testPerson(db, 'admin'),
  otherHost: await testPerson(db, 'host'),
  otherClipper: await testPerson(db, 'clipper'),
};
type Name = keyof typeof people;
const names = Object.keys(people) as Name[];
const positions = new Map<Name, string>();

const ask = async (name: Name) => {
  const after = positions.get(name);
  const url = `/api/events${after ? `?after=${encodeURIComponent(after)}` : ''}`;
  const { status, body } = await api.send('GET', url, { as: people[name] });
  expect([status, body.isComplete]).toEqual([200, true]);
  positions.set(name, body.position);
  return body.rows as { kind: string; submissionId: string | null; listingId: string | null }[];
};

/** Returns for each kind of new event, such as "submission.approved", the names of the people who get it. */
async function learnt(): Promise<Record<string, Name[]>> {
  const found: Record<string, Name[]> = {};
  for (const name of names) {
    for (const { kind } of await ask(name)) {
      found[kind] ??= [];
      if (!found[kind].includes(name)) found[kind].push(name);
    }
  }
  return found;
}

const pending = () =>
  testClip(db, { listingId: listing.id, clipperId: people.clipper.accountId, approvedAt: null });
const update = async (id: string, set: Record<string, unknown>) => {
  await db.updateTable('submissions').set(set).where('id', '=', id).execute();
};

beforeEach(async () => {
  await learnt();
});

const all: Name[] = ['host', 'clipper', 'admin'];

test('events of a clip reach its clipper, its host and admins', async () => {
  const id = await pending();
  expect(await learnt()).toEqual({ 'submission.submitted': all });
  await update(id, { status: 'rejected', decided_at: now });
  expect(await learnt()).toEqual({ 'submission.rejected': all });
});

test('a decision that the host may still undo does not reach the clipper, its commit does', async () => {
  const id = await pending();
  await learnt();
  await update(id, { decision: 'reject', decision_by: people.host.userId, decision_commits_at: now });
  expect(await learnt()).toEqual({ 'submission.changed': ['host', 'admin'] });
  await update(id, {
    status: 'rejected',
    decided_at: now,
    decision: null,
    decision_by: null,
    decision_commits_at: null,
  });
  expect(await learnt()).toEqual({ 'submission.rejected': all });
});

test('writes no event for changes of a clip that nobody sees', async () => {
  const id = await pending();
  await learnt();
  await update(id, { caption: 'other words' });
  await update(id, { status: 'pending' });
  expect(await learnt()).toEqual({});
});

test('one statement that changes many clips writes an event for each', async () => {
  const ids = [await pending(), await pending(), await pending()];
  await learnt();
  await db
    .updateTable('submissions')
    .set({ status: 'withdrawn', withdrawn_at: now })
    .where('id', 'in', ids)
    .execute();
  const rows = await ask('clipper');
  expect(rows.map(({ submissionId }) => submissionId).toSorted()).toEqual(ids.toSorted());
  expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(['submission.withdrawn']));
});

test('events of holds and appeals reach the clip’s people, screenshots not its host, messages not admins', async () => {
  const id = await pending();
  await learnt();
  await testHold(db, id, now);
  expect(await learnt()).toEqual({ 'fraud_hold.open': all });
  await sql`insert into appeals (id, submission_id, listing_id, clipper_id, text, opened_at, decide_by)
    values (${newId()}, ${id}, ${listing.id}, ${people.clipper.userId}, 'Why?', ${now}, ${now})`.execute(db);
  expect(await learnt()).toEqual({ 'appeal.open': all });
  await db
    .insertInto('submission_messages')
    .values({ id: newId(), submission_id: id, author_id: people.host.accountId, body: 'Hello', sent_at: now })
    .execute();
  expect(await learnt()).toEqual({ 'message.sent': ['host', 'clipper'] });
  await db.updateTable('submission_messages').set({ read_at: now }).where('submission_id', '=', id).execute();
  expect(await learnt()).toEqual({ 'message.read': ['host', 'clipper'] });
});

test('events about money reach its owner and admins', async () => {
  const deposit = await testDispute(db, people.host.accountId, now);
  expect(await learnt()).toEqual({ 'deposit.disputed': ['host', 'admin'] });
  await deposit.end('confirmed');
  expect(await learnt()).toEqual({ 'deposit.confirmed': ['host', 'admin'] });
  const id = newId();
  const payout = { amount_micros: 5_000_000n, destination: 'me@pay.example', cause: 'withdrawal' as const };
  const moments = { requested_at: now, due_at: now };
  await db
    .insertInto('payouts')
    .values({ id, clipper_id: people.clipper.accountId, state: 'requested', ...payout, ...moments })
    .execute();
  expect(await learnt()).toEqual({ 'payout.requested': ['clipper', 'admin'] });
  await db.updateTable('payouts').set({ state: 'canceled' }).where('id', '=', id).execute();
  expect(await learnt()).toEqual({ 'payout.canceled': ['clipper', 'admin'] });
});

test('a settlement and a release write one event each for everybody they pay', async () => {
  const id = await testClip(db, {
    listingId: listing.id,
    clipperId: people.clipper.accountId,
    approvedAt: now,
  });
  await count(db, id, 3_000, now);
  await learnt();
  await settle(db, now);
  expect(await learnt()).toEqual({ 'earnings.changed': ['host', 'clipper'] });
  await settle(db, now);
  expect(await learnt()).toEqual({});
  await jobOf(modules[1], 'earnings.settle').run(after(now, 2 * DAY));
  expect(await learnt()).toMatchObject({ 'earnings.released': ['clipper'] });
});

test('events about a notification, and about reading it, reach only its person', async () => {
  const userId = people.clipper.userId;
  const notice = { userId, kind: 'submission.approved' as const, title: 'T', body: 'B', link: '/' };
  await transact(db, (tx) => notify(tx, notice, now));
  expect(await learnt()).toEqual({ 'notification.created': ['clipper'] });
  await db.updateTable('notifications').set({ read_at: now }).where('user_id', '=', userId).execute();
  expect(await learnt()).toEqual({ 'notification.read': ['clipper'] });
});

test('events of a listing reach its host and admins, those about admins’ work only admins', async () => {
  await db
    .updateTable('listings')
    .set({ state: 'paused', pause_reason: 'host' })
    .where('id', '=', listing.id)
    .execute();
  expect(await learnt()).toEqual({ 'listing.paused': ['host', 'admin'] });
  await db
    .updateTable('listings')
    .set({ state: 'active', pause_reason: null })
    .where('id', '=', listing.id)
    .execute();
  expect(await learnt()).toEqual({ 'listing.resumed': ['host', 'admin'] });
  const message = { name: 'A', email: 'a@b.example', category: 'bug' as const, message: 'M' };
  await db
    .insertInto('support_messages')
    .values({ id: newId(), ...message, created_at: now })
    .execute();
  expect(await learnt()).toEqual({ 'support.changed': ['admin'] });
});

test('an event contains only ids and its kind: no other readers, amounts or texts', async () => {
  await pending();
  const [row] = await ask('host');
  expect(Object.keys(row!).toSorted()).toEqual([
    'at',
    'id',
    'kind',
    'listingId',
    'subjectId',
    'submissionId',
  ]);
});

test('deletes events after a week of real time, however the clock is moved', async () => {
  await pending();
  const events = () => db.selectFrom('events').select('id').execute();
  const kept = await events();
  await jobOf(modules[0], 'events.forget-old').run(after(now, 400 * DAY));
  expect(await events()).toHaveLength(kept.length);
  const [first] = kept;
  await sql`update events set at = at - interval '8 days' where id = ${first!.id}`.execute(t.owner);
  await jobOf(modules[0], 'events.forget-old').run(after(now, 500 * DAY));
  expect((await events()).map(({ id }) => id)).not.toContain(first!.id);
  expect(await events()).toHaveLength(kept.length - 1);
});
