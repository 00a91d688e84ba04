import { afterAll, expect, it } from 'vitest';
import { momentText } from '#contract/dates.ts';
import { LOOKUPS_A_DAY } from '#contract/limits.ts';
import { testPerson } from '#server/testing/api.ts';
import { clipWorld } from '#server/testing/clip-world.ts';

const world = await clipWorld();
afterAll(world.close);

it('refuses checks after the daily number of platform lookups, names the rule and its end, and makes no request until then', async () => {
  const listing = await world.addListing({ disclosure: true });
  const as = await testPerson(world.db, 'clipper');
  await world.connect(as, 'youtube', 'first.channel');
  world.clock.advanceHours(1);
  await world.connect(as, 'youtube', 'second.channel');
  const made = await world.simulator.createPost({
    platform: 'youtube',
    handle: 'second.channel',
    caption: '#ad',
  });
  const body = { listingId: listing.id, url: made.url };
  const check = async () => (await world.api.send('POST', '/api/submissions/check', { as, body })).body;
  const submit = (url: string) =>
    world.api.send('POST', '/api/submissions', {
      as,
      body: { ...body, url, platform: 'youtube', reportedViews: 0 },
    });
  const used = async () =>
    (
      await world.db
        .selectFrom('lookup_quotas')
        .select('lookups')
        .where('user_id', '=', as.accountId)
        .executeTakeFirstOrThrow()
    ).lookups;
  // Each connection counts as a lookup, and so does each account that is queried.
  expect(await used()).toBe(2);
  expect((await check()).passes).toBe(true);
  expect(await used()).toBe(4);
  const sent = await submit(made.url);
  expect(sent.status).toBe(200);

  await world.db.updateTable('lookup_quotas').set({ lookups: LOOKUPS_A_DAY }).execute();
  const end = new Date(Math.ceil(world.clock.now().getTime() / 86_400_000) * 86_400_000);
  const rule = new RegExp(
    `^You have used today's 300 checks\\. You can continue from ${momentText(end)}\\.$`,
  );
  const failed = (await check()).checks.find(({ state }: { state: string }) => state === 'failed');
  expect(failed).toMatchObject({ check: 'post', code: 'platform_lookups_used' });
  expect(failed.message).toMatch(rule);
  expect((await submit(made.url)).body).toMatchObject({ code: 'platform_lookups_used' });
  const named = await world.api.send('POST', '/api/submissions/recognise', { as, body: { url: made.url } });
  expect(named).toMatchObject({ status: 429, body: { code: 'platform_lookups_used' } });
  expect(named.body.detail).toMatch(rule);
  const caption = () => world.api.send('POST', `/api/submissions/${sent.body.id}/check-caption`, { as });
  const refused = await caption();
  expect(refused).toMatchObject({ status: 429, body: { code: 'platform_lookups_used' } });
  expect(refused.body.detail).toMatch(rule);
  world.clock.advanceHours(24);
  expect((await caption()).status).toBe(200);
  expect(await used()).toBe(1);
});
