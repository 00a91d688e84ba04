import { afterAll, beforeEach, expect, it } from 'vitest';
import { clipWorld } from '#server/testing/clip-world.ts';

const world = await clipWorld();
beforeEach(world.forgetClips);
afterAll(world.close);

const tracked = (id: string) =>
  world.db
    .selectFrom('clip_tracking')
    .select(['views', 'eligible_views', 'snapshot_count', 'trouble', 'doubted_views'])
    .where('submission_id', '=', id)
    .executeTakeFirstOrThrow();

const hourly = (views: (hours: number) => number) =>
  Array.from({ length: 12 }, (_, hours) => ({
    hours,
    views: views(hours),
    likes: hours * 50,
    comments: 0,
    shares: 0,
  }));

/** Creates two clips of one account, counted by one call. */
async function twoClips(platform: 'youtube' | 'tiktok', views: (hours: number) => number) {
  const account = await world.addAccount(platform);
  const listing = await world.addListing();
  const odd = await world.submitPost(account, listing.id, { curve: hourly(views) });
  const usual = await world.submitPost(account, listing.id, { curve: hourly((hours) => hours * 1_000) });
  return { account, odd, usual };
}

it.each(['youtube', 'tiktok'] as const)(
  'an absurd count by %s keeps the clip’s last count, and the call’s other clip is counted',
  async (platform) => {
    const { account, odd, usual } = await twoClips(platform, (hours) =>
      hours < 3 ? hours * 1_000 : 9_000_000_000_000_000,
    );
    await world.pass(2);
    const before = await tracked(odd.id);
    expect(before).toMatchObject({ views: 2_000n, trouble: null });
    await world.pass(2);
    expect(await tracked(odd.id)).toEqual({ ...before, trouble: 'impossible_count' });
    expect((await tracked(usual.id)).views).toBe(4_000n);
    const { body } = await world.api.send('GET', `/api/clips/${odd.id}`, { as: account.clipper });
    expect(body.trouble).toMatchObject({ kind: 'delayed', title: expect.stringContaining('can’t be right') });
  },
);

it('accepts a fall to zero only when the platform repeats it', async () => {
  const { odd, usual } = await twoClips('tiktok', (hours) => hours * 10_000);
  await world.pass(4);
  await world.simulator.setPostState('tiktok', odd.postId, { removeViews: 1_000_000 });
  await world.pass(0.5);
  expect(await tracked(odd.id)).toMatchObject({
    views: 40_000n,
    trouble: 'impossible_count',
    doubted_views: 0n,
  });
  expect((await tracked(usual.id)).trouble).toBeNull();
  await world.pass(0.25, 0.05);
  expect(await tracked(odd.id)).toMatchObject({ views: 0n, trouble: null, doubted_views: null });
});
