import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { PROOFS_AT_ONCE } from '#contract/limits.ts';
import { centsToMicros } from '#contract/money.ts';
import { HOUR, MINUTE, MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { transact } from '#server/infra/transaction.ts';
import { openAuditHold, upholdFraudHold } from '#server/modules/fraud-holds/fraud-holds.ts';
import { reconcile } from '#server/modules/ledger/ledger.ts';
import { createActor, createTestServer, type TestActor } from '#server/testing/actor.ts';
import { count } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import { limitUnproven, payableClipper, releasedClip, sentPicture } from '#server/testing/unproven.ts';
import { waitingOf } from './waiting.ts';

const t = await testDatabase();
const { db } = t;
const clock = new MovableClock({ frozenAt: new Date('2026-03-04T10:00:00Z') });
const modules = testModules(db, clock, ['payouts', 'proofs']);
const server = await createTestServer({ db, clock, modules });
const admin = await createActor(db, { role: 'admin', username: 'ada' });
const second = await createActor(db, { role: 'admin', username: 'bea' });
afterAll(async () => {
  expect((await reconcile(db)).invariants.filter(({ ok }) => !ok)).toEqual([]);
  await server.close();
  await t.close();
});
beforeEach(() => limitUnproven(db, dollars(25)));

const dollars = (amount: number) => centsToMicros(Math.round(amount * 100));
const call = async (actor: TestActor, method: 'GET' | 'POST', url: string, payload?: object) => {
  const reply = await server.inject({ method, url: `/api/${url}`, headers: actor.headers, payload });
  return { status: reply.statusCode, body: reply.json() };
};
const list = async (actor: TestActor) => (await call(actor, 'GET', 'clipper/unproven-clips')).body;
const show = async (actor: TestActor, clip: string) =>
  (await call(actor, 'GET', `submissions/${clip}/proof`)).body;
const ask = (actor: TestActor, clip: string) => call(actor, 'POST', `submissions/${clip}/proof`);
const provable = async (clip: string) => (await call(admin, 'GET', `admin/submissions/${clip}/proof`)).body;
const prove = (clip: string, upTo: number, by = admin) =>
  call(by, 'POST', `admin/submissions/${clip}/proof`, { upTo, note: 'The figures fit.' });
const refuseIt = (clip: string) =>
  call(admin, 'POST', `admin/submissions/${clip}/proof/refuse`, { note: 'No counts are visible.' });
const waits = async ({ accountId }: TestActor) =>
  (await waitingOf(db, accountId, clock.now())).unprovenMicros;
const provenOf = async (clip: string) =>
  (
    await db
      .selectFrom('clip_tracking')
      .select('proven_views')
      .where('submission_id', '=', clip)
      .executeTakeFirstOrThrow()
  ).proven_views;

/** A clipper with a clip of $40.00, of which $15.00 waits for proof. */
async function waiting(views = 20_000) {
  const clipper = await payableClipper(db, clock.now());
  const clip = await releasedClip(db, { clipperId: clipper.accountId, views, now: clock.now() });
  return { clipper, clip };
}

/** Sends a picture that shows the code of the clip's request. */
async function showCode({ clipper, clip }: { clipper: TestActor; clip: string }) {
  const { code } = (await ask(clipper, clip)).body;
  clock.advance(1 * HOUR);
  const picture = { clip, clipperId: clipper.accountId, text: `Analytics ${code}`, now: clock.now() };
  return { code, attestationId: await sentPicture(db, picture) };
}

describe('GET /api/clipper/unproven-clips', () => {
  test('200: names the clips whose money waits with the fastest way to prove each, the largest sum first', async () => {
    const { clipper, clip } = await waiting(15_000);
    const released = { clipperId: clipper.accountId, now: clock.now() };
    const youtube = await releasedClip(db, { ...released, views: 30_000 }, { platform: 'youtube' });
    await db.updateTable('submissions').set({ platform: 'youtube' }).where('id', '=', youtube).execute();
    await releasedClip(db, { ...released, views: 5_000 }, { proven_views: 5_000n });
    const { rows, others } = await list(clipper);
    expect(rows).toMatchObject([
      { submissionId: youtube, waitingMicros: String(dollars(60)), unprovenViews: 30_000, way: 'release' },
      { submissionId: clip, waitingMicros: String(dollars(5)), way: 'show', request: null },
    ]);
    expect(others).toEqual({ clips: 0, waitingMicros: '0' });
    expect((await list((await waiting(1_000)).clipper)).rows).toEqual([]);
  });
});

describe('POST /api/submissions/:id/proof', () => {
  test('200: makes a code that proves only the views counted so far, and holds none', async () => {
    const { clipper, clip } = await waiting();
    expect(await show(clipper, clip)).toMatchObject({ mayAsk: true, clip: { way: 'show' } });
    const { status, body } = await ask(clipper, clip);
    expect([status, body.code]).toEqual([200, expect.stringMatching(/^[2-9A-HJ-NP-Z]{6}$/)]);
    expect(await show(clipper, clip)).toMatchObject({
      mayAsk: false,
      clip: { way: 'code', request: { state: 'open', code: body.code, views: 20_000 } },
    });
    expect(
      await db.selectFrom('fraud_holds').select('id').where('submission_id', '=', clip).execute(),
    ).toEqual([]);
    expect(await waits(clipper)).toBe(dollars(15));
  });

  test('200: a code that was not used expires, and a new one can be made', async () => {
    const { clipper, clip } = await waiting();
    const first = (await ask(clipper, clip)).body.code;
    clock.advance(25 * HOUR);
    const { status, body } = await ask(clipper, clip);
    expect(status).toBe(200);
    expect(body.code).not.toBe(first);
  });

  test('404: shows and proves no clip of another person', async () => {
    const { clip } = await waiting();
    const { clipper } = await waiting();
    expect((await ask(clipper, clip)).status).toBe(404);
    expect((await call(clipper, 'GET', `submissions/${clip}/proof`)).status).toBe(404);
  });

  test('409: refuses a code while one is valid or a picture is reviewed, also when two are asked for at once', async () => {
    const { clipper, clip } = await waiting();
    const both = await Promise.all([ask(clipper, clip), ask(clipper, clip)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(both.map(({ body }) => body.code)).toContain('proof_open');
    await sentPicture(db, { clip, clipperId: clipper.accountId, text: '', now: clock.now() });
    clock.advance(48 * HOUR);
    expect((await ask(clipper, clip)).body.code).toBe('proof_open');
  });

  test('409: refuses a code if no money waits, if all is proven, or if an audit asks for a picture', async () => {
    const small = await waiting(10_000);
    expect((await ask(small.clipper, small.clip)).body.detail).toBe('None of your money waits for proof.');
    const { clipper, clip } = await waiting();
    const hold = { submissionId: clip, before: 0n, views: 20_000n, now: clock.now() };
    await transact(db, (tx) => openAuditHold(tx, hold));
    expect((await ask(clipper, clip)).body.code).toBe('proof_not_possible');
    const proven = await waiting();
    await db
      .updateTable('clip_tracking')
      .set({ proven_views: 20_000n })
      .where('submission_id', '=', proven.clip)
      .execute();
    expect((await ask(proven.clipper, proven.clip)).body.detail).toBe('All that the clip earned is proven.');
  });

  test('429: asks for no further picture for seven days after one was refused', async () => {
    const one = await waiting();
    await showCode(one);
    expect((await refuseIt(one.clip)).status).toBe(200);
    expect(await show(one.clipper, one.clip)).toMatchObject({
      mayAsk: false,
      clip: { way: 'later', request: { state: 'refused', note: 'No counts are visible.' } },
    });
    expect((await ask(one.clipper, one.clip)).body.code).toBe('proof_too_soon');
    clock.advance(7 * 24 * HOUR);
    expect((await ask(one.clipper, one.clip)).status).toBe(200);
    expect(await waits(one.clipper)).toBe(dollars(15));
  });

  test('429: limits how many clips a person shows at a time, in simultaneous requests', async () => {
    const clipper = await payableClipper(db, clock.now());
    const clips: string[] = [];
    for (let i = 0; i <= PROOFS_AT_ONCE; i++)
      clips.push(await releasedClip(db, { clipperId: clipper.accountId, views: 20_000, now: clock.now() }));
    const replies = await Promise.all(clips.map((clip) => ask(clipper, clip)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(PROOFS_AT_ONCE);
    expect(replies.find(({ status }) => status !== 200)!.body.code).toBe('proof_too_soon');
  });
});

test('a clip that shows its views can still be drawn for an audit, which ends the request', async () => {
  const one = await waiting();
  await showCode(one);
  clock.advance(MINUTE);
  await limitUnproven(db, dollars(25), 100);
  const [draw] = modules[1].jobs!;
  await draw!.run(clock.now(), new AbortController().signal);
  await limitUnproven(db, dollars(25));
  expect(await show(one.clipper, one.clip)).toMatchObject({
    mayAsk: false,
    clip: { way: 'audit', request: null },
  });
  expect(await provable(one.clip)).toEqual({ provable: null, request: null });
  expect((await prove(one.clip, 20_000)).body.code).toBe('proof_not_possible');
  const { id: fraudHoldId } = await db
    .selectFrom('fraud_holds')
    .select('id')
    .where('submission_id', '=', one.clip)
    .executeTakeFirstOrThrow();
  const upheld = { fraudHoldId, adminId: admin.userId, note: 'Bought.', now: clock.now() };
  await transact(db, (tx) => upholdFraudHold(tx, upheld));
  expect((await provable(one.clip)).request).toBeNull();
});

describe('POST /api/admin/submissions/:id/proof', () => {
  test('200: accepts a picture, and the money of the views counted before its code leaves the wait', async () => {
    const one = await waiting();
    const { code, attestationId } = await showCode(one);
    await count(db, one.clip, 90_000, clock.now());
    expect(await provable(one.clip)).toMatchObject({
      provable: { upTo: 20_000, views: 20_000, leavesMicros: String(dollars(15)), pendingMicros: '0' },
      request: { state: 'shown', code, isCodeRead: true },
    });
    expect((await prove(one.clip, 90_000)).status).toBe(200);
    expect([await provenOf(one.clip), await waits(one.clipper)]).toEqual([20_000n, 0n]);
    const request = await db
      .selectFrom('proof_requests')
      .select(['decision', 'attestation_id'])
      .where('submission_id', '=', one.clip)
      .executeTakeFirst();
    expect(request).toEqual({ decision: 'accepted', attestation_id: attestationId });
    const entry = await db
      .selectFrom('audit_log')
      .select(['actor_id', 'data'])
      .where('action', '=', 'submission.views_proven')
      .where('subject_id', '=', one.clip)
      .executeTakeFirst();
    expect(entry).toMatchObject({
      actor_id: admin.userId,
      data: { toViews: '20000', note: 'The figures fit.' },
    });
  });

  test('200: proves a clean clip without a picture, up to the counter that the admin saw', async () => {
    const { clip, clipper } = await waiting();
    const { upTo } = (await provable(clip)).provable;
    await count(db, clip, 90_000, clock.now());
    expect((await prove(clip, upTo)).status).toBe(200);
    expect([await provenOf(clip), await waits(clipper)]).toEqual([20_000n, 0n]);
    expect((await prove(clip, upTo)).body.code).toBe('proof_not_possible');
  });

  test('409: a sum of the two-person rule needs a second admin, also if it only makes room for other clips', async () => {
    const clipper = await payableClipper(db, clock.now());
    const released = { clipperId: clipper.accountId, now: clock.now() };
    await limitUnproven(db, dollars(4_000));
    const first = await releasedClip(db, { ...released, views: 2_000_000 });
    await releasedClip(db, { ...released, views: 2_000_000 });
    expect(await waits(clipper)).toBe(dollars(4_000));
    const alone = await prove(first, 2_000_000);
    expect(alone.body.code).toBe('second_admin_needed');
    expect([await provenOf(first), await waits(clipper)]).toEqual([0n, dollars(4_000)]);
    expect((await prove(first, 2_000_000, second)).status).toBe(200);
    expect(await waits(clipper)).toBe(0n);
  });

  test('409: proves nothing of a clip that is on hold, or whose score asks a person', async () => {
    const { clip } = await waiting();
    await db
      .updateTable('clip_tracking')
      .set({ band: 'needs_review', score: 40 })
      .where('submission_id', '=', clip)
      .execute();
    expect((await prove(clip, 20_000)).body.code).toBe('proof_not_possible');
    expect((await provable(clip)).provable).toBeNull();
    expect((await prove(newId(), 1)).status).toBe(404);
  });

  test('400: names the missing note', async () => {
    const { clip } = await waiting();
    const reply = await call(admin, 'POST', `admin/submissions/${clip}/proof`, { upTo: 1, note: ' ' });
    expect([reply.status, JSON.stringify(reply.body)]).toEqual([400, expect.stringContaining('note')]);
  });
});

test('404: shows and refuses nothing of a clip that does not exist', async () => {
  expect((await call(admin, 'GET', `admin/submissions/${newId()}/proof`)).status).toBe(404);
  expect((await refuseIt(newId())).status).toBe(404);
});

test('409: refuses no picture that was not sent, and none that was decided', async () => {
  const one = await waiting();
  expect((await refuseIt(one.clip)).body.code).toBe('proof_not_possible');
  await ask(one.clipper, one.clip);
  clock.advance(MINUTE);
  expect((await refuseIt(one.clip)).body.code).toBe('proof_not_possible');
});
