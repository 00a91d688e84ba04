import { afterAll, expect, it } from 'vitest';
import type { RejectReason } from '#contract/submissions/reject-reasons.ts';
import type { Actor } from '#server/http/actor.ts';
import { type ClipWorld, clipWorld } from '#server/testing/clip-world.ts';

const world = await clipWorld();
afterAll(world.close);

type Listing = Awaited<ReturnType<ClipWorld['addListing']>>;

async function clipper() {
  const { clipper: as, handle } = await world.addAccount();
  const post = async () =>
    (await world.simulator.createPost({ platform: 'tiktok', handle, caption: 'A clip #ad' })).url;
  return { as, post };
}

const submit = (as: Actor, listing: Listing, url: string) =>
  world.api.send('POST', '/api/submissions', {
    as,
    body: { listingId: listing.id, url, platform: 'tiktok', reportedViews: 1 },
  });

async function decideReject(listing: Listing, id: string, reason: RejectReason) {
  const body = { reason, note: null };
  const reply = await world.api.send('POST', `/api/submissions/${id}/reject`, { as: listing.host, body });
  expect(reply.status).toBe(200);
  world.clock.advanceHours(11 / 3600);
}

async function reject(listing: Listing, id: string, reason: RejectReason) {
  await decideReject(listing, id, reason);
  await world.runDue();
}

const mine = async (as: Actor) =>
  (await world.api.send('GET', '/api/clipper/submissions', { as })).body.rows as {
    id: string;
    status: string;
    canResubmit: boolean;
    isResubmission: boolean;
    next: { what: string; who: string };
  }[];

it('accepts a clip that was rejected for missing disclosure once more on its listing', async () => {
  const listing = await world.addListing();
  const { as, post } = await clipper();
  const url = await post();
  const first = (await submit(as, listing, url)).body.id;
  await reject(listing, first, 'missing_disclosure');
  expect(await mine(as)).toMatchObject([{ id: first, canResubmit: true, next: { who: 'clipper' } }]);

  const second = await submit(as, listing, url);
  expect(second.status).toBe(200);
  expect(await mine(as)).toMatchObject([
    { id: second.body.id, isResubmission: true, status: 'pending' },
    { id: first, isResubmission: false, canResubmit: false, next: { who: 'nobody' } },
  ]);
  await reject(listing, second.body.id, 'missing_disclosure');
  const third = await submit(as, listing, url);
  expect([third.status, third.body.code]).toEqual([409, 'post_resubmitted_before']);
  expect((await mine(as)).map((row) => row.canResubmit)).toEqual([false, false]);
});

it('refuses a post on the listing that rejected it for any other reason, and on no other listing', async () => {
  const listing = await world.addListing();
  const { as, post } = await clipper();
  const url = await post();
  await reject(listing, (await submit(as, listing, url)).body.id, 'wrong_content');
  expect((await mine(as))[0]).toMatchObject({
    canResubmit: false,
    next: { what: 'The rejection can be appealed', who: 'clipper' },
  });
  const check = await world.api.send('POST', '/api/submissions/check', {
    as,
    body: { listingId: listing.id, url },
  });
  expect(check.body.checks).toContainEqual(
    expect.objectContaining({ check: 'again', state: 'failed', code: 'post_rejected_here' }),
  );
  expect((await submit(as, listing, url)).body.code).toBe('post_rejected_here');
  const other = await world.addListing();
  expect((await submit(as, other, url)).status).toBe(200);
});

it('counts each post once against the limit', async () => {
  const listing = await world.addListing({ clips: 1 });
  const { as, post } = await clipper();
  const url = await post();
  await reject(listing, (await submit(as, listing, url)).body.id, 'missing_disclosure');
  expect((await submit(as, listing, await post())).body.code).toBe('clip_limit_reached');
  const again = await submit(as, listing, url);
  expect(again.status).toBe(200);
  expect((await submit(as, listing, await post())).body.code).toBe('clip_limit_reached');
  // A withdrawn resubmission does not count as used.
  await world.api.send('POST', `/api/submissions/${again.body.id}/withdraw`, { as });
  expect((await submit(as, listing, url)).status).toBe(200);
});

it('accepts one of several simultaneous resubmissions, and none while a rejection takes effect', async () => {
  const listing = await world.addListing();
  const { as, post } = await clipper();
  const url = await post();
  await reject(listing, (await submit(as, listing, url)).body.id, 'missing_disclosure');
  const replies = await Promise.all(Array.from({ length: 4 }, () => submit(as, listing, url)));
  const codes = replies.map((reply) => reply.body.code ?? 'filed').sort();
  expect(codes).toEqual(['filed', ...Array(3).fill('post_already_used')]);

  for (let round = 0; round < 5; round++) {
    const next = await post();
    await decideReject(listing, (await submit(as, await sameRules(listing), next)).body.id, 'duplicate');
    const [reply] = await Promise.all([submit(as, listing, next), world.runDue()]);
    expect(['post_already_used', 'post_rejected_here']).toContain(reply.body.code);
  }
});

/** Raises the number of clips that the listing accepts from a clipper. */
async function sameRules(listing: Listing): Promise<Listing> {
  await world.db
    .updateTable('listing_versions')
    .set({ clips_per_clipper: 50 })
    .where('listing_id', '=', listing.id)
    .execute();
  return listing;
}

it('notifies the host that a clip was resubmitted', async () => {
  const listing = await world.addListing();
  const { as, post } = await clipper();
  const url = await post();
  await reject(listing, (await submit(as, listing, url)).body.id, 'missing_disclosure');
  await submit(as, listing, url);
  const notified = await world.db
    .selectFrom('notifications')
    .select('title')
    .where('user_id', '=', listing.host.userId)
    .orderBy('id')
    .execute();
  expect(notified.map(({ title }) => title)).toEqual([
    'A new clip is waiting for review',
    'A corrected clip is waiting for review',
  ]);
  const { rows } = (await world.api.send('GET', '/api/host/submissions', { as: listing.host })).body;
  expect(rows[0].isResubmission).toBe(true);
});
