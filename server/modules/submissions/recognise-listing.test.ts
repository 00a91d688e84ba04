import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { newId } from '#server/infra/id.ts';
import { testDatabase } from '#server/testing/database.ts';
import { seedListings } from '#server/testing/feed.ts';
import { explained } from '#server/testing/plan.ts';
import { listingsNamed } from './recognise-listing.ts';

const t = await testDatabase();
afterAll(() => t.close());

test('finds the listings whose tags a caption has by an index, among thousands that require other tags', async () => {
  await seedListings(t.owner, { count: 6_000, hosts: 20, newestAt: new Date('2026-03-02T10:00:00Z') });
  await sql`update listing_versions v set required_tags = array['#Word' || n, '@maker' || n % 9]
    from (select listing_id, substring(title from 'Moments (\\d+)')::int as n from listing_versions) one
    where one.listing_id = v.listing_id and n % 2 = 0`.execute(t.owner);
  await sql`vacuum analyze listing_versions`.execute(t.owner);
  const ask = {
    clipperId: newId<AccountId>(),
    platform: 'tiktok' as const,
    tags: ['#WORD404', '@maker8', '#more'],
  };
  const found = await listingsNamed(t.db, ask);
  expect(found.map(({ required_tags }) => required_tags)).toEqual([['#Word404', '@maker8']]);
  const [plan] = await explained(t.db, (db) => listingsNamed(db, ask));
  expect(plan).toContain('listing_versions_required_tags');
  expect(plan).not.toMatch(/Seq Scan on listing/);
});
