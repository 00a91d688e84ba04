import { afterAll, expect, it } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { type PostPlatform, postPlatforms } from '#contract/platforms/platforms.ts';
import { reconcile } from '#server/modules/ledger/ledger.ts';
import { clipWorld } from '#server/testing/clip-world.ts';
import { earningsJob } from './earnings.job.ts';
import { readReceipt } from './receipt.ts';

/** This few clips per account, because a person may submit only so many clips at a time. */
const CLIPS_PER_ACCOUNT = 4;
/** The number of accounts of each platform. */
const ACCOUNTS = 6;
const DAYS = 3;
const MOST_VIEWS = 9_000n;

/** For each platform, the error by which one post is really lost, and the error by which one account is. */
const lost = {
  instagram: { post: 'beforeProfessional', account: 'restricted' },
  youtube: { post: 'videoNotFound', account: 'closed' },
  tiktok: null,
} as const;

const chances = { seed: 21, share: 0, of: 'undue' as const };
const world = await clipWorld(undefined, undefined, { randomErrors: chances });
afterAll(world.close);

/**
 * A curve that reaches its last count within two days, so that the test notices at the end if a count was
 * missed.
 */
const curve = Array.from({ length: 24 }, (_, at) => {
  const views = Math.round((Number(MOST_VIEWS) * (at + 1)) / 24);
  return { hours: at * 2, views, likes: Math.round(views / 16), comments: at, shares: at };
});

interface Clip {
  id: string;
  postId: string;
  accountId: AccountId;
  platform: PostPlatform;
}

async function approvedClips(platform: PostPlatform): Promise<Clip[]> {
  const clips: Clip[] = [];
  for (let account = 0; account < ACCOUNTS; account += 1) {
    const person = await world.addAccount(platform);
    const listing = await world.addListing({ clips: CLIPS_PER_ACCOUNT });
    for (let at = 0; at < CLIPS_PER_ACCOUNT; at += 1) {
      const { id, postId } = await world.submitPost(person, listing.id, { curve });
      const approve = { as: listing.host };
      expect((await world.api.send('POST', `/api/submissions/${id}/approve`, approve)).status).toBe(200);
      clips.push({ id, postId, platform, accountId: person.clipper.accountId });
    }
  }
  return clips;
}

async function pass(hours: number) {
  for (let left = hours; left > 0; left -= 1) {
    await world.pass(1, 1);
    await earningsJob(world.db).run(world.clock.now());
  }
}

it('every documented error at random costs no good post a view, blames nobody for it, and leaves the books right', async () => {
  const good: Clip[] = [];
  const bad: Clip[] = [];
  for (const platform of postPlatforms) {
    const clips = await approvedClips(platform);
    const errors = lost[platform];
    const gone = errors ? clips.slice(0, 1) : [];
    const ended = errors ? clips.slice(-CLIPS_PER_ACCOUNT) : [];
    bad.push(...gone, ...ended);
    good.push(...clips.filter((clip) => !gone.includes(clip) && !ended.includes(clip)));
    if (!errors) continue;
    const minutes = 30 * 24 * 60;
    const { external_id: accountId } = await world.db
      .selectFrom('connections')
      .select('external_id')
      .where('user_id', '=', ended[0]!.accountId)
      .executeTakeFirstOrThrow();
    await world.simulator.setRefusal({
      service: platform,
      error: errors.post,
      postId: gone[0]!.postId,
      minutes,
    });
    await world.simulator.setRefusal({ service: platform, error: errors.account, accountId, minutes });
  }
  chances.share = 0.15;
  await pass(DAYS * 24);
  chances.share = 0;
  // If an error said that a day's quota was used up, the quota is renewed at the platform's midnight, within
  // these hours.
  await pass(26);

  for (const { id, platform } of good) {
    const row = await world.db
      .selectFrom('clip_tracking')
      .select(['state', 'missing_since', 'views', 'trouble'])
      .where('submission_id', '=', id)
      .executeTakeFirstOrThrow();
    const counted = { state: 'polling', missing_since: null, views: MOST_VIEWS, trouble: null };
    expect([platform, row]).toEqual([platform, counted]);
    expect(await readReceipt(world.db, id)).toMatchObject({ recomputes: true });
  }
  const notices = await world.db
    .selectFrom('notifications')
    .select('user_id')
    .where('kind', 'in', [
      'submission.unreadable',
      'submission.gone',
      'connection.dead',
      'connection.analytics_ended',
    ])
    .execute();
  expect(new Set(notices.map((notice) => notice.user_id))).toEqual(
    new Set(bad.map(({ accountId }) => accountId)),
  );
  const { ok, invariants } = await reconcile(world.db);
  expect(ok, JSON.stringify(invariants.filter((one) => !one.ok))).toBe(true);
}, 300_000);
