import { afterAll, expect, it } from 'vitest';
import { after, DAY } from '#server/infra/clock.ts';
import { knownProblem } from '#server/modules/connections/connections.ts';
import { clipWorld } from '#server/testing/clip-world.ts';

const world = await clipWorld();
afterAll(world.close);

/** Creates a YouTube clip that was counted for two hours. */
async function countedClip() {
  const account = await world.addAccount('youtube');
  const { id: listingId } = await world.addListing();
  const clip = await world.submitPost(account, listingId, { scenario: 'organic', views: 20_000 });
  await world.pass(2);
  return { ...clip, ...account, connection: await connectionOf(clip.id) };
}

const connectionOf = (submissionId: string) =>
  world.db
    .selectFrom('submissions as s')
    .innerJoin('connections as c', 'c.id', 's.connection_id')
    .selectAll('c')
    .select(['s.caption'])
    .where('s.id', '=', submissionId)
    .executeTakeFirstOrThrow();

const countsOf = async (submissionId: string) =>
  (
    await world.db
      .selectFrom('view_snapshots')
      .select('fetched_at')
      .where('submission_id', '=', submissionId)
      .execute()
  ).length;

it('deletes YouTube data exactly seven days after its consent was revoked', async () => {
  const clip = await countedClip();
  await world.simulator.disconnect('youtube', clip.connection.external_id);
  await world.pass(6 * 24, 12);
  expect(await connectionOf(clip.id)).toMatchObject({ handle: clip.handle, state: 'dead' });
  expect(await countsOf(clip.id)).toBeGreaterThan(0);
  await world.pass(3 * 24, 12);
  const forgotten = await connectionOf(clip.id);
  expect(forgotten).toMatchObject({
    state: 'removed',
    handle: 'erased',
    display_name: 'erased',
    followers: null,
    caption: '',
    access_token_sealed: null,
  });
  expect(forgotten.external_id).not.toContain(clip.connection.external_id);
  expect(await countsOf(clip.id)).toBe(0);

  // The same channel is recognized when it is connected again. Another channel does not replace it.
  expect(await knownProblem(world.db, forgotten.id)).toMatch(/^Connect the account on YouTube again/);
  await world.connect(clip.clipper, 'youtube', 'another_channel');
  expect(await knownProblem(world.db, forgotten.id)).not.toBeNull();
  await world.connect(clip.clipper, 'youtube', clip.handle);
  expect(await knownProblem(world.db, forgotten.id)).toBeNull();
});

it('keeps data that a new consent to the same channel covers', async () => {
  const clip = await countedClip();
  const url = `/api/connections/${clip.connection.id}`;
  expect((await world.api.send('DELETE', url, { as: clip.clipper })).status).toBe(200);
  await world.pass(24, 12);
  await world.connect(clip.clipper, 'youtube', clip.handle);
  await world.pass(9 * 24, 12);
  expect(await connectionOf(clip.id)).toMatchObject({ handle: clip.handle, caption: 'A clip' });
  expect(await countsOf(clip.id)).toBeGreaterThan(0);
});

it('waits for a clip that notices the lost account a day later, and then deletes its counts too', async () => {
  const clip = await countedClip();
  await world.api.send('DELETE', `/api/connections/${clip.connection.id}`, { as: clip.clipper });
  await world.db
    .updateTable('clip_tracking')
    .set({ next_poll_at: after(world.clock.now(), DAY), pull_from: null })
    .where('submission_id', '=', clip.id)
    .execute();
  await world.pass(7 * 24 + 6, 12);
  expect(await connectionOf(clip.id)).toMatchObject({ handle: clip.handle, caption: 'A clip' });
  await world.pass(2 * 24, 12);
  expect(await connectionOf(clip.id)).toMatchObject({ handle: 'erased', caption: '' });
  expect(await countsOf(clip.id)).toBe(0);
});

it('counts the seven days from the end of the last consent to a channel', async () => {
  const clip = await countedClip();
  const disconnect = (id: string) => world.api.send('DELETE', `/api/connections/${id}`, { as: clip.clipper });
  await disconnect(clip.connection.id);
  await world.pass(6, 12);
  await world.connect(clip.clipper, 'youtube', clip.handle);
  await world.pass(8 * 24, 12);
  const { id } = await world.db
    .selectFrom('connections')
    .select('id')
    .where('user_id', '=', clip.clipper.accountId)
    .where('state', '=', 'active')
    .executeTakeFirstOrThrow();
  await disconnect(id);
  await world.pass(6 * 24, 12);
  expect(await connectionOf(clip.id)).toMatchObject({ handle: clip.handle, caption: 'A clip' });
  await world.pass(3 * 24, 12);
  expect(await connectionOf(clip.id)).toMatchObject({ handle: 'erased', caption: '' });
  expect(await countsOf(clip.id)).toBe(0);
});

it('the database refuses to delete counts of a connection that was not forgotten', async () => {
  const clip = await countedClip();
  const forget = world.db.selectNoFrom(({ fn, val }) =>
    fn<number>('forget_snapshots', [val(clip.connection.id)]).as('forgotten'),
  );
  await expect(forget.execute()).rejects.toThrow(/was not forgotten stay/);
  expect(await countsOf(clip.id)).toBeGreaterThan(0);
});
