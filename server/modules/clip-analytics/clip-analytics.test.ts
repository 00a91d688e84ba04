import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { after, DAY, HOUR } from '#server/infra/clock.ts';
import { transact } from '#server/infra/transaction.ts';
import { eraseConnections } from '#server/modules/connections/connections.ts';
import { type ClipWorld, clipWorld } from '#server/testing/clip-world.ts';
import { releasedAnalytics } from '#server/testing/released-analytics.ts';
import { forgetJob } from './forget.job.ts';

let world: ClipWorld;
let released: ReturnType<typeof releasedAnalytics>;
beforeAll(async () => {
  world = await clipWorld();
  released = releasedAnalytics(world);
});
afterAll(() => world.close());

/** An hour with 24,000 views and few likes: a mention in a broadcast, or bought views. */
const spike = [
  { hours: 30, views: 2_000, likes: 90, comments: 4, shares: 3 },
  { hours: 31, views: 26_000, likes: 130, comments: 8, shares: 9 },
  { hours: 300, views: 30_000, likes: 260, comments: 12, shares: 12 },
];
const bought = { scenario: 'bought-step', views: 40_000 } as const;
const organic = { scenario: 'organic', views: 20_000 } as const;
/** View counts of three other clips of the account. */
const others = [9_000, 9_000, 9_000];
const signalsOf = (verdict: { contributions: { signal: string }[] }) =>
  verdict.contributions.map(({ signal }) => signal);

