import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Actor } from '#server/http/actor.ts';
import { after, DAY } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { transact } from '#server/infra/transaction.ts';
import { holdsOf as clipHolds } from '#server/modules/appeals/appeals.ts';
import { holdSameIdentity, reopenHold } from '#server/modules/fraud-holds/fraud-holds.ts';
import { appealSubject } from '#server/modules/submissions/submissions.ts';
import { finishJob, stopTracking } from '#server/modules/tracking/tracking.ts';
import { testPerson } from '#server/testing/api.ts';
import { attestedWorld, screenshot } from '#server/testing/attested-clips.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { nextDueOf } from '#server/testing/jobs.ts';
import { testModules } from '#server/testing/modules.ts';

let database: TestDatabase;
let world: Awaited<ReturnType<typeof attestedWorld>>;
let ann: Actor;
let ben: Actor;
beforeAll(async () => {
  database = await testDatabase();
  world = await attestedWorld(database);
  ann = await testPerson(world.db, 'admin');
  ben = await testPerson(world.db, 'admin');
});
afterEach(() => {
  world.luck.drawn = 99;
});
afterAll(async () => {
  await world.close();
  await database.close();
});

async function counted(id: string, clipper: Actor, views: number): Promise<string> {
  const attestation = await world.show(id, clipper, views);
  await world.confirm(ann, attestation, views);
  await world.confirm(ben, attestation, views);
  return attestation;
}

const holdsOf = (id: string) =>
  world.db
    .selectFrom('fraud_holds')
    .select(['state', 'from_views', 'to_views', 'note'])
    .where('submission_id', '=', id)
    .orderBy('opened_at')
    .execute();

/** Creates a clip with a count of 400, then 900. The second count was drawn for an audit. */
async function drawn() {
  const clip = await world.attestedClip(400);
  await counted(clip.id, clip.clipper, 400);
  world.clock.advanceHours(1);
  world.luck.drawn = 29;
  await counted(clip.id, clip.clipper, 900);
  world.luck.drawn = 99;
  return clip;
}

test('an audit holds the new views until two people confirm a fresh screenshot', async () => {
  const { id, clipper } = await drawn();
  expect(await holdsOf(id)).toMatchObject([{ state: 'open', from_views: 400n, to_views: 900n }]);
  const notified = await world.db
    .selectFrom('notifications')
    .select('kind')
    .where('user_id', '=', clipper.userId)
    .execute();
  expect(notified).toContainEqual({ kind: 'fraud_hold.audit' });
  world.clock.advanceHours(24);
  world.luck.drawn = 0;
  await counted(id, clipper, 950);
  // The fresh screenshot answers the audit, so its count is not drawn for another one.
  expect(await holdsOf(id)).toMatchObject([
    { state: 'released', note: 'A fresh screenshot confirms the count.' },
  ]);
  // A passed audit does not clear the score.
  expect(await world.tracked(id)).toMatchObject({ views: 950n, eligible_views: 950n, cleared_score: null });
});

test('records every draw and its chance in the audit log', async () => {
  const { id } = await drawn();
  const rows = await world.db
    .selectFrom('audit_log')
    .select(['action', 'data'])
    .where('subject_id', '=', id)
    .where('action', 'like', 'attestation.%')
    .orderBy('id')
    .execute();
  expect(rows).toMatchObject([
    { action: 'attestation.not_drawn', data: { sharePercent: 30, drawn: 99 } },
    { action: 'attestation.drawn', data: { sharePercent: 30, drawn: 29 } },
  ]);
});

test('excludes exactly the drawn views if no fresh screenshot arrives within seven days', async () => {
  const { id } = await drawn();
  world.clock.advanceHours(167);
  await world.audits.run(world.clock.now());
  expect(await holdsOf(id)).toMatchObject([{ state: 'open' }]);
  world.clock.advanceHours(1);
  // Clipper and host see these facts.
  expect(await clipHolds(world.db, id, 'clipper')).toMatchObject([
    { state: 'open', isByReviewer: false, freshDueAt: world.clock.now() },
  ]);
  expect(await nextDueOf(world.db, world.audits)).toEqual(world.clock.now());
  await Promise.all([world.audits.run(world.clock.now()), world.audits.run(world.clock.now())]);
  expect(await holdsOf(id)).toMatchObject([
    { state: 'upheld', note: 'No fresh screenshot came within 7 days.' },
  ]);
  expect(await clipHolds(world.db, id, 'clipper')).toMatchObject([{ isByReviewer: false, freshDueAt: null }]);
  const nobodyJudged = { cleared_score: null, upheld_score: null };
  expect(await world.tracked(id)).toMatchObject({ views: 900n, eligible_views: 400n, state: 'polling' });
  expect(await world.tracked(id)).toMatchObject(nobodyJudged);
});

