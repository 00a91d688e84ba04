import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Actor } from '#server/http/actor.ts';
import { newId } from '#server/infra/id.ts';
import { testPerson } from '#server/testing/api.ts';
import { type ClipWorld, clipWorld } from '#server/testing/clip-world.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';

let database: TestDatabase;
let world: ClipWorld;
let admin: Actor;
beforeAll(async () => {
  database = await testDatabase();
  world = await clipWorld(database);
  admin = await testPerson(world.db, 'admin');
});
afterAll(async () => {
  await world.close();
  await database.close();
});

/** Creates a clip whose host missed the deadline. */
async function waitingClip() {
  const clip = await world.submitClip();
  const handed = { escalated: true, decision_started_at: world.clock.now() };
  await world.db.updateTable('submissions').set(handed).where('id', '=', clip.id).execute();
  return clip;
}

const review = (id: string, what: 'approve' | 'reject', body: object, as = admin) =>
  world.api.send('POST', `/api/admin/submissions/${id}/${what}`, { as, body });
const approve = (id: string) => review(id, 'approve', { note: 'Fits the listing' });
const row = (id: string) =>
  world.db.selectFrom('submissions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const trackingOf = async (id: string) =>
  (
    await world.db
      .selectFrom('clip_tracking')
      .select('state')
      .where('submission_id', '=', id)
      .executeTakeFirstOrThrow()
  ).state;
const kindsFor = async (person: Actor) => {
  const found = await world.db
    .selectFrom('notifications')
    .select('kind')
    .where('user_id', '=', person.userId)
    .orderBy('id')
    .execute();
  return found.map(({ kind }) => kind);
};

it('approves an escalated clip at once: counting continues, and clipper and host are notified', async () => {
  const clip = await waitingClip();
  expect((await approve(clip.id)).status).toBe(200);
  expect(await row(clip.id)).toMatchObject({
    status: 'approved',
    approved_how: 'admin',
    approved_at: world.clock.now(),
    tracking_until: new Date(world.clock.now().getTime() + 30 * 24 * 3_600_000),
  });
  expect(await trackingOf(clip.id)).toBe('polling');
  expect(await kindsFor(clip.clipper)).toEqual(['submission.approved']);
  expect(await kindsFor(clip.host)).toEqual(['submission.submitted', 'listing.clip_reviewed']);
  const audit = await world.db
    .selectFrom('audit_log')
    .select(['actor_id', 'actor_kind', 'data'])
    .where('subject_id', '=', clip.id)
    .where('action', '=', 'submission.approved')
    .execute();
  const data = { how: 'admin', note: 'Fits the listing' };
  expect(audit).toEqual([{ actor_id: admin.userId, actor_kind: 'admin', data }]);
});

it('rejects with a reason that the clipper can read, and stops counting', async () => {
  const clip = await waitingClip();
  expect((await review(clip.id, 'reject', { reason: null, note: 'x' })).body.code).toBe('reason_required');
  expect((await review(clip.id, 'reject', { reason: 'other', note: ' ' })).body.code).toBe('note_required');
  expect((await review(clip.id, 'reject', { reason: 'wrong_content', note: 'A trailer' })).status).toBe(200);
  expect(await row(clip.id)).toMatchObject({ status: 'rejected', reject_reason: 'wrong_content' });
  expect(await trackingOf(clip.id)).toBe('stopped');
  const notified = await world.db
    .selectFrom('notifications')
    .select('body')
    .where('user_id', '=', clip.clipper.userId)
    .execute();
  expect(notified[0]?.body).toContain('Wrong content: A trailer');
});

it("leaves a clip to its host until the deadline has passed, and while the host's decision can be undone", async () => {
  const early = await world.submitClip();
  expect((await approve(early.id)).body.code).toBe('submission_state');
  const deciding = await world.submitClip();
  const hostApproves = `/api/submissions/${deciding.id}/approve`;
  expect((await world.api.send('POST', hostApproves, { as: deciding.host })).status).toBe(200);
  expect((await approve(deciding.id)).body.code).toBe('submission_state');
});

it("refuses the host's decision on an escalated clip, and says why", async () => {
  const clip = await waitingClip();
  for (const [what, body] of [
    ['approve', {}],
    ['reject', { reason: 'duplicate', note: null }],
  ] as const) {
    const reply = await world.api.send('POST', `/api/submissions/${clip.id}/${what}`, {
      as: clip.host,
      body,
    });
    expect([reply.status, reply.body.detail]).toEqual([
      409,
      'The deadline has passed, so Permille decides on this clip.',
    ]);
  }
  const { rows } = (await world.api.send('GET', '/api/host/submissions', { as: clip.host })).body;
  expect(rows).toMatchObject([{ status: 'pending', decision: null, isEscalated: true }]);
  const stranger = await testPerson(world.db, 'host');
  const theirs = await world.api.send('POST', `/api/submissions/${clip.id}/approve`, { as: stranger });
  expect(theirs.status).toBe(404);
});

it('accepts one decision when several people decide at the same moment', async () => {
  const clip = await waitingClip();
  const other = await testPerson(world.db, 'admin');
  const replies = await Promise.all([
    approve(clip.id),
    review(clip.id, 'reject', { reason: 'duplicate', note: null }, other),
    review(clip.id, 'approve', { note: 'Also seen' }, other),
    world.api.send('POST', `/api/submissions/${clip.id}/approve`, { as: clip.host }),
    world.api.send('POST', `/api/submissions/${clip.id}/withdraw`, { as: clip.clipper }),
  ]);
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
  const refused = replies.map((reply) => reply.body.code).filter((code) => code !== undefined);
  expect(
    refused.filter((code) => code === 'submission_state' || code === 'submission_escalated'),
  ).toHaveLength(4);
  const late = [await approve(clip.id), await review(clip.id, 'reject', { reason: 'duplicate', note: null })];
  expect(late.map(({ body }) => body.code)).toEqual(['submission_state', 'submission_state']);
});

it('requires a note to approve, and answers 404 to hosts and clippers', async () => {
  const clip = await waitingClip();
  expect((await review(clip.id, 'approve', { note: ' ' })).body.code).toBe('invalid_input');
  expect((await approve(newId())).status).toBe(404);
  for (const as of [clip.host, clip.clipper]) {
    expect((await review(clip.id, 'approve', { note: 'x' }, as)).status).toBe(404);
  }
  expect((await row(clip.id)).status).toBe('pending');
});
