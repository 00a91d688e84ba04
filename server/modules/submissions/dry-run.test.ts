import { afterAll, expect, it } from 'vitest';
import { clipWorld } from '#server/testing/clip-world.ts';

const world = await clipWorld();
afterAll(world.close);

it('the dry run counts views as unproven that a post got while it was withdrawn', async () => {
  const listing = await world.addListing();
  const { clipper: as, handle } = await world.addAccount();
  const { url } = await world.simulator.createPost({ platform: 'tiktok', handle, caption: 'A clip #ad' });
  const body = { listingId: listing.id, url };
  const check = async () => (await world.api.send('POST', '/api/submissions/check', { as, body })).body.post;
  const sent = { ...body, platform: 'tiktok', reportedViews: 100 };
  const filed = await world.api.send('POST', '/api/submissions', { as, body: sent });
  expect(filed.status).toBe(200);
  expect((await check()).unseenViews).toBe(0);
  await world.api.send('POST', `/api/submissions/${filed.body.id}/withdraw`, { as });
  const { views } = await check();
  await world.pass(12, 12);
  const later = await check();
  expect(later.views).toBeGreaterThan(views);
  expect(later.unseenViews).toBe(later.views - views);
});
