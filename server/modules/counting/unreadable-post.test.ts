import { afterAll, beforeEach, expect, it } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { PostPlatform } from '#contract/platforms/platforms.ts';
import { personOf } from '#db/seed/person-of.ts';
import { clipWorld } from '#server/testing/clip-world.ts';

const world = await clipWorld();
beforeEach(world.forgetPeople);
afterAll(world.close);

const tracking = (id: string) =>
  world.db.selectFrom('clip_tracking').selectAll().where('submission_id', '=', id).executeTakeFirstOrThrow();
const noticesOf = async (accountId: AccountId) =>
  (
    await world.db
      .selectFrom('notifications')
      .select(['kind', 'title', 'body'])
      .where('user_id', '=', personOf(accountId))
      .execute()
  ).filter(({ kind }) => kind === 'submission.unreadable' || kind === 'connection.dead');

/** Creates three clips of one account, each counted once. */
async function threeClips(platform: PostPlatform) {
  const listing = await world.addListing();
  const account = await world.addAccount(platform);
  const clips = [];
  for (let at = 0; at < 3; at += 1) {
    clips.push(await world.submitPost(account, listing.id, { scenario: 'organic', views: 20_000 }));
  }
  await world.pass(2);
  const refuse = (error: string | null, postId?: string) =>
    world.simulator.setRefusal({ service: platform, error, ...(postId && { postId }) });
  const troubleOf = async (id: string) =>
    (await world.api.send('GET', `/api/clips/${id}`, { as: account.clipper })).body.trouble;
  return { ...account, host: listing.host, clips, refuse, troubleOf };
}

it.each([
  ['instagram', 'beforeProfessional', 'The post can no longer be counted.', 'unreadable'],
  ['instagram', 'unsupportedType', 'The post can no longer be counted.', 'unreadable'],
  ['instagram', 'noObject', 'The post can’t be read.', 'unreadable'],
  ['instagram', 'noPermission', 'The views could not be read.', null],
  ['instagram', 'invalidParameter', 'The views could not be read.', null],
  ['instagram', 'unknown', 'The views could not be read.', null],
  ['instagram', 'serviceDown', 'Instagram does not answer as it should.', null],
  ['youtube', 'forbidden', 'The views could not be read.', null],
  ['youtube', 'videoNotFound', 'The post can’t be read.', 'unreadable'],
  ['tiktok', 'invalidParams', 'The views could not be read.', null],
  ['tiktok', 'internalError', 'TikTok does not answer as it should.', null],
] as const)(
  '%s refusing one post with %s leaves the others counted, and gives the reason',
  async (platform, error, title, told) => {
    const { clipper, clips, refuse, troubleOf } = await threeClips(platform);
    const [bad, ...others] = clips;
    const before = await Promise.all(clips.map(({ id }) => tracking(id)));
    await refuse(error, bad!.postId);
    await world.pass(4);
    for (const [at, { id }] of others.entries()) {
      const row = await tracking(id);
      expect([row.trouble, row.missing_since, row.failures]).toEqual([null, null, 0]);
      expect(row.views).toBeGreaterThan(before[at + 1]!.views);
    }
    const trouble = await troubleOf(bad!.id);
    expect(trouble.title).toBe(title);
    expect(JSON.stringify(trouble)).not.toMatch(/keys/);
    const row = await tracking(bad!.id);
    expect(row.views).toBe(before[0]!.views);
    // Only an error known to concern the post stops its clip and notifies its clipper.
    expect(row.missing_since !== null).toBe(told !== null);
    expect((await noticesOf(clipper.accountId)).map(({ kind }) => kind)).toEqual(
      told ? [`submission.${told}`] : [],
    );
    await refuse(null, bad!.postId);
    await world.pass(8);
    expect((await tracking(bad!.id)).trouble).toBeNull();
    expect((await tracking(bad!.id)).views).toBeGreaterThan(before[0]!.views);
  },
);

