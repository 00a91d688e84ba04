import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { momentText } from '#contract/dates.ts';
import type { Actor } from '#server/http/actor.ts';
import { listOutbox } from '#server/infra/mail.ts';
import { newsMails } from '#server/modules/notifications/notifications.ts';
import { testPerson } from '#server/testing/api.ts';
import { testClipFile } from '#server/testing/clip-file.ts';
import { type ClipWorld, clipWorld } from '#server/testing/clip-world.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { testMails } from '#server/testing/mails.ts';

let database: TestDatabase;
let world: ClipWorld;
beforeAll(async () => {
  database = await testDatabase();
  world = await clipWorld(database);
});
beforeEach(() => world.forgetClips());
afterAll(async () => {
  await world.close();
  await database.close();
});

const statusOf = async (id: string) =>
  (await world.db.selectFrom('submissions').select('status').where('id', '=', id).executeTakeFirstOrThrow())
    .status;
const approve = (id: string, as: Actor) => world.api.send('POST', `/api/submissions/${id}/approve`, { as });
const newestNotice = (person: Actor) =>
  world.db
    .selectFrom('notifications')
    .select(['title', 'body'])
    .where('user_id', '=', person.userId)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
const organic = { scenario: 'organic', views: 40_000 } as const;
const seconds = (n: number) => world.clock.advanceHours(n / 3600);

it('commits an approval ten seconds later, and notifies in the app and by mail only then', async () => {
  const clip = await world.submitClip();
  expect((await approve(clip.id, clip.host)).status).toBe(200);
  seconds(9);
  await world.runDue();
  expect(await statusOf(clip.id)).toBe('pending');
  expect(await listOutbox(world.db)).toEqual([]);
  await expect(newestNotice(clip.clipper)).rejects.toThrow('no result');
  seconds(1);
  await world.runDue();
  expect(await statusOf(clip.id)).toBe('approved');
  expect(await newestNotice(clip.clipper)).toMatchObject({ title: 'Clip approved' });
  await newsMails({ db: world.db, ...testMails }).run(world.clock.now());
  const [mail] = await listOutbox(world.db);
  expect(mail).toMatchObject({ to: clip.clipper.email, subject: 'Clip approved' });
  expect(mail!.links[0]).toBe(`http://localhost:3000/clips/${clip.id}`);
});

it('undoes a decision within its ten seconds and not after', async () => {
  const clip = await world.submitClip();
  await approve(clip.id, clip.host);
  expect(
    (await world.api.send('POST', `/api/submissions/${clip.id}/undo`, { as: clip.host })).body.status,
  ).toBe('pending');
  seconds(11);
  await world.runDue();
  expect(await statusOf(clip.id)).toBe('pending');
  await approve(clip.id, clip.host);
  seconds(10);
  const late = await world.api.send('POST', `/api/submissions/${clip.id}/undo`, { as: clip.host });
  expect(late.body.code).toBe('submission_state');
  expect((await approve(clip.id, clip.host)).body.code).toBe('submission_state');
});

it('rejects with a reason, stops counting, and requires a note for "Other"', async () => {
  const clip = await world.submitClip();
  const reject = (body: object) =>
    world.api.send('POST', `/api/submissions/${clip.id}/reject`, { as: clip.host, body });
  expect((await reject({ reason: null, note: null })).body.code).toBe('reason_required');
  expect((await reject({ reason: 'other', note: '  ' })).body.code).toBe('note_required');
  expect((await reject({ reason: 'wrong_content', note: null })).status).toBe(200);
  seconds(10);
  await world.runDue();
  expect(await statusOf(clip.id)).toBe('rejected');
  const { body } = await newestNotice(clip.clipper);
  expect(body).toMatch(/ was rejected: Wrong content\. You can appeal within 7 days\.$/);
  const tracking = await world.db
    .selectFrom('clip_tracking')
    .select('state')
    .where('submission_id', '=', clip.id)
    .executeTakeFirstOrThrow();
  expect(tracking.state).toBe('stopped');
});

it('accepts one of two simultaneous decisions', async () => {
  const clip = await world.submitClip();
  const body = { reason: 'duplicate', note: null };
  const all = () =>
    Promise.all([
      approve(clip.id, clip.host),
      world.api.send('POST', `/api/submissions/${clip.id}/reject`, { as: clip.host, body }),
      world.api.send('POST', `/api/submissions/${clip.id}/withdraw`, { as: clip.clipper }),
    ]);
  const replies = await all();
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
  expect(replies.filter((reply) => reply.body.code === 'submission_state')).toHaveLength(2);
  for (const { body: late } of await all()) expect(late.code).toBe('submission_state');
});

it('answers 404 for the clips of other hosts', async () => {
  const clip = await world.submitClip();
  const other = await testPerson(world.db, 'host');
  const foreign = await approve(clip.id, other);
  const unknown = await approve(other.accountId, other);
  expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
  const evidence = await world.api.send('GET', `/api/clips/${clip.id}`, { as: other });
  expect(evidence.status).toBe(404);
});

