import { afterAll, beforeAll, expect, it } from 'vitest';
import { testPerson } from '#server/testing/api.ts';
import { type ClipWorld, clipWorld } from '#server/testing/clip-world.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';

let database: TestDatabase;
let world: ClipWorld;
beforeAll(async () => {
  database = await testDatabase();
  world = await clipWorld(database);
});
afterAll(async () => {
  await world.close();
  await database.close();
});

/** Submits a clip with a post at the simulator. */
async function clip() {
  const listing = await world.addListing();
  const { clipper: as, handle } = await world.addAccount();
  const post = await world.simulator.createPost({ platform: 'tiktok', handle });
  const body = { listingId: listing.id, url: post.url, platform: 'tiktok', reportedViews: 100 };
  const { body: filed } = await world.api.send('POST', '/api/submissions', { as, body });
  return { post, host: listing.host, clipper: as, path: `/api/submissions/${filed.id}/player` };
}

it("200: clipper, host and admin get the platform's player, and the simulator plays the post", async () => {
  const { post, host, clipper, path } = await clip();
  for (const as of [clipper, host, await testPerson(database.db, 'admin')]) {
    const { status, body } = await world.api.send('GET', path, { as });
    expect(status).toBe(200);
    const src = `${world.simulator.urls.tiktokPlayer}/player/v1/${post.id}?autoplay=1&rel=0`;
    expect(body).toEqual({ src, unavailable: null });
    expect(await (await fetch(body.src)).text()).toContain('<video');
  }
});

it('404: anyone else gets the answer for a clip that does not exist', async () => {
  const { path } = await clip();
  for (const role of ['host', 'clipper'] as const) {
    const { status } = await world.api.send('GET', path, { as: await testPerson(database.db, role) });
    expect(status).toBe(404);
  }
});

it('has no player for a post that its platform no longer shows, and says why', async () => {
  const { post, host, path } = await clip();
  await world.simulator.setPostState('tiktok', post.id, { visibility: 'deleted' });
  await world.pass(2);
  const { body } = await world.api.send('GET', path, { as: host });
  expect(body).toEqual({ src: null, unavailable: expect.stringContaining('can’t be watched') });
});