it.each([
  ['instagram', 'unknown'],
  ['instagram', 'noCapability'],
  ['youtube', 'forbidden'],
  ['youtube', 'accessNotConfigured'],
  ['tiktok', 'unknown'],
] as const)(
  '%s answering every call with %s for ten days ends no earnings, connection or clip',
  async (platform, error) => {
    const { clipper, clips, refuse, troubleOf } = await threeClips(platform);
    await world.simulator.setRefusal({ service: platform, error, minutes: 11 * 24 * 60 });
    await world.pass(10 * 24, 12);
    for (const { id } of clips) {
      const row = await tracking(id);
      expect([row.state, row.missing_since]).toEqual(['polling', null]);
      expect(row.trouble_detail).toMatch(/answered \d{3}/);
      expect(JSON.stringify(await troubleOf(id))).not.toMatch(/keys/);
    }
    expect(await noticesOf(clipper.accountId)).toEqual([]);
    const states = await world.db
      .selectFrom('connections')
      .select('state')
      .where('user_id', '=', clipper.accountId)
      .execute();
    expect(states).toEqual([{ state: 'active' }]);
    await refuse(null);
    await world.pass(30, 6);
    for (const { id } of clips) expect((await tracking(id)).trouble).toBeNull();
  },
);

it.each([
  ['instagram', 'appRemoved', 'connection.dead', 'The account is not connected.'],
  ['youtube', 'suspended', 'connection.dead', 'The account is not connected.'],
  ['tiktok', 'accessTokenInvalid', 'connection.dead', 'The account is not connected.'],
  ['instagram', 'restricted', 'submission.unreadable', 'The account can’t be read.'],
  ['instagram', 'personal', 'submission.unreadable', 'The account can’t be read.'],
  ['tiktok', 'scopeNotAuthorized', 'submission.unreadable', 'The account can’t be read.'],
] as const)(
  '%s refusing an account with %s notifies its clipper about the account, never about a post',
  async (platform, error, kind, title) => {
    const { clipper, clips, troubleOf } = await threeClips(platform);
    const account = world.db
      .selectFrom('connections')
      .select('external_id')
      .where('user_id', '=', clipper.accountId);
    const { external_id: accountId } = await account.executeTakeFirstOrThrow();
    await world.simulator.setRefusal({ service: platform, error, accountId });
    await world.pass(2);
    for (const { id } of clips) {
      expect((await tracking(id)).missing_since).not.toBeNull();
      expect(await troubleOf(id)).toMatchObject({ kind: 'not_connected', title });
    }
    const notices = await noticesOf(clipper.accountId);
    expect(new Set(notices.map((notice) => notice.kind))).toEqual(new Set([kind]));
    await world.simulator.setRefusal({ service: platform, error: null, accountId });
  },
);

it.each([
  [
    'instagram',
    'beforeProfessional',
    'post_before_professional',
    /before your account last became professional.*Publish the clip again/,
  ],
  ['instagram', 'unsupportedType', 'post_not_counted', /whose views the platform does not report/],
  ['instagram', 'personal', 'account_not_readable', /connect it again in Settings/],
  ['tiktok', 'scopeNotAuthorized', 'account_not_readable', /connect it again in Settings/],
  ['youtube', 'unknown', 'platform_unavailable', /try again/],
  ['instagram', 'noCapability', 'platform_unavailable', /try again/],
] as const)(
  'a submitted post that %s refuses with %s is refused as %s, with the field and a remedy',
  async (platform, error, code, detail) => {
    const listing = await world.addListing();
    const { clipper, handle } = await world.addAccount(platform);
    const made = await world.simulator.createPost({ platform, handle, caption: 'A clip' });
    await world.simulator.setRefusal({ service: platform, error });
    const body = { listingId: listing.id, url: made.url, platform, reportedViews: 0 };
    const refused = await world.api.send('POST', '/api/submissions', { as: clipper, body });
    await world.simulator.setRefusal({ service: platform, error: null });
    expect(refused.body.code).toBe(code);
    expect(refused.body.detail).toMatch(detail);
    if (refused.status === 422) expect(refused.body.detail).toMatch(/^Clip URL /);
    expect((await world.api.send('POST', '/api/submissions', { as: clipper, body })).status).toBe(200);
  },
);
