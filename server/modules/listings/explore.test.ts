import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { feedQuery } from '#contract/listings/listings.ts';
import { routes } from '#contract/routes.ts';
import { MovableClock } from '#server/infra/clock.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testDatabase } from '#server/testing/database.ts';
import { seedListings } from '#server/testing/feed.ts';
import { connect, fund, listingBody } from '#server/testing/listings.ts';
import { testModules } from '#server/testing/modules.ts';
import { feedSql } from './explore.ts';
import { matchesSql, searchCondition, textQuery } from './search.ts';

const t = await testDatabase();
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T12:00:00Z') });
const api = await testApi(t.db, clock, testModules(t.db, clock, ['listings']));
afterAll(async () => {
  await api.close();
  await t.close();
});

const COUNT = 6_000;
beforeAll(async () => {
  await seedListings(t.owner, { count: COUNT, hosts: 20, newestAt: clock.now() });
});

type Wire = {
  id: string;
  rateCentsPerMille: number;
  freeMicros: string;
  createdAt: string;
  platforms: string[];
  language: string;
  sourcePosterUrl: string | null;
  comparesClips: boolean;
  expectedMicros: string;
  opensInStudio: boolean;
  host: { medianHoursToDecide: number | null };
};
const explore = async (query: Record<string, string> = {}) => {
  const reply = await api.send('GET', `/api/listings?${new URLSearchParams(query)}`);
  expect(reply.status).toBe(200);
  z.decode(routes.exploreListings.reply, reply.body);
  return reply.body as { rows: Wire[]; nextCursor: string | null };
};

async function walk(query: Record<string, string>, pages: number): Promise<Wire[]> {
  const rows: Wire[] = [];
  let cursor: string | null = '';
  for (let n = 0; n < pages && cursor !== null; n++) {
    const page = await explore({ ...query, ...(cursor ? { cursor } : {}) });
    rows.push(...page.rows);
    cursor = page.nextCursor;
  }
  return rows;
}

describe('pages', () => {
  const keys = {
    newest: (row: Wire) => Date.parse(row.createdAt),
    rate: (row: Wire) => row.rateCentsPerMille,
    budget: (row: Wire) => Number(row.freeMicros),
    earnings: (row: Wire) => Number(row.expectedMicros),
  };
  const columns: Record<string, string> = {
    ...{ newest: 'created_at', rate: 'rate_cents_per_mille' },
    ...{ budget: 'balance_micros', earnings: 'expected_micros' },
  };
  for (const [sort, keyOf] of Object.entries(keys)) {
    test(`by ${sort}: in order, no row twice, no row missed, only active listings`, async () => {
      const rows = await walk({ sort }, 30);
      expect(rows).toHaveLength(600);
      expect(new Set(rows.map((row) => row.id)).size).toBe(600);
      const values = rows.map(keyOf);
      expect(values).toEqual([...values].sort((a, b) => b - a));
      const { rows: best } = await sql<{ ids: string[] }>`
        select array_agg(id) as ids from (select l.id from listings l
        join ledger_accounts a on a.kind = 'listing' and a.owner_id = l.id
        join listing_forecasts f on f.listing_id = l.id where l.state = 'active'
        order by ${sql.raw(columns[sort]!)} desc,
          l.id desc limit 600) x`.execute(t.db);
      expect(rows.map((row) => row.id)).toEqual(best[0]!.ids);
    });
  }

  test('by review: fastest deciding hosts first, hosts without a decision last, no row twice', async () => {
    const rows = await walk({ sort: 'review' }, 1_000);
    const hours = rows.map((row) => row.host.medianHoursToDecide ?? Number.POSITIVE_INFINITY);
    expect(hours).toEqual([...hours].sort((a, b) => a - b));
    expect(hours[0]).toBe(1);
    expect(hours.at(-1)).toBe(Number.POSITIVE_INFINITY);
    const { rows: active } = await sql<{ n: number }>`
      select count(*)::int as n from listings where state = 'active'`.execute(t.db);
    expect(new Set(rows.map((row) => row.id)).size).toBe(active[0]!.n);
    expect(rows).toHaveLength(active[0]!.n);
  });

  test('free budget and language narrow the feed, and a listing for any language matches each language', async () => {
    await sql`update listings set language = 'Spanish' where id in (
      select id from listings where state = 'active' order by id limit 30)`.execute(t.owner);
    const spanish = await walk({ language: 'Spanish', minFreeDollars: '3900', sort: 'budget' }, 20);
    expect(spanish.length).toBeGreaterThan(30);
    expect(spanish.every((row) => BigInt(row.freeMicros) >= 3_900_000_000n)).toBe(true);
    const french = await walk({ language: 'French' }, 400);
    expect(french.every((row) => row.language === 'any')).toBe(true);
    await sql`update listings set language = 'any' where language = 'Spanish'`.execute(t.owner);
  });

  test('filters apply to all pages, and the last page says that it is the last', async () => {
    const rows = await walk({ platform: 'instagram', minRateCents: '480' }, 100);
    expect(rows.every((row) => row.platforms.includes('instagram') && row.rateCentsPerMille >= 480)).toBe(
      true,
    );
    const { rows: expected } = await sql<{
      n: number;
    }>`select count(*)::int as n from listings where state = 'active'
      and 'instagram' = any(platforms) and rate_cents_per_mille >= 480`.execute(t.db);
    expect(rows).toHaveLength(expected[0]!.n);
  });

  test('a cursor of another order, or an invalid one, starts at the beginning', async () => {
    const first = await explore({ sort: 'rate' });
    const { nextCursor } = await explore({ sort: 'newest' });
    for (const cursor of [nextCursor!, 'nonsense', Buffer.from('["1","x"]').toString('base64url')]) {
      expect((await explore({ sort: 'rate', cursor })).rows).toEqual(first.rows);
    }
  });

  test('refuses an invalid filter by name', async () => {
    for (const query of ['platform=vimeo', 'minRateCents=many', 'sort=oldest', `search=${'x'.repeat(101)}`]) {
      const reply = await api.send('GET', `/api/listings?${query}`);
      expect(reply.status).toBe(400);
      expect(reply.body.fields[0].field).toBe(query.split('=')[0]);
    }
  });
});