describe('a week later', () => {
  let week: Awaited<ReturnType<typeof passWeek>>;
  beforeAll(async () => {
    await world.forgetClips();
    week = await passWeek();
  });

  /**
   * Creates the clips of all tests here and lets one week pass once for all of them, because that is slow.
   */
  async function passWeek() {
    const unreleased = await world.addAccount('youtube');
    const { id: listingId } = await world.addListing();
    const clips = {
      bought: await released.releasedClip(bought, others),
      reel: await released.releasedReel({ scenario: 'too-smooth', views: 40_000 }),
      people: await released.releasedClip({ curve: spike }, others, { platform: 'tiktok' }),
      boughtOnTiktok: await released.releasedClip(bought, others, { platform: 'tiktok' }),
      organic: await released.releasedClip(organic),
      unreleased: {
        ...unreleased,
        ...(await world.submitPost(unreleased, listingId, { scenario: 'organic' })),
      },
      disconnected: await released.releasedClip(organic),
      'erased with its person': await released.releasedClip(organic),
    };
    await world.pass(47, 12);
    const readEarly = await released.readingOf(clips.organic.id);
    await world.pass(1, 1);
    await world.pass(24 * 5, 12);
    return { ...clips, readEarly };
  }

  test('names bought views by their traffic sources and short watch time', async () => {
    const { verdict } = await released.clipAs(week.bought.host, week.bought.id);
    expect(verdict.band).toBe('hold');
    expect(signalsOf(verdict)).toEqual(
      expect.arrayContaining(['short_watch_time', 'few_engaged_views', 'untraceable_traffic']),
    );
    expect(signalsOf(verdict)).not.toContain('seen_by_people');
  });

  test('the owner’s consent releases insights of an Instagram account, and bought views without reach are named', async () => {
    const clip = week.reel;
    expect(clip.reply).toMatchObject({ status: 200, body: { authorizeUrl: null } });
    const stretches = await released.stretchesOf(clip.id);
    expect(stretches.length).toBeGreaterThanOrEqual(3);
    const { views } = (await released.clipAs(clip.clipper, clip.id)).analytics.figures;
    const counted = await world.db
      .selectFrom('clip_tracking')
      .select('views')
      .where('submission_id', '=', clip.id)
      .executeTakeFirstOrThrow();
    expect(views / Number(counted.views)).toBeGreaterThan(0.7);
    const { verdict } = await released.clipAs(clip.host, clip.id);
    expect(signalsOf(verdict)).toContain('views_without_reach');
    // Instagram reports no video length, so the watched share of the reel is unknown.
    expect(signalsOf(verdict)).not.toContain('short_watch_time');
  });

  test('released figures clear a TikTok clip watched by people, and bought views are named', async () => {
    const { people, boughtOnTiktok: bought } = week;
    const cleared = (await released.clipAs(people.host, people.id)).verdict;
    expect(cleared.band).not.toBe('hold');
    expect(signalsOf(cleared)).toContain('seen_by_people');
    const held = (await released.clipAs(bought.host, bought.id)).verdict;
    expect(held.band).toBe('hold');
    expect(signalsOf(held)).toEqual(
      expect.arrayContaining(['short_watch_time', 'views_without_reach', 'untraceable_traffic']),
    );
    expect(signalsOf(held)).not.toContain('analytics_disagree');
    const { figures } = (await released.clipAs(people.clipper, people.id)).analytics;
    expect(figures.completedShare).toBeGreaterThan(0.1);
    expect(figures.subscribedShare).toBeGreaterThan(0);
  });

  test('reads a clip daily from its third day, in consecutive periods', async () => {
    expect(week.readEarly).toBeUndefined();
    const stretches = (await released.stretchesOf(week.organic.id)).toSorted(
      (a, b) => +a.from_at - +b.from_at,
    );
    expect(stretches.length).toBeGreaterThanOrEqual(4);
    for (const [i, { from_at }] of stretches.entries()) {
      if (i > 0) expect(from_at).toEqual(stretches[i - 1]!.to_at);
    }
    const { until_at, next_read_at } = (await released.readingOf(week.organic.id))!;
    expect(until_at).toEqual(stretches.at(-1)!.to_at);
    expect(next_read_at!.getTime()).toBeGreaterThan(world.clock.now().getTime());
  });

  test('never asks about a clip whose owner releases nothing', async () => {
    const { id, clipper } = week.unreleased;
    expect(await released.readingOf(id)).toBeUndefined();
    expect((await released.clipAs(clipper, id)).analytics).toBeNull();
  });

  test.each(['disconnected', 'erased with its person'] as const)(
    'deletes all figures of an account that is %s',
    async (how) => {
      const { id, clipper } = week[how];
      expect(await released.stretchesOf(id)).not.toEqual([]);
      const connection = await released.connectionOf(clipper.accountId);
      if (how === 'disconnected')
        await world.api.send('DELETE', `/api/connections/${connection.id}`, { as: clipper });
      else await transact(world.db, (tx) => eraseConnections(tx, clipper.accountId, world.clock.now()));
      await expectNothing(week[how]);
    },
  );
});

async function expectNothing({
  id,
  clipper,
}: {
  id: string;
  clipper: { accountId: AccountId };
}): Promise<void> {
  expect((await released.connectionOf(clipper.accountId)).analytics_released_at).toBeNull();
  expect(await released.stretchesOf(id)).toEqual([]);
}