it('escalates an undecided clip to reviewers when the host misses the deadline', async () => {
  const clip = await world.submitClip();
  await world.pass(51, 6);
  const row = await world.db
    .selectFrom('submissions')
    .selectAll()
    .where('id', '=', clip.id)
    .executeTakeFirstOrThrow();
  expect([row.status, row.escalated]).toEqual(['pending', true]);
  const by = momentText(row.decide_by);
  for (const person of [clip.host, clip.clipper]) {
    expect(await newestNotice(person)).toMatchObject({
      title: expect.stringContaining('with our reviewers'),
      body: expect.stringContaining(`by ${by}.`),
    });
  }
});

it('keeps the deadline shown at submission when there is no verdict before it', async () => {
  const clip = await world.submitClip();
  const deadline = async () =>
    (
      await world.db
        .selectFrom('submissions')
        .select('decide_by')
        .where('id', '=', clip.id)
        .executeTakeFirstOrThrow()
    ).decide_by;
  const promised = await deadline();
  await world.pass(27, 6);
  expect(await deadline()).toEqual(promised);
});

it('approves a clean clip automatically if its clipper has an approved clip on the listing', async () => {
  const first = await world.submitClip();
  await approve(first.id, first.host);
  seconds(10);
  await world.runDue();
  const { id } = await world.submitPost(first, first.listingId, organic);
  await world.pass(51, 6);
  const row = await world.db
    .selectFrom('submissions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect([row.status, row.approved_how]).toEqual(['approved', 'automatically']);
  expect((await newestNotice(first.host)).title).toBe('Clip approved automatically');
  expect((await newestNotice(first.clipper)).title).toBe('Clip approved');
});

/**
 * Stores a compared file for a clip: a video that is `longerMs` longer than the clip's post, with this
 * comparison state.
 */
async function compared(
  clip: { id: string; clipper: Actor },
  state: 'matched' | 'partly' | 'nothing_found',
  longerMs = 0,
) {
  const { duration_seconds } = await world.db
    .selectFrom('submissions')
    .select('duration_seconds')
    .where('id', '=', clip.id)
    .executeTakeFirstOrThrow();
  await testClipFile(world.db, {
    submissionId: clip.id,
    ownerId: clip.clipper.accountId,
    state,
    durationMs: BigInt(1000 * duration_seconds! + longerMs),
    now: world.clock.now(),
  });
}

it.each([
  ['matched', 0, 'approved'],
  // The file may be of another video than the post.
  ['matched', 5_000, 'pending'],
  ['partly', 0, 'approved'],
  ['nothing_found', 0, 'pending'],
] as const)(
  'leaves a clip whose file is %s and %d ms longer than its post %s at the deadline',
  async (state, longerMs, then) => {
    const first = await world.submitClip();
    await approve(first.id, first.host);
    seconds(10);
    await world.runDue();
    const second = await world.submitPost(first, first.listingId, organic);
    await compared({ ...second, clipper: first.clipper }, state, longerMs);
    const { rows } = (await world.api.send('GET', '/api/host/submissions', { as: first.host })).body;
    expect(rows[0]).toMatchObject({ id: second.id, match: { state, lengthDiffers: longerMs > 0 } });
    await world.pass(51, 6);
    expect(await statusOf(second.id)).toBe(then);
  },
);

it('approves no clip of a banned clipper automatically: a reviewer decides', async () => {
  const first = await world.submitClip();
  await approve(first.id, first.host);
  seconds(10);
  await world.runDue();
  const { id } = await world.submitPost(first, first.listingId, organic);
  await world.db
    .updateTable('users')
    .set({ banned_at: world.clock.now() })
    .where('id', '=', first.clipper.userId)
    .execute();
  await world.pass(51, 6);
  const row = await world.db
    .selectFrom('submissions')
    .select(['status', 'escalated'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ status: 'pending', escalated: true });
});

it('approves no clip automatically whose post has vanished', async () => {
  const first = await world.submitClip();
  await approve(first.id, first.host);
  seconds(10);
  await world.runDue();
  const { id, postId } = await world.submitPost(first, first.listingId, organic);
  await world.pass(39, 6);
  await world.simulator.setPostState('tiktok', postId, { visibility: 'deleted' });
  await world.pass(15, 6);
  const row = await world.db
    .selectFrom('submissions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect([row.status, row.approved_how]).toEqual(['pending', null]);
});

it.each([
  [{}, { status: 'approved', escalated: false }],
  [{ max: 60 }, { status: 'pending', escalated: true }],
])('decides on a reel, whose length no platform states, with rules %j: %j', async (rules, then) => {
  const listing = await world.addListing(rules);
  const account = await world.addAccount('instagram');
  const first = await world.submitPost(account, listing.id);
  await approve(first.id, listing.host);
  seconds(10);
  await world.runDue();
  const { id } = await world.submitPost(account, listing.id, organic);
  await world.pass(51, 6);
  const row = await world.db
    .selectFrom('submissions')
    .select(['status', 'escalated'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(row).toEqual(then);
});
