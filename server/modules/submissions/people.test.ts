import { afterAll, expect, it } from 'vitest';
import { topicOf } from '#contract/notifications/notification-kinds.ts';
import type { Actor } from '#server/http/actor.ts';
import { newId } from '#server/infra/id.ts';
import { testPerson } from '#server/testing/api.ts';
import { type ClipWorld, clipWorld } from '#server/testing/clip-world.ts';
import { testMediaFile } from '#server/testing/media-file.ts';

const world = await clipWorld();
afterAll(world.close);

async function clipper() {
  const { clipper: as, handle } = await world.addAccount();
  const post = async () =>
    (await world.simulator.createPost({ platform: 'tiktok', handle, caption: 'A clip' })).url;
  return { as, username: `p_${as.accountId.slice(-12)}`, post };
}

const send = (...args: Parameters<ClipWorld['api']['send']>) => world.api.send(...args);
const submit = (as: Actor, listingId: string, url: string) =>
  send('POST', '/api/submissions', { as, body: { listingId, url, platform: 'tiktok', reportedViews: 1 } });
const block = (as: Actor, username: string) => send('POST', '/api/host/blocks', { as, body: { username } });
const blocks = async (as: Actor, search = '') =>
  (await send('GET', `/api/host/blocks${search}`, { as })).body;
const unblock = (as: Actor, id: string) => send('DELETE', `/api/host/blocks/${id}`, { as });
const invite = (as: Actor, listingId: string, username: string, key?: string) =>
  send('POST', `/api/listings/${listingId}/invitations`, { as, body: { username }, ...(key ? { key } : {}) });
const notificationsOf = (as: Actor) =>
  world.db
    .selectFrom('notifications')
    .select(['kind', 'link', 'body'])
    .where('user_id', '=', as.userId)
    .execute();

it('refuses clips of a blocked clipper on any listing of the host, and accepts them after the block is lifted', async () => {
  const { id, host } = await world.addListing();
  const { as, username, post } = await clipper();
  const pending = (await submit(as, id, await post())).body.id;
  expect((await block(host, `@${username.toUpperCase()}`)).status).toBe(200);
  expect((await block(host, username)).status).toBe(200);
  expect(await blocks(host)).toMatchObject({
    rows: [{ clipperId: as.accountId, username }],
    nextCursor: null,
  });
  expect((await blocks(host, `?username=${username}`)).rows).toHaveLength(1);
  expect((await blocks(host, '?username=somebody_else')).rows).toEqual([]);

  const url = await post();
  const refused = await submit(as, id, url);
  expect([refused.status, refused.body.detail]).toEqual([403, 'This host doesn’t accept clips from you.']);
  const check = await send('POST', '/api/submissions/check', { as, body: { listingId: id, url } });
  expect(check.body.checks).toContainEqual(
    expect.objectContaining({ check: 'listing', code: 'blocked_by_host', state: 'failed' }),
  );
  const elsewhere = await world.addListing();
  expect((await submit(as, elsewhere.id, url)).status).toBe(200);
  expect(await notificationsOf(as)).toEqual([]);
  expect((await send('POST', `/api/submissions/${pending}/approve`, { as: host })).status).toBe(200);

  expect((await unblock(host, as.accountId)).status).toBe(200);
  expect((await submit(as, id, await post())).status).toBe(200);
});

it("shows a blocked clipper's photo at the address that serves it", async () => {
  const { host } = await world.addListing();
  const { as, username } = await clipper();
  const picture = { file_name: 'photo.webp', content_type: 'image/webp' };
  const id = await testMediaFile(world.db, { owner_id: as.accountId, kind: 'photo', ...picture });
  await world.db
    .updateTable('profiles')
    .set({ avatar_media_id: id })
    .where('user_id', '=', as.accountId)
    .execute();
  await block(host, username);
  expect(await blocks(host)).toMatchObject({ rows: [{ username, avatarUrl: `/photos/${id}` }] });
});

it('files no clip after a block was confirmed, however close in time they are', async () => {
  const { id, host } = await world.addListing({ clips: 50 });
  const { as, username, post } = await clipper();
  for (let round = 0; round < 5; round++) {
    const urls = await Promise.all([post(), post(), post()]);
    const [blocked, ...filed] = await Promise.all([
      block(host, username).then(async () => await submit(as, id, urls[2]!)),
      submit(as, id, urls[0]!),
      submit(as, id, urls[1]!),
    ]);
    expect(blocked.body.code).toBe('blocked_by_host');
    for (const reply of filed) expect([undefined, 'blocked_by_host']).toContain(reply.body.code);
    await unblock(host, as.accountId);
  }
});

