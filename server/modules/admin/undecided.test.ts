import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Actor } from '#server/http/actor.ts';
import { after, DAY, HOUR, MovableClock } from '#server/infra/clock.ts';
import { releaseDue, settle } from '#server/modules/earnings/earnings.ts';
import { balanceOf, host as hostAccount, listing, reconcile } from '#server/modules/ledger/ledger.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { count, testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';

const t = await testDatabase();
const { db } = t;
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
const modules = testModules(db, clock, ['listings', 'submissions', 'admin']);
const [listings, submissions] = modules;
const api = await testApi(db, clock, modules);
let admin: Actor;
beforeAll(async () => {
  admin = await testPerson(db, 'admin');
});
afterEach(async () => {
  expect((await reconcile(db)).invariants.filter(({ ok }) => !ok)).toEqual([]);
});
afterAll(async () => {
  await api.close();
  await t.close();
});

async function runDue(): Promise<void> {
  for (const job of [...submissions.jobs!, ...listings.jobs!]) await job.run(clock.now());
}

async function pendingClip(listingId?: string) {
  const found = await testListing(db, clock.now());
  const clipper = await testPerson(db, 'clipper');
  const submittedAt = clock.now();
  const clip = { listingId: listingId ?? found.id, clipperId: clipper.accountId, submittedAt };
  const id = await testClip(db, { ...clip, approvedAt: null, views: 5_000 });
  return { ...found, ...clip, clip: id, clipper };
}
const statusOf = async (id: string) =>
  await db
    .selectFrom('submissions')
    .select(['status', 'decision', 'escalated'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const stateOf = async (id: string) =>
  (await db.selectFrom('listings').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;
const remove = (id: string) =>
  api.send('POST', `/api/admin/listings/${id}/remove`, { as: admin, body: { reason: 'Not allowed' } });

test.each(['approve', 'reject'] as const)(
  'a listing settles after a reviewer says %s to its last clip, which the host never decided',
  async (what) => {
    const { listingId, hostId, clip } = await pendingClip();
    await db
      .updateTable('listings')
      .set({ state: 'ended', ended_at: clock.now() })
      .where('id', '=', listingId)
      .execute();
    for (let day = 0; day < 3; day++) {
      clock.advance(DAY);
      await runDue();
    }
    expect(await statusOf(clip)).toMatchObject({ status: 'pending', escalated: true });
    const list = await api.send('GET', '/api/admin/submissions?waiting=true', { as: admin });
    expect(list.body.rows.map((row: { id: string }) => row.id)).toContain(clip);
    const body = { note: 'Looked at it', ...(what === 'reject' && { reason: 'wrong_content' }) };
    expect(
      (await api.send('POST', `/api/admin/submissions/${clip}/${what}`, { as: admin, body })).status,
    ).toBe(200);
    await settle(db, clock.now());
    clock.advance(34 * DAY);
    const finished = { state: 'finished' as const, next_poll_at: null };
    if (what === 'approve') await count(db, clip, 5_000, clock.now(), finished);
    await settle(db, clock.now());
    clock.advance(2 * DAY);
    await releaseDue(db, clock.now());
    await settle(db, clock.now());
    await runDue();
    expect(await stateOf(listingId)).toBe('settled');
    expect(await balanceOf(db, listing(listingId))).toBe(0n);
    expect(await balanceOf(db, hostAccount(hostId))).toBe(what === 'approve' ? 90_000_000n : 100_000_000n);
  },
);

test('lists clips that wait for a reviewer, longest wait first', async () => {
  const first = await pendingClip();
  clock.advance(HOUR);
  const second = await pendingClip();
  const notYet = await pendingClip();
  for (const { clip } of [first, second]) {
    const decide_by = after(clock.now(), DAY);
    await db.updateTable('submissions').set({ escalated: true, decide_by }).where('id', '=', clip).execute();
  }
  const all = await api.send('GET', '/api/admin/submissions', { as: admin });
  const waits = new Map(
    all.body.rows.map((row: { id: string; waitsUntil: unknown }) => [row.id, row.waitsUntil]),
  );
  expect(waits.get(notYet.clip)).toBe(null);
  expect(waits.get(first.clip)).toBe(after(clock.now(), DAY).toISOString());
  const { rows } = (await api.send('GET', '/api/admin/submissions?waiting=true', { as: admin })).body;
  expect(rows).toMatchObject([{ id: first.clip, listingId: first.listingId }, { id: second.clip }]);
  const overview = await api.send('GET', '/api/admin/overview', { as: admin });
  expect(overview.body.waitingSubmissions).toBe(2);
});

test('removing a listing withdraws its undecided clips: they are not counted, clippers are notified, posts are free', async () => {
  const { listingId, clip, clipper } = await pendingClip();
  expect((await remove(listingId)).status).toBe(200);
  expect(await statusOf(clip)).toMatchObject({ status: 'withdrawn' });
  const own = await api.send('GET', '/api/clipper/submissions', { as: clipper });
  expect(own.body.rows[0]).toMatchObject({ status: 'withdrawn', next: { who: 'nobody' } });
  const notified = await db
    .selectFrom('notifications')
    .select('kind')
    .where('user_id', '=', clipper.userId)
    .execute();
  expect(notified).toEqual([{ kind: 'submission.closed' }]);
  const tracking = await db
    .selectFrom('clip_tracking')
    .select('state')
    .where('submission_id', '=', clip)
    .executeTakeFirstOrThrow();
  expect(tracking.state).toBe('stopped');
});

test('a removal during a decision leaves no clip undecided, and approves none that could not earn before', async () => {
  for (let round = 0; round < 5; round++) {
    const { listingId, clip } = await pendingClip();
    await db.updateTable('submissions').set({ escalated: true }).where('id', '=', clip).execute();
    const approval = `/api/admin/submissions/${clip}/approve`;
    const [, approved] = await Promise.all([
      remove(listingId),
      api.send('POST', approval, { as: admin, body: { note: 'Seen' } }),
    ]);
    expect(await statusOf(clip)).toMatchObject({
      status: approved.status === 200 ? 'approved' : 'withdrawn',
    });
    expect(await stateOf(listingId)).toBe('removed');
    const opened = await db
      .selectFrom('clip_earnings')
      .select('paid_micros')
      .where('submission_id', '=', clip)
      .execute();
    expect(opened).toEqual(approved.status === 200 ? [{ paid_micros: 10_000_000n }] : []);
  }
});

test('a decision that can still be undone ends with its clip, and the clipper is notified once', async () => {
  const { listingId, hostId, clip, clipper } = await pendingClip();
  const host: Actor = { ...(await testPerson(db, 'host')), accountId: hostId };
  expect((await api.send('POST', `/api/submissions/${clip}/approve`, { as: host })).status).toBe(200);
  await remove(listingId);
  clock.advance(HOUR);
  await runDue();
  expect(await statusOf(clip)).toMatchObject({ status: 'withdrawn', decision: null });
  const notified = await db
    .selectFrom('notifications')
    .select('kind')
    .where('user_id', '=', clipper.userId)
    .execute();
  expect(notified).toEqual([{ kind: 'submission.closed' }]);
});

test('a clip submitted during a removal is refused or withdrawn, never left waiting', async () => {
  const { id: listingId } = await testListing(db, clock.now());
  const clipper = await testPerson(db, 'clipper');
  const lateClip = db.transaction().execute(async (tx) => {
    const open = await tx
      .selectFrom('listings')
      .select('id')
      .where('id', '=', listingId)
      .where('state', '=', 'active')
      .forShare()
      .executeTakeFirst();
    // This transaction holds a lock on the listing, so the removal that starts here waits.
    const removal = remove(listingId);
    await waitForLock();
    if (open)
      await testClip(tx, {
        listingId,
        clipperId: clipper.accountId,
        approvedAt: null,
        submittedAt: clock.now(),
      });
    return { removal };
  });
  expect((await (await lateClip).removal).status).toBe(200);
  const left = await db
    .selectFrom('submissions')
    .select('status')
    .where('listing_id', '=', listingId)
    .execute();
  expect(left).toEqual([{ status: 'withdrawn' }]);
});

/** Returns once a transaction waits for a lock, so that the order of the two transactions is known. */
async function waitForLock(): Promise<void> {
  for (;;) {
    const waiting = await db
      .selectFrom('pg_locks' as never)
      .select('pid' as never)
      .where('granted' as never, '=', false as never)
      .execute();
    if (waiting.length > 0) return;
  }
}
