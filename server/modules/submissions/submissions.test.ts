import { afterAll, expect, it } from 'vitest';
import { newId } from '#server/infra/id.ts';
import { testPerson } from '#server/testing/api.ts';
import { clipWorld } from '#server/testing/clip-world.ts';
import { testMediaFile } from '#server/testing/media-file.ts';

const world = await clipWorld();
afterAll(world.close);

/** Creates a clipper with a connected TikTok account, and a function that makes posts on it. */
async function clipper() {
  const { clipper: as, handle } = await world.addAccount();
  const post = (extra: object = {}) =>
    world.simulator.createPost({ platform: 'tiktok', handle, caption: 'A clip #ad', ...extra });
  return { as, post };
}

const submission = (listingId: string, url: string) => ({
  listingId,
  url,
  platform: 'tiktok',
  reportedViews: 100,
});

async function submit(
  as: Awaited<ReturnType<typeof clipper>>['as'],
  listingId: string,
  url: string,
  key?: string,
) {
  return await world.api.send('POST', '/api/submissions', {
    as,
    body: submission(listingId, url),
    ...(key ? { key } : {}),
  });
}

it('files a clip that passes every check and counts its post from then on', async () => {
  const listing = await world.addListing({ tags: ['#longrun'], disclosure: true, min: 5, max: 90 });
  const { as, post } = await clipper();
  const made = await post({ caption: 'Go #LongRun #ad', durationSeconds: 30 });
  const check = await world.api.send('POST', '/api/submissions/check', {
    as,
    body: { listingId: listing.id, url: made.url },
  });
  expect(check.body.passes).toBe(true);
  expect(check.body.checks.map((c: { state: string }) => c.state)).toEqual([
    ...Array(14).fill('passed'),
    // The source is compared with a file that is uploaded after the submission.
    'not_reached',
  ]);
  const filed = await submit(as, listing.id, made.url);
  expect(filed.status).toBe(200);
  await world.pass(2);
  const evidence = await world.api.send('GET', `/api/clips/${filed.body.id}`, {
    as: listing.host,
  });
  expect(evidence.body.snapshots.length).toBeGreaterThanOrEqual(4);
  expect(evidence.body.verdict.band).toBe('not_enough_data');
});

it('recognises the open listing whose required tags a caption has, the one with the most tags, and none in doubt', async () => {
  const wide = await world.addListing({ tags: ['#marathon'] });
  const exact = await world.addListing({ tags: ['#marathon', '#hour20'] });
  const { as, post } = await clipper();
  const recognised = async (caption: string) => {
    const { url } = await post({ caption });
    const reply = await world.api.send('POST', '/api/submissions/recognise', { as, body: { url } });
    expect(reply.status).toBe(200);
    return reply.body.listingId;
  };
  expect(await recognised('Still going #Marathon #ad')).toBe(wide.id);
  expect(await recognised('Still going #marathon #hour20 #ad')).toBe(exact.id);
  expect(await recognised('Still going #marathons #ad')).toBeNull();
  expect(await recognised('No tags at all #ad')).toBeNull();
  await world.addListing({ tags: ['#ad', '#hour20'] });
  expect(await recognised('Still going #marathon #hour20 #ad')).toBeNull();
  const other = await clipper();
  const { url } = await other.post({ caption: 'Not mine #marathon' });
  const reply = await world.api.send('POST', '/api/submissions/recognise', { as, body: { url } });
  expect(reply.body.listingId).toBeNull();
});

it("asks where a clipper is paid before the first clip, and refuses countries that can't be paid", async () => {
  const listing = await world.addListing();
  const { as, post } = await clipper();
  const made = await post();
  const country = world.db.updateTable('payout_countries').where('user_id', '=', as.accountId);
  await country.set({ country: 'KP' }).execute();
  expect((await submit(as, listing.id, made.url)).body.code).toBe('payout_country_unsupported');
  await world.db.deleteFrom('payout_countries').where('user_id', '=', as.accountId).execute();
  expect((await submit(as, listing.id, made.url)).body.code).toBe('payout_country_missing');
  const check = await world.api.send('POST', '/api/submissions/check', {
    as,
    body: { listingId: listing.id, url: made.url },
  });
  expect(check.body.checks[0]).toMatchObject({ check: 'payable', state: 'failed' });
  await world.db
    .insertInto('payout_countries')
    .values({ user_id: as.accountId, country: 'DE', set_at: world.clock.now() })
    .execute();
  expect((await submit(as, listing.id, made.url)).status).toBe(200);
});

interface Deviation {
  url?: string;
  postedHoursAgo?: number;
  caption?: string;
  durationSeconds?: number;
}