test('an undecided screenshot suspends the deadline; a refused one does not', async () => {
  const { id, clipper } = await drawn();
  world.clock.advanceHours(144);
  const fresh = await world.show(id, clipper, 910);
  world.clock.advanceHours(48);
  await world.audits.run(world.clock.now());
  expect(await holdsOf(id)).toMatchObject([{ state: 'open' }]);
  await world.refuse(ann, fresh, 'Another post.');
  await world.audits.run(world.clock.now());
  expect(await holdsOf(id)).toMatchObject([{ state: 'upheld' }]);
});

test('a screenshot after the seven days never passes the audit, however often one is sent', async () => {
  const { id, clipper } = await drawn();
  world.clock.advanceHours(169);
  expect((await world.send(id, clipper, screenshot(0xaaaa01), 910)).status).toBe(200);
  await world.audits.run(world.clock.now());
  expect(await holdsOf(id)).toMatchObject([{ state: 'upheld' }]);
});

test('a replaced screenshot keeps its place in the queue, and none can be replaced after the seven days', async () => {
  const { id, clipper } = await drawn();
  world.clock.advanceHours(100);
  await world.show(id, clipper, 910);
  world.clock.advanceHours(1);
  const other = await world.attestedClip(50);
  const others = await world.show(other.id, other.clipper, 50);
  world.clock.advanceHours(60);
  const again = await world.show(id, clipper, 920);
  const line = (await world.waiting(ann)).map((row: { id: string }) => row.id);
  expect(line.indexOf(again)).toBeLessThan(line.indexOf(others));
  world.clock.advanceHours(20);
  expect((await world.send(id, clipper, screenshot(0xaaaa02), 930)).body.code).toBe(
    'attestation_being_decided',
  );
  await world.audits.run(world.clock.now());
  expect(await holdsOf(id)).toMatchObject([{ state: 'open' }]);
  await world.confirm(ann, again, 920);
  await world.confirm(ben, again, 920);
  expect(await holdsOf(id)).toMatchObject([{ state: 'released' }]);
  expect((await world.send(id, clipper, screenshot(0xaaaa02), 930)).status).toBe(200);
  await world.refuse(ann, others, 'Seen.');
});

test('a lower count stays with people even if a newer screenshot arrives after the seven days', async () => {
  const { id, clipper } = await drawn();
  world.clock.advanceHours(1);
  await counted(id, clipper, 500);
  world.clock.advanceHours(170);
  await world.show(id, clipper, 510);
  await world.audits.run(world.clock.now());
  expect(await holdsOf(id)).toMatchObject([{ state: 'open' }]);
});

test('a person decides when a fresh screenshot shows a lower count', async () => {
  const { id, clipper } = await drawn();
  world.clock.advanceHours(1);
  await counted(id, clipper, 500);
  expect(await holdsOf(id)).toMatchObject([{ state: 'open' }]);
  expect((await world.tracked(id)).eligible_views).toBe(500n);
});

test('audits a person with earlier fake views more often, and never a count that does not grow', async () => {
  const { id, clipper } = await drawn();
  world.clock.advanceHours(168);
  await world.audits.run(world.clock.now());
  world.luck.drawn = 49;
  await counted(id, clipper, 900);
  expect(await holdsOf(id)).toHaveLength(1);
  world.clock.advanceHours(1);
  await counted(id, clipper, 1_000);
  expect(await holdsOf(id)).toMatchObject([
    { state: 'upheld' },
    { state: 'open', from_views: 900n, to_views: 1_000n },
  ]);
  expect((await world.send(id, clipper, screenshot(0xfedcba), 1_000)).status).toBe(200);
});

