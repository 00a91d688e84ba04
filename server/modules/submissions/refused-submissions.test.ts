import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { newId } from '#server/infra/id.ts';
import { transact } from '#server/infra/transaction.ts';
import { clipWorld } from '#server/testing/clip-world.ts';
import { testDatabase } from '#server/testing/database.ts';
import { untilWaiting } from '#server/testing/until-waiting.ts';

const database = await testDatabase();
const world = await clipWorld(database);
afterAll(async () => {
  await world.close();
  await database.close();
});

/** A clipper with a connected TikTok account, and the link to a post on it. */
async function posted() {
  const { clipper: as, handle } = await world.addAccount();
  const { url } = await world.simulator.createPost({ platform: 'tiktok', handle, caption: 'A clip #ad' });
  return { as, url };
}
type Person = Awaited<ReturnType<typeof posted>>['as'];

async function submit(as: Person, listingId: string, url: string, platform = 'tiktok') {
  const body = { listingId, url, platform, reportedViews: 100 };
  const reply = await world.api.send('POST', '/api/submissions', { as, body });
  return `${reply.status} ${reply.body.code}`;
}

describe('POST /api/submissions', () => {
  test('403 refuses a clip by the listing’s own host', async () => {
    const listing = await world.addListing();
    const { as, url } = await posted();
    const own = { ...listing.host, role: 'clipper' as const };
    await world.db
      .updateTable('connections')
      .set({ user_id: own.accountId })
      .where('user_id', '=', as.accountId)
      .execute();
    await world.db
      .insertInto('payout_countries')
      .values({ user_id: own.accountId, country: 'US', set_at: world.clock.now() })
      .execute();
    expect(await submit(own, listing.id, url)).toBe('403 own_listing');
  });

  test('404 refuses a clip for a listing that does not exist, as the check before it does', async () => {
    const { as, url } = await posted();
    expect(await submit(as, newId(), url)).toBe('404 not_found');
    const checked = await world.api.send('POST', '/api/submissions/check', {
      as,
      body: { listingId: newId(), url },
    });
    expect([checked.status, checked.body.code]).toEqual([404, 'not_found']);
  });

  test('409 refuses a clip to a paused listing', async () => {
    const listing = await world.addListing();
    const { as, url } = await posted();
    await world.db
      .updateTable('listings')
      .set({ state: 'paused', pause_reason: 'host' })
      .where('id', '=', listing.id)
      .execute();
    expect(await submit(as, listing.id, url)).toBe('409 listing_not_active');
  });

  test('409 refuses a clip whose listing’s terms change during its check', async () => {
    const listing = await world.addListing();
    const { as, url } = await posted();
    let submitted: ReturnType<typeof submit> | undefined;
    await transact(world.db, async (tx) => {
      // The clip waits for this lock after its check, which read the terms of version 1.
      await tx.selectFrom('listings').select('id').where('id', '=', listing.id).forUpdate().execute();
      submitted = submit(as, listing.id, url);
      await untilWaiting(database.owner, 1);
      await sql`
        insert into listing_versions select (jsonb_populate_record(v, '{"version": 2}')).*
        from listing_versions v where listing_id = ${listing.id}`.execute(tx);
      await tx.updateTable('listings').set({ current_version: 2 }).where('id', '=', listing.id).execute();
    });
    expect(await submitted).toBe('409 terms_changed');
  });

  test('422 refuses a link to another platform than the one that was chosen', async () => {
    const listing = await world.addListing();
    const { as, url } = await posted();
    expect(await submit(as, listing.id, url, 'youtube')).toBe('422 platform_mismatch');
  });
});
