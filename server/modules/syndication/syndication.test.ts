import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { micros } from '#contract/money.ts';
import { withinLimit } from '#server/http/rate-limit.ts';
import { MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { createActor, createTestServer, TEST_APP_URL } from '#server/testing/actor.ts';
import { testListing } from '#server/testing/clips.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import { offerOf } from './feeds.ts';
import { SHARED_PAGES_PER_MINUTE } from './syndication.ts';

/**
 * Text that breaks out of XML, HTML, attributes and the markup of drawn texts. Also contains a character that
 * is not allowed in XML.
 */
const HOSTILE = `]]></title><script>alert('1')</script>"&\u0007<span size="9">`;

const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
let database: TestDatabase;
let server: FastifyInstance;
let listing: { id: string; hostId: AccountId };
let paused: { id: string };
let username: string;

beforeAll(async () => {
  database = await testDatabase();
  const { db, owner } = database;
  server = await createTestServer({ db, clock, modules: testModules(db, clock, ['syndication']) });
  const host = await createActor(db, { role: 'host', username: 'nova_plays' });
  username = 'nova_plays';
  listing = await testListing(db, clock.now(), { hostId: host.accountId });
  paused = await testListing(db, clock.now(), { hostId: host.accountId });
  await owner.updateTable('listings').set({ title: HOSTILE }).where('id', '=', listing.id).execute();
  await owner
    .updateTable('listing_versions')
    .set({ description: HOSTILE })
    .where('listing_id', '=', listing.id)
    .execute();
  await owner
    .updateTable('listings')
    .set({ state: 'paused', pause_reason: 'host' })
    .where('id', '=', paused.id)
    .execute();
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const get = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers });

describe('feeds', () => {
  test.each([
    [['tiktok'], 'on TikTok. $'],
    [['tiktok', 'youtube', 'instagram'], 'on TikTok, YouTube Shorts and Instagram Reels. $'],
  ] as const)('write the offer of a listing on %j as a sentence', (platforms, words) => {
    const offer = {
      rateCentsPerMille: 150,
      freeMicros: micros('195630000'),
      fundedMicros: micros('300000000'),
    };
    const named = {
      id: listing.id,
      title: '',
      description: '',
      hostUsername: 'nova_plays',
      postedAt: clock.now(),
      countedViews: 'all' as const,
      countedCountries: [],
    };
    expect(offerOf({ ...named, ...offer, platforms })).toContain(words);
  });

  test('list active listings as JSON Feed, and no others', async () => {
    for (const url of ['/feeds/listings.json', `/feeds/hosts/${username}/listings.json`]) {
      const reply = await get(url);
      expect(reply.headers['content-type']).toBe('application/feed+json; charset=utf-8');
      expect(reply.headers['access-control-allow-origin']).toBe('*');
      const feed = reply.json();
      expect(feed).toMatchObject({
        version: 'https://jsonfeed.org/version/1.1',
        feed_url: TEST_APP_URL + url,
        items: [
          {
            id: `${TEST_APP_URL}/listings/${listing.id}`,
            title: HOSTILE,
            authors: [{ name: '@nova_plays' }],
          },
        ],
      });
      expect(feed.items[0].summary).toMatch(/^\$\d+\.\d\d per 1,000 verified views on .+ is free\.$/);
    }
  });

  test('list the same as well-formed RSS, whatever a host wrote', async () => {
    for (const url of ['/feeds/listings.xml', `/feeds/hosts/${username}/listings.xml`]) {
      const { body, headers } = await get(url);
      expect(headers['content-type']).toBe('application/rss+xml; charset=utf-8');
      expect(XMLValidator.validate(body)).toBe(true);
      expect(body).not.toContain('\u0007');
      const { item } = new XMLParser().parse(body).rss.channel;
      expect(item.title).toBe(HOSTILE.replace('\u0007', '\uFFFD'));
      expect(item.guid).toBe(`${TEST_APP_URL}/listings/${listing.id}`);
    }
  });

  test('answer 304 to a client that has the feed, and 404 for an unknown host', async () => {
    const first = await get('/feeds/listings.json');
    const again = await get('/feeds/listings.json', { 'if-none-match': String(first.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const clipper = await createActor(database.db, { role: 'clipper', username: 'tess_cuts' });
    expect(clipper.accountId).toBeDefined();
    for (const name of ['nobody_here', 'tess_cuts', '%00', HOSTILE.length.toString()])
      expect((await get(`/feeds/hosts/${name}/listings.xml`)).statusCode, name).toBeGreaterThanOrEqual(400);
  });
});

describe('a card in a page of another site', () => {
  test('may be framed by anyone, loads and runs nothing, and sets no cookie', async () => {
    const { headers, body, statusCode } = await get(`/embed/listings/${listing.id}?theme=dark`);
    expect(statusCode).toBe(200);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain('frame-ancestors *');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe-inline');
    expect(headers).not.toHaveProperty('x-frame-options');
    expect(headers).not.toHaveProperty('set-cookie');
    expect(body).toContain('data-theme="dark"');
    expect(body).not.toContain('<script');
    expect(body).toContain('&lt;script&gt;');
  });

  test('is the only page that may be framed', async () => {
    for (const url of ['/oembed', '/feeds/listings.json', '/no-such-page'])
      expect(String((await get(url)).headers['content-security-policy']), url).toContain(
        "frame-ancestors 'none'",
      );
  });

  test('says so when its listing is not active or does not exist', async () => {
    for (const id of [paused.id, newId(), 'x', '%00', '%3Cscript%3E']) {
      const { statusCode, body } = await get(`/embed/listings/${id}`);
      expect([statusCode, body.includes('takes no clips now')], id).toEqual([404, true]);
      expect(body).not.toContain('<script');
    }
  });
});

describe('oEmbed', () => {
  const ask = (url: string, more = '') => get(`/oembed?url=${encodeURIComponent(url)}${more}`);

  test('finds the card by a listing’s address, no larger than the page allows', async () => {
    const reply = await ask(`${TEST_APP_URL}/listings/${listing.id}`, '&maxwidth=300&maxheight=150');
    expect(reply.json()).toMatchObject({
      version: '1.0',
      type: 'rich',
      title: HOSTILE,
      width: 300,
      height: 150,
    });
    const { html } = reply.json();
    expect(html).toMatch(/^<iframe src="[^"<>]*" [^<>]*><\/iframe>$/);
    expect(html).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  });

  test('finds nothing for other addresses, and writes JSON only', async () => {
    for (const url of [
      `https://elsewhere.example/listings/${listing.id}`,
      `${TEST_APP_URL}/listings/${paused.id}`,
      `${TEST_APP_URL}/@nova_plays`,
      'javascript:alert(1)',
      'no address',
    ])
      expect((await ask(url)).statusCode, url).toBe(404);
    expect((await get('/oembed')).statusCode).toBe(400);
    expect((await ask(`${TEST_APP_URL}/listings/${listing.id}`, '&format=xml')).statusCode).toBe(501);
  });
});

describe('a picture of a shared link', () => {
  test('is 1200 by 630 and changes with its data, whatever characters the texts contain', async () => {
    const url = `/previews/listings/${listing.id}.png`;
    const first = await get(url);
    expect(first.headers['content-type']).toBe('image/png');
    expect(await sharp(first.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 });
    expect((await get(url)).headers.etag).toBe(first.headers.etag);
    await database.owner
      .updateTable('listings')
      .set({ title: 'Another title' })
      .where('id', '=', listing.id)
      .execute();
    const next = await get(url);
    expect(next.headers.etag).not.toBe(first.headers.etag);
  });

  test('shows of a person only what the public profile shows', async () => {
    const { db } = database;
    const { accountId } = await createActor(db, { role: 'clipper', username: 'mira_cuts' });
    const url = '/previews/profiles/mira_cuts.png';
    const shown = await get(url);
    expect(shown.statusCode).toBe(200);
    await db
      .updateTable('profiles')
      .set({ earnings_hidden: true })
      .where('user_id', '=', accountId)
      .execute();
    expect((await get(url)).headers.etag).not.toBe(shown.headers.etag);
  });

  test('exists only for existing people and listings, and one caller may have only so many drawn', async () => {
    for (const url of [
      `/previews/listings/${paused.id}.png`,
      `/previews/listings/${listing.id}`,
      '/previews/listings/..%2F..%2Fog.png',
      '/previews/profiles/nobody_here.png',
    ])
      expect((await get(url)).statusCode, url).toBe(404);
    const { db, owner } = database;
    for (let drawn = 0; drawn < 30; drawn++) await withinLimit(db, 'preview 127.0.0.1', 30);
    const url = `/previews/listings/${listing.id}.png`;
    expect((await get(url)).statusCode).toBe(200);
    await owner.updateTable('listings').set({ title: 'Changed' }).where('id', '=', listing.id).execute();
    expect((await get(url)).statusCode).toBe(429);
  });
});

test('limits the shared pages that one network may request in a minute, including 304 answers', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T10:00:30Z') });
  onTestFinished(() => void vi.useRealTimers());
  const from =
    (remoteAddress: string) =>
    async (url: string, headers: Record<string, string> = {}) =>
      await server.inject({ url, headers, remoteAddress });
  const [stranger, other] = [from('203.0.113.7'), from('203.0.113.8')];
  const { headers } = await stranger('/feeds/listings.json');
  const known = { 'if-none-match': String(headers.etag) };
  const urls = [
    '/feeds/listings.json',
    `/embed/listings/${listing.id}`,
    '/oembed?url=x',
    '/previews/listings/x.png',
  ];
  const more = Array.from({ length: SHARED_PAGES_PER_MINUTE - 1 }, (_, at) => urls[at % urls.length]!);
  const answers = await Promise.all(more.map((url) => stranger(url, known)));
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([304, 200, 404]));
  for (const url of urls) {
    const refused = await stranger(url, known);
    expect([refused.statusCode, refused.json().code], url).toEqual([429, 'too_many_requests']);
    expect(refused.headers['retry-after'], url).toBe('30');
    expect((await other(url)).statusCode, url).not.toBe(429);
  }
  vi.setSystemTime(new Date('2026-11-22T10:01:00Z'));
  expect((await stranger('/feeds/listings.json', known)).statusCode).toBe(304);
});
