import { afterAll, expect, it } from 'vitest';
import type { Actor } from '#server/http/actor.ts';
import { newId } from '#server/infra/id.ts';
import { testPerson } from '#server/testing/api.ts';
import { clipWorld } from '#server/testing/clip-world.ts';

const world = await clipWorld();
afterAll(world.close);

async function pendingClip() {
  const clip = await world.submitClip();
  await world.db.deleteFrom('notifications').execute();
  return clip;
}

const path = (id: string) => `/api/submissions/${id}/messages`;
const write = (as: Actor, id: string, body: string, key?: string) =>
  world.api.send('POST', path(id), { as, body: { body }, ...(key ? { key } : {}) });
const read = async (as: Actor, id: string, cursor?: string) =>
  (await world.api.send('GET', cursor ? `${path(id)}?cursor=${cursor}` : path(id), { as })).body;
const open = (as: Actor, id: string) => world.api.send('POST', `${path(id)}/read`, { as });
const notificationsOf = (as: Actor) =>
  world.db
    .selectFrom('notifications')
    .select(['title', 'link'])
    .where('user_id', '=', as.userId)
    .orderBy('id')
    .execute();

it("delivers messages both ways under the author's name, and shows when they were read", async () => {
  const { id, host, clipper } = await pendingClip();
  await write(clipper, id, '  Is the sound fine?\nI can cut it again.  ');
  world.clock.advanceHours(1);
  await write(host, id, 'It is.');
  const { rows } = await read(clipper, id);
  expect(rows).toMatchObject([
    { from: 'host', isOwn: false, body: 'It is.', readAt: null },
    { from: 'clipper', isOwn: true, body: 'Is the sound fine?\nI can cut it again.', readAt: null },
  ]);
  const unread = async (as: Actor, area: string) =>
    (await world.api.send('GET', `/api/${area}/submissions`, { as })).body.rows[0].unreadMessages;
  expect([await unread(host, 'host'), await unread(clipper, 'clipper')]).toEqual([1, 1]);
  await open(host, id);
  expect([await unread(host, 'host'), await unread(clipper, 'clipper')]).toEqual([0, 1]);
  expect((await read(clipper, id)).rows.map((row: { readAt: string | null }) => row.readAt)).toEqual([
    null,
    world.clock.now().toISOString(),
  ]);
});

it('notifies the recipient once until they have read the messages, even of simultaneous ones', async () => {
  const { id, host, clipper } = await pendingClip();
  await Promise.all(['One', 'Two', 'Three'].map((text) => write(clipper, id, text)));
  await write(clipper, id, 'Four');
  expect(await notificationsOf(host)).toEqual([{ title: 'New message', link: `/clips/${id}#messages` }]);
  await open(host, id);
  await write(clipper, id, 'Five');
  expect(await notificationsOf(host)).toHaveLength(2);
  await write(host, id, 'Answer');
  expect(await notificationsOf(clipper)).toEqual([{ title: 'New message', link: `/clips/${id}#messages` }]);
});

it('stores a retried message once', async () => {
  const { id, clipper } = await pendingClip();
  const key = newId();
  const replies = await Promise.all([1, 2, 3].map(() => write(clipper, id, 'Once', key)));
  expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1);
  expect((await read(clipper, id)).rows).toHaveLength(1);
});

it('pages back through a long thread without gaps', async () => {
  const { id, host, clipper } = await pendingClip();
  for (let n = 0; n < 25; n++)
    await world.db
      .insertInto('submission_messages')
      .values({
        id: newId(),
        submission_id: id,
        author_id: host.accountId,
        body: `${n}`,
        sent_at: new Date(n),
      })
      .execute();
  const first = await read(clipper, id);
  const second = await read(clipper, id, first.nextCursor);
  const texts = [...first.rows, ...second.rows].map((row: { body: string }) => row.body);
  expect(texts).toEqual(Array.from({ length: 25 }, (_, n) => `${24 - n}`));
  expect(second.nextCursor).toBeNull();
});

it.each([
  ['no message', '', 'Write a message first.'],
  ['white space', '   \n', 'Write a message first.'],
  ['a long message', 'x'.repeat(1_001), 'A message has at most 1,000 characters.'],
])('refuses %s and names the rule', async (_what, text, message) => {
  const { id, clipper } = await pendingClip();
  const reply = await write(clipper, id, text);
  expect([reply.status, reply.body.code]).toEqual([400, 'invalid_input']);
  expect(reply.body.fields).toEqual([{ field: 'body', message }]);
  expect((await write(clipper, id, 'x'.repeat(1_000))).status).toBe(200);
});

it('answers 404 to strangers in all three calls', async () => {
  const [mine, theirs] = [await pendingClip(), await pendingClip()];
  await write(theirs.clipper, theirs.id, 'Private');
  for (const as of [mine.host, mine.clipper]) {
    for (const ask of [
      (id: string) => write(as, id, 'Hello'),
      (id: string) => world.api.send('GET', path(id), { as }),
      (id: string) => open(as, id),
    ]) {
      const [foreign, unknown] = [await ask(theirs.id), await ask(newId())];
      expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
    }
  }
  expect((await read(theirs.host, theirs.id)).rows[0].readAt).toBeNull();
});

it('lets an admin only read: the participants see no trace of it, and the audit log records it', async () => {
  const { id, clipper } = await pendingClip();
  await write(clipper, id, 'Look at this');
  const admin = await testPerson(world.db, 'admin');
  const review = (as: Actor, clip: string) =>
    world.api.send('POST', `/api/admin/submissions/${clip}/messages`, { as, body: {} });
  const expected = [{ body: 'Look at this', from: 'clipper', isOwn: false, readAt: null }];
  expect((await review(admin, id)).body.rows).toMatchObject(expected);
  expect((await review(admin, id)).body.rows).toMatchObject(expected);
  const log = world.db.selectFrom('audit_log').select(['actor_id', 'subject_id']);
  expect(await log.where('action', '=', 'submission.messages_read').execute()).toEqual(
    Array(2).fill({ actor_id: admin.userId, subject_id: id }),
  );
  expect((await world.api.send('GET', path(id), { as: admin })).status).toBe(404);
  expect((await open(admin, id)).status).toBe(404);
  expect((await review(admin, newId())).status).toBe(404);
  expect((await write(admin, id, 'No')).body.code).toBe('wrong_role');
});

it('refuses more than twenty messages a minute', async () => {
  const { id, clipper } = await pendingClip();
  const replies: number[] = [];
  // Sends forty-one messages: a new minute may begin meanwhile, and the limit for two minutes is forty.
  for (let sent = 0; sent < 41; sent++) replies.push((await write(clipper, id, `${sent}`)).status);
  expect(replies.slice(0, 20)).toEqual(Array(20).fill(200));
  expect(replies).toContain(429);
});
