import { expect, it } from 'vitest';
import { type PostPlatform, postPlatforms } from '#contract/platforms/platforms.ts';
import { clipWorld } from '#server/testing/clip-world.ts';

it.each([11, 12])('random errors end no clip and lose no count (seed %i)', async (seed) => {
  const world = await clipWorld(undefined, undefined, { randomErrors: { seed, share: 0.3 } });
  const listing = await world.addListing();
  const clips: { id: string; platform: PostPlatform }[] = [];
  for (const platform of postPlatforms) {
    const account = await world.addAccount(platform);
    for (let at = 0; at < 3; at += 1) {
      const curve = [
        { hours: 0, views: 0, likes: 0, comments: 0, shares: 0 },
        { hours: 20, views: 9_000, likes: 500, comments: 20, shares: 9 },
      ];
      const { handle } = account;
      const made = await world.simulator.createPost({ platform, handle, caption: 'A clip', curve });
      // A submission that gets an error is retried.
      let id: string | undefined;
      for (let tries = 0; tries < 20 && !id; tries += 1) {
        id = await world.submitUrl(account, listing.id, made.url);
      }
      clips.push({ id: id!, platform });
    }
  }
  await world.pass(120, 1);
  for (const { id, platform } of clips) {
    const row = await world.db
      .selectFrom('clip_tracking')
      .select(['state', 'missing_since', 'views'])
      .where('submission_id', '=', id)
      .executeTakeFirstOrThrow();
    expect([platform, row]).toEqual([platform, { state: 'polling', missing_since: null, views: 9_000n }]);
  }
  const connections = await world.db.selectFrom('connections').select('state').execute();
  expect(new Set(connections.map(({ state }) => state))).toEqual(new Set(['active']));
  await world.close();
});