it.each<[string, object, Deviation]>([
  ['url_not_recognised', {}, { url: 'https://example.org/x' }],
  ['url_not_recognised', {}, { url: 'https://tiktok.com.evil.example/@a/video/7300000000000000000' }],
  ['platform_not_allowed', { platforms: ['youtube'] }, {}],
  ['hashtag_missing', { tags: ['#needed'] }, {}],
  ['disclosure_missing', { disclosure: true }, { caption: 'no label here' }],
  ['clip_length', { max: 20 }, { durationSeconds: 45 }],
  ['post_too_early', {}, { postedHoursAgo: 5 }],
])('refuses with %s and names the field', async (code, rules, deviation) => {
  const listing = await world.addListing(rules);
  const { as, post } = await clipper();
  const { url, postedHoursAgo, ...extra } = deviation;
  const postedAt = new Date(world.clock.now().getTime() - (postedHoursAgo ?? 0) * 3_600_000);
  const made = await post({ ...extra, postedAt });
  const refused = await submit(as, listing.id, url ?? made.url);
  expect([refused.status >= 400, refused.body.code]).toEqual([true, code]);
  expect(refused.body.fields[0].field).toBe('url');
});

it('refuses a post of another account or of nobody, and a person without a connection', async () => {
  const listing = await world.addListing();
  const [mine, other] = [await clipper(), await clipper()];
  const theirs = await other.post();
  expect((await submit(mine.as, listing.id, theirs.url)).body.code).toBe('post_not_yours');
  const own = await mine.post();
  await world.simulator.setPostState('tiktok', own.id, { visibility: 'deleted' });
  expect((await submit(mine.as, listing.id, own.url)).body.code).toBe('post_not_found');
  const stranger = await testPerson(world.db, 'clipper');
  expect((await submit(stranger, listing.id, theirs.url)).body.code).toBe('account_not_connected');
});

it.each([
  ['youtube', { visibility: 'unlisted' }, 'post_not_public'],
  ['youtube', { visibility: 'private' }, 'post_not_public'],
  ['youtube', { medium: 'live' }, 'post_length_unknown'],
  ['tiktok', { medium: 'photo' }, 'post_length_unknown'],
  ['instagram', { medium: 'photo' }, 'photo_post'],
  ['instagram', { medium: 'carousel' }, 'photo_post'],
] as const)('refuses a post that can’t be counted on %s, %j, with %s', async (platform, kind, code) => {
  const listing = await world.addListing();
  const { clipper: as, handle } = await world.addAccount(platform);
  const { visibility, medium } = { visibility: undefined, medium: undefined, ...kind };
  const post = { platform, handle, caption: 'A clip #ad', ...(medium && { medium }) };
  const made = await world.simulator.createPost(post);
  if (visibility) await world.simulator.setPostState(platform, made.id, { visibility });
  const body = { ...submission(listing.id, made.url), platform };
  const refused = await world.api.send('POST', '/api/submissions', { as, body });
  expect([refused.status, refused.body.code]).toEqual([422, code]);
  expect(refused.body.fields[0].field).toBe('url');
});

it('leaves the length of a reel to the host, because Instagram does not state it', async () => {
  const listing = await world.addListing({ min: 10, max: 60 });
  const { clipper: as, handle } = await world.addAccount('instagram');
  const made = await world.simulator.createPost({ platform: 'instagram', handle, caption: 'A clip #ad' });
  const body = { listingId: listing.id, url: made.url };
  const { checks } = (await world.api.send('POST', '/api/submissions/check', { as, body })).body;
  expect(checks.find(({ check }: { check: string }) => check === 'length')).toMatchObject({
    state: 'not_reached',
    message: 'Checked by the host.',
  });
  const sent = { ...submission(listing.id, made.url), platform: 'instagram' };
  expect((await world.api.send('POST', '/api/submissions', { as, body: sent })).status).toBe(200);
});

it('asks for a file of the clip only if the sound of the source can be compared', async () => {
  const listing = await world.addListing();
  const { as, post } = await clipper();
  const body = { listingId: listing.id, url: (await post()).url };
  const content = async () => {
    const { checks } = (await world.api.send('POST', '/api/submissions/check', { as, body })).body;
    return checks.find(({ check }: { check: string }) => check === 'content').message;
  };
  expect(await content()).toBe('Checked by the host.');
  const sourceId = await testMediaFile(world.db, { owner_id: listing.host.accountId, kind: 'source' });
  await world.db
    .updateTable('listing_versions')
    .set({ source_media_id: sourceId, source_url: null })
    .where('listing_id', '=', listing.id)
    .execute();
  expect(await content()).toMatch(/^Attach your clip file/);
  await world.db.updateTable('media_files').set({ sound: 'silent' }).where('id', '=', sourceId).execute();
  expect(await content()).toBe('Checked by the host.');
});