describe('as time passes', () => {
  // A test's clips must not slow down the tests after it.
  beforeEach(() => world.forgetClips());

  test('released figures clear a spike of real people, and host and clipper read why', async () => {
    const clip = await released.releasedClip({ curve: spike }, others);
    const listing = await world.addListing();
    const alone = await world.submitPost(await world.addAccount('youtube'), listing.id, { curve: spike });
    await world.pass(72, 3);
    await world.pass(72, 12);
    const { verdict } = await released.clipAs(clip.host, clip.id);
    expect(verdict.band).toBe('needs_review');
    expect((await released.clipAs(listing.host, alone.id)).verdict.band).toBe('hold');
    const people = verdict.contributions.find(
      ({ signal }: { signal: string }) => signal === 'seen_by_people',
    );
    expect(people.points).toBe(0);
    expect(people.sentence).toMatch(/look like people: .*Without them the score would be \d+\.$/);
    const { figures, ...shown } = (await released.clipAs(clip.clipper, clip.id)).analytics;
    expect(figures.views).toBeGreaterThan(20_000);
    // The host sees only that figures were read and until when.
    expect((await released.clipAs(clip.host, clip.id)).analytics).toEqual({ ...shown, figures: null });
  });

  test('a hold based on released figures outlasts their release: no deadline releases it, an admin decides', async () => {
    const { db } = world;
    const clip = await released.releasedClip(bought, others);
    await world.pass(24 * 7, 12);
    const hold = () =>
      db
        .selectFrom('fraud_holds')
        .select(['state', 'by_analytics', 'decide_by'])
        .where('submission_id', '=', clip.id)
        .executeTakeFirstOrThrow();
    const { state, by_analytics, decide_by } = await hold();
    expect({ state, by_analytics }).toEqual({ state: 'open', by_analytics: true });
    const { id } = await released.connectionOf(clip.clipper.accountId);
    await world.api.send('DELETE', `/api/connections/${id}/analytics`, { as: clip.clipper });
    // This is the score after the figures are deleted, if the curve looks honest.
    await world.forgetClips();
    const clean = { score: 5, band: 'clean' } as const;
    await db.updateTable('clip_tracking').set(clean).where('submission_id', '=', clip.id).execute();
    await world.pass((decide_by.getTime() - world.clock.now().getTime()) / HOUR - 1, 12);
    expect((await hold()).state).toBe('open');
    await world.pass(2, 1);
    expect((await hold()).state).toBe('escalated');
  });

  test('ending the release deletes the figures, and the next count scores by counts alone', async () => {
    const clip = await released.releasedClip({ curve: spike }, others);
    await world.pass(24 * 6, 12);
    const { id } = await released.connectionOf(clip.clipper.accountId);
    const ended = () => world.api.send('DELETE', `/api/connections/${id}/analytics`, { as: clip.clipper });
    expect((await ended()).status).toBe(200);
    expect(await released.readingOf(clip.id)).toBeUndefined();
    expect(await released.stretchesOf(clip.id)).toEqual([]);
    expect((await ended()).body.code).toBe('not_found');
    await world.pass(24, 12);
    const { verdict, analytics } = await released.clipAs(clip.clipper, clip.id);
    expect(signalsOf(verdict)).not.toContain('seen_by_people');
    expect(analytics).toBeNull();
  });

  test('deletes all figures of an account that is revoked at Google', async () => {
    const clip = await released.releasedClip(organic);
    await world.pass(24 * 4, 12);
    expect(await released.stretchesOf(clip.id)).not.toEqual([]);
    const { external_id } = await released.connectionOf(clip.clipper.accountId);
    await world.simulator.disconnect('youtube', external_id);
    await world.pass(25, 12);
    await expectNothing(clip);
  });

  test('reads clips of a reconnected account under its new release', async () => {
    const clip = await released.releasedClip(organic);
    const before = await released.connectionOf(clip.clipper.accountId);
    await world.api.send('DELETE', `/api/connections/${before.id}`, { as: clip.clipper });
    world.clock.advanceHours(1);
    await world.connect(clip.clipper, 'youtube', clip.handle);
    await world.pass(24 * 4, 12);
    expect(await released.readingOf(clip.id)).toBeUndefined();
    await released.release(clip.clipper, clip.handle);
    await world.pass(24, 12);
    const { connection_id, figures } = (await released.readingOf(clip.id))!;
    expect(connection_id).not.toBe(before.id);
    expect(figures).not.toBeNull();
  });

  test('keeps figures while their clip is counted, and then as long as counts', async () => {
    const { db, clock } = world;
    const clip = await released.releasedClip(organic);
    await world.pass(24 * 5, 12);
    const forgetAt = (days: number) => forgetJob({ db, keepDays: 90 }).run(after(clock.now(), days * DAY));
    await forgetAt(200);
    expect(await released.stretchesOf(clip.id)).not.toEqual([]);
    await world.forgetClips();
    await forgetAt(89);
    expect(await released.stretchesOf(clip.id)).not.toEqual([]);
    await forgetAt(91);
    expect(await released.stretchesOf(clip.id)).toEqual([]);
  });
});