it("shows and lifts a host's blocks only for this host", async () => {
  const [mine, other] = [await testPerson(world.db, 'host'), await testPerson(world.db, 'host')];
  const { as, username } = await clipper();
  await block(other, username);
  const [foreign, unknown] = [await unblock(mine, as.accountId), await unblock(mine, newId())];
  expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
  expect((await blocks(mine)).rows).toEqual([]);
  expect((await blocks(other)).rows).toHaveLength(1);
});

it('does not notify a host of messages by a clipper it has blocked, and stores them', async () => {
  const { id, host } = await world.addListing();
  const { as, username, post } = await clipper();
  const clip = (await submit(as, id, await post())).body.id;
  await block(host, username);
  const before = await notificationsOf(host);
  const path = `/api/submissions/${clip}/messages`;
  expect((await send('POST', path, { as, body: { body: 'Why?' } })).status).toBe(200);
  expect(await notificationsOf(host)).toEqual(before);
  expect((await send('GET', path, { as: host })).body.rows).toMatchObject([{ body: 'Why?' }]);
});

it('invites a clipper to a listing once, with a link to it', async () => {
  const { id, host } = await world.addListing();
  const { as, username } = await clipper();
  const key = newId();
  const replies = await Promise.all([1, 2].map(() => invite(host, id, ` @${username}`, key)));
  expect(replies.map((reply) => reply.status)).toEqual([200, 200]);
  const [notified] = await notificationsOf(as);
  expect(notified).toMatchObject({ kind: 'invitation.sent', link: `/listings/${id}` });
  expect((await invite(host, id, username)).body).toMatchObject({
    status: 409,
    code: 'already_invited',
    fields: [{ field: 'username' }],
  });
  expect(await notificationsOf(as)).toHaveLength(1);
});

it('writes an invitation without any text by the host', async () => {
  const { id, host } = await world.addListing();
  const title = 'You won $500, claim at https://evil.example';
  await world.db.updateTable('listings').set({ title }).where('id', '=', id).execute();
  await world.db
    .updateTable('profiles')
    .set({ full_name: title })
    .where('user_id', '=', host.accountId)
    .execute();
  const { as, username } = await clipper();
  expect((await invite(host, id, username)).status).toBe(200);
  const [notified] = await notificationsOf(as);
  expect(notified!.body).toMatch(/^@\w{3,30} invites you to clip for a listing\. /);
  expect(JSON.stringify(notified)).not.toMatch(/\$500|evil/);
  expect(topicOf(notified!.kind)).toBe('messages');
});

it('blocks nobody by a name that no clipper has', async () => {
  const host = await testPerson(world.db, 'host');
  expect((await block(host, 'nobody_here')).body.code).toBe('clipper_not_found');
  expect((await blocks(host)).rows).toEqual([]);
});

it('says why an invitation was not sent', async () => {
  const { id, host } = await world.addListing();
  const { as, username } = await clipper();
  expect((await invite(host, id, ' @')).body.code).toBe('username_required');
  const unknown = (await invite(host, id, 'nobody_here')).body;
  expect(unknown.code).toBe('clipper_not_found');
  const otherHost = await testPerson(world.db, 'host');
  expect((await invite(host, id, `p_${otherHost.accountId.slice(-12)}`)).body.code).toBe('clipper_not_found');
  await block(host, username);
  expect((await invite(host, id, username)).body.code).toBe('clipper_blocked');
  await unblock(host, as.accountId);
  await world.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', as.userId).execute();
  expect((await invite(host, id, username)).body).toEqual(unknown);
  await world.db
    .updateTable('listings')
    .set({ state: 'ended', ended_at: new Date() })
    .where('id', '=', id)
    .execute();
  expect((await invite(host, id, username)).body.code).toBe('listing_state');
});

it('answers 404 for the listing of another host', async () => {
  const { id } = await world.addListing();
  const host = await testPerson(world.db, 'host');
  const { as, username } = await clipper();
  const [foreign, unknown] = [await invite(host, id, username), await invite(host, newId(), username)];
  expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
  expect(await notificationsOf(as)).toEqual([]);
});