it('says that the platform is unavailable instead of blaming the clip', async () => {
  const listing = await world.addListing();
  const { as, post } = await clipper();
  const made = await post();
  await world.simulator.setFault({ service: 'tiktok', mode: 'down', minutes: 5 });
  expect((await submit(as, listing.id, made.url)).body.code).toBe('platform_unavailable');
  await world.simulator.setFault({ service: 'tiktok', mode: 'ok', minutes: 5 });
  expect((await submit(as, listing.id, made.url)).status).toBe(200);
});

it('takes the link out of the text that a Share button copies', async () => {
  const listing = await world.addListing();
  const { as, post } = await clipper();
  const made = await post();
  const text = `Check out @user's video! #fyp\n\u2068${made.url}\u2069。`;
  expect((await submit(as, listing.id, text)).status).toBe(200);
});

it('asks which of two posts is meant, and names both', async () => {
  const listing = await world.addListing();
  const { as, post } = await clipper();
  const [one, two] = [await post(), await post()];
  const { status, body } = await submit(as, listing.id, `${one.url} ${two.url}`);
  expect([status, body.code, body.candidates]).toEqual([422, 'several_posts', [one.url, two.url]]);
  expect(body.detail).toBe(
    `This text holds links to 2 posts: ${one.url}, ${two.url}. Send the link to one of them.`,
  );
  expect(body.fields[0].field).toBe('url');
});

it.each(['down', 'rate-limited', 'garbled'] as const)(
  'does not call a short link wrong while its platform is %s',
  async (mode) => {
    const listing = await world.addListing();
    const { as, post } = await clipper();
    const { shortUrl } = await post();
    await world.simulator.setFault({ service: 'tiktok', mode, minutes: 5 });
    const refused = await submit(as, listing.id, shortUrl!);
    expect([refused.status, refused.body.code]).toEqual([503, 'platform_unavailable']);
    expect(refused.body.detail).toMatch(/^The platform does not say right now where this short link leads/);
    expect(refused.headers['retry-after']).toBe('30');
    const body = { listingId: listing.id, url: shortUrl! };
    const { checks } = (await world.api.send('POST', '/api/submissions/check', { as, body })).body;
    expect(checks.find(({ check }: { check: string }) => check === 'link')).toMatchObject({
      state: 'failed',
      code: 'platform_unavailable',
    });
    await world.simulator.setFault({ service: 'tiktok', mode: 'ok', minutes: 5 });
    expect((await submit(as, listing.id, shortUrl!)).status).toBe(200);
  },
);

it('refuses a short link to photos and one to no post, each with its own reason', async () => {
  const listing = await world.addListing();
  const { as, post } = await clipper();
  const { shortUrl } = await post({ medium: 'photo' });
  expect((await submit(as, listing.id, shortUrl!)).body.code).toBe('photo_post');
  const nothing = await submit(as, listing.id, 'https://vm.tiktok.com/ZMnothing/');
  expect(nothing.body.code).toBe('url_not_recognised');
});

it('accepts a post once, however many requests submit it at the same moment', async () => {
  const listing = await world.addListing();
  const { as, post } = await clipper();
  const made = await post();
  const replies = await Promise.all(Array.from({ length: 6 }, () => submit(as, listing.id, made.url)));
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
  expect(replies.filter((reply) => reply.body.code === 'post_already_used')).toHaveLength(5);
});

it('keeps the limit of clips per clipper under simultaneous submissions', async () => {
  const listing = await world.addListing({ clips: 2 });
  const { as, post } = await clipper();
  const posts = await Promise.all(Array.from({ length: 5 }, () => post()));
  const replies = await Promise.all(posts.map((made) => submit(as, listing.id, made.url)));
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(2);
  expect(replies.filter((reply) => reply.body.code === 'clip_limit_reached')).toHaveLength(3);
});

it('has the effect of an idempotency key once, and refuses the key for another request', async () => {
  const listing = await world.addListing();
  const { as, post } = await clipper();
  const [made, second] = [await post(), await post()];
  const key = newId();
  const replies = await Promise.all([1, 2, 3].map(() => submit(as, listing.id, made.url, key)));
  expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1);
  expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200]);
  expect((await submit(as, listing.id, second.url, key)).body.code).toBe('idempotency_key_reused');
});

it('frees the post of a withdrawn clip, and answers 404 to other clippers', async () => {
  const listing = await world.addListing();
  const { as, post } = await clipper();
  const made = await post();
  const { id } = (await submit(as, listing.id, made.url)).body;
  const stranger = await clipper();
  const foreign = await world.api.send('POST', `/api/submissions/${id}/withdraw`, { as: stranger.as });
  const unknown = await world.api.send('POST', `/api/submissions/${newId()}/withdraw`, { as: stranger.as });
  expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
  expect((await world.api.send('POST', `/api/submissions/${id}/withdraw`, { as })).body.status).toBe(
    'withdrawn',
  );
  expect((await submit(as, listing.id, made.url)).status).toBe(200);
});