test('the count has the filters of the feed, and says that there are more than it counted', async () => {
  const countOf = async (query: string) => (await api.send('GET', `/api/listings/count${query}`)).body;
  expect(await countOf('')).toEqual({ listings: 1_000, hasMore: true });
  const query = { platform: 'instagram', minRateCents: '480' };
  const rows = await walk(query, 100);
  expect(await countOf(`?${new URLSearchParams(query)}`)).toEqual({ listings: rows.length, hasMore: false });
  expect(await countOf('?search=4321')).toEqual({ listings: 1, hasMore: false });
  expect(await countOf('?category=food&minRateCents=450')).toMatchObject({
    listings: (await walk({ category: 'food', minRateCents: '450' }, 100)).length,
  });
  expect((await api.send('GET', '/api/listings/count?platform=vimeo')).status).toBe(400);
});

describe('search', () => {
  const find = async (search: string) => (await explore({ search })).rows.length;

  test('finds words of title, description and host, also unfinished ones, quoted and excluded', async () => {
    const host = await testPerson(t.db, 'host');
    await t.db
      .updateTable('profiles')
      .set({ username: 'zebra_cam' })
      .where('user_id', '=', host.accountId)
      .execute();
    await connect(t.db, host);
    await fund(t.db, host.accountId, 500);
    const body = {
      ...listingBody,
      title: 'Völlig quixotic marathon',
      description: "It's the longest zugzwang ever",
    };
    await api.send('POST', '/api/listings', { as: host, body });
    for (const text of [
      'quixotic',
      'QUIXOTIC marathon',
      'quixo',
      'völlig quix',
      'zugzwang',
      'zebra_cam',
      '"quixotic marathon"',
      'quixotic -opera',
    ]) {
      expect(await find(text), text).toBe(1);
    }
    for (const text of ['quixotic opera', 'uixotic', '"marathon quixotic"', 'quixotic -marathon']) {
      expect(await find(text), text).toBe(0);
    }
  });

  test('accepts any text as a search without an internal error', async () => {
    for (const text of [
      "'",
      '&',
      '!',
      ':*',
      "a'b",
      'a & | b',
      '(((',
      '\\',
      '%',
      '   ',
      '" "',
      '<->',
      '😀',
      'or',
      '- -',
      "x':*",
    ]) {
      await explore({ search: text });
    }
    expect((await explore({ search: '&!' })).rows).toHaveLength(20);
  });
});

describe('plans', () => {
  const explain = async (statement: RawBuilder<unknown>) => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${statement}`.execute(t.db);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  const cases: [string, Record<string, string>, RegExp][] = [
    ['newest', {}, /Index Scan using listings_feed_newest/],
    ['newest on one platform', { platform: 'tiktok' }, /Index Scan using listings_feed_newest/],
    ['rate', { sort: 'rate' }, /Index Scan using listings_feed_rate/],
    ['rate from a minimum', { sort: 'rate', minRateCents: '490' }, /Index Scan using listings_feed_rate/],
    ['budget', { sort: 'budget' }, /Scan using ledger_accounts_listing_balance/],
    ['expected earnings', { sort: 'earnings' }, /Scan using listing_forecasts_expected/],
  ];
  for (const [name, query, index] of cases) {
    test(`${name}: reads the page from its index and no table whole`, async () => {
      const text = await explain(feedSql(feedQuery.parse(query), null));
      expect(text).toMatch(index);
      expect(text).not.toMatch(/Seq Scan on (listings|listing_versions|ledger_accounts|listing_forecasts)/);
    });
  }

  test('a search reads the text index, and one with many matches walks the feed’s order', async () => {
    for (const words of ['4321', '"moments 12"']) {
      expect(await explain(matchesSql(textQuery(words)!))).toMatch(/Bitmap Index Scan on listings_search/);
    }
    const many = await explain(feedSql(feedQuery.parse({}), await searchCondition(t.db, 'moments')));
    expect(many).toMatch(/Index Scan using listings_feed_newest/);
    const { rows } = await matchesSql(textQuery('moments')!).execute(t.db);
    expect(rows).toEqual([{ id: null }]);
    const few = await explain(feedSql(feedQuery.parse({}), await searchCondition(t.db, '4321')));
    expect(few).toMatch(/using listings_pkey/);
  });

  test('reads a host’s own listings from their index', async () => {
    const { accountId } = await testPerson(t.db, 'host');
    const own = sql`select * from listings where host_id = ${accountId} order by created_at desc, id desc limit 21`;
    expect(await explain(own)).toMatch(/Index Scan using listings_host/);
  });
});