test('neither another screenshot nor waiting passes a failed audit', async () => {
  const { id, clipper } = await drawn();
  world.clock.advanceHours(1);
  await counted(id, clipper, 500);
  world.clock.advanceHours(1);
  await counted(id, clipper, 950);
  expect(await holdsOf(id)).toMatchObject([{ state: 'open' }]);
  world.clock.advanceHours(14 * 24);
  await world.audits.run(world.clock.now());
  await testModules(world.db, world.clock, ['fraud-holds'])[0].jobs![0]!.run(world.clock.now());
  expect(await holdsOf(id)).toMatchObject([{ state: 'escalated' }]);
});

test('a fresh screenshot does not release a hold because host and clipper look like one person', async () => {
  const { id, clipper, host } = await drawn();
  const match = {
    id: newId(),
    host_id: host.accountId,
    clipper_id: clipper.accountId,
    signal: 'card' as const,
  };
  await world.db
    .insertInto('identity_matches')
    .values({ ...match, evidence: 'One card.', found_at: world.clock.now() })
    .execute();
  await transact(world.db, (tx) => holdSameIdentity(tx, { submissionId: id }, world.clock.now()));
  world.clock.advanceHours(1);
  await counted(id, clipper, 950);
  expect(await holdsOf(id)).toMatchObject([{ state: 'escalated', from_views: 0n, to_views: null }]);
  const { cleared_at } = await world.db
    .selectFrom('identity_matches')
    .select('cleared_at')
    .where('id', '=', match.id)
    .executeTakeFirstOrThrow();
  expect(cleared_at).toBeNull();
});

test('counts a clip until its audit ends, however short its window', async () => {
  const { id, clipper } = await drawn();
  const approved = { status: 'approved', approved_how: 'host', approved_at: world.clock.now() } as const;
  const tracking_until = after(world.clock.now(), DAY);
  await world.db
    .updateTable('submissions')
    .set({ ...approved, tracking_until })
    .where('id', '=', id)
    .execute();
  world.clock.advanceHours(6 * 24);
  const finish = finishJob(world.db);
  await finish.run(world.clock.now());
  const fresh = await counted(id, clipper, 900);
  expect(fresh).not.toBe('undefined');
  expect(await holdsOf(id)).toMatchObject([{ state: 'released' }]);
  await finish.run(world.clock.now());
  expect(await world.tracked(id)).toMatchObject({ state: 'finished', eligible_views: 900n });
});

test('an audit excludes no views of a clip that is no longer counted', async () => {
  const { id } = await drawn();
  await transact(world.db, (tx) => stopTracking(tx, [id]));
  world.clock.advanceHours(7 * 24);
  await world.audits.run(world.clock.now());
  expect(await holdsOf(id)).toMatchObject([{ state: 'open' }]);
  world.clock.advanceHours(7 * 24);
  await testModules(world.db, world.clock, ['fraud-holds'])[0].jobs![0]!.run(world.clock.now());
  expect(await holdsOf(id)).toMatchObject([{ state: 'released' }]);
});

test('an audit can be appealed only after it was upheld, and the appeal’s deadline pays nothing', async () => {
  const { id } = await drawn();
  const subject = () =>
    sql<{ kind: string | null }>`select subject.kind from submissions s join listings l on l.id = s.listing_id
      ${appealSubject} where s.id = ${id}`.execute(world.db);
  expect((await subject()).rows).toEqual([{ kind: null }]);
  world.clock.advanceHours(7 * 24);
  await world.audits.run(world.clock.now());
  expect((await subject()).rows).toEqual([{ kind: 'hold' }]);
  const { id: fraudHoldId } = await world.db
    .selectFrom('fraud_holds')
    .select('id')
    .where('submission_id', '=', id)
    .executeTakeFirstOrThrow();
  const decideBy = after(world.clock.now(), 7 * DAY);
  await transact(world.db, (tx) => reopenHold(tx, { fraudHoldId, decideBy, now: world.clock.now() }));
  world.clock.advanceHours(7 * 24);
  await testModules(world.db, world.clock, ['fraud-holds'])[0].jobs![0]!.run(world.clock.now());
  expect(await holdsOf(id)).toMatchObject([{ state: 'escalated' }]);
});
