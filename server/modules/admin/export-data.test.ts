import { afterAll, beforeAll, expect, test } from 'vitest';
import { after, HOUR } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { createActor } from '#server/testing/actor.ts';
import { passkeyOf } from '#server/testing/authenticator.ts';
import { type ClosingWorld, closingWorld } from '#server/testing/closing.ts';

let world: ClosingWorld;
beforeAll(async () => {
  world = await closingWorld();
});
afterAll(() => world.end());

test('an export contains the person’s data, nothing of anybody else, and no key', async () => {
  const clipper = await world.paidClipper(5_000);
  const other = await world.paidClipper(7_000);
  await world.takedownOf(clipper.userId, clipper.email);
  await world.takedownOf(other.userId, other.email);
  const passkey = passkeyOf(clipper.userId);
  await world.db.insertInto('passkeys').values(passkey).execute();
  const reply = await world.get(clipper, '/api/account/export');
  expect(reply.headers['content-disposition']).toBe('attachment; filename="permille-data.json"');
  const data = reply.json();
  expect(data).toMatchObject({
    account: [{ email: clipper.email, role: 'clipper' }],
    profile: [{ username: clipper.username }],
    passkeys: [{ name: 'Work laptop', is_synced: true }],
    earnings: [{ amount_micros: '10000000', state: 'released' }],
    paymentAddress: [{ email: 'tess@cutroom.example' }],
    submissions: [{ status: 'approved' }],
    takedownRequests: [{ email: clipper.email, work: 'My film' }],
  });
  expect(reply.body).not.toContain(other.accountId);
  expect(reply.body).not.toContain(other.username);
  const { token } = await world.db
    .selectFrom('sessions')
    .select('token')
    .where('id', '=', clipper.sessionId)
    .executeTakeFirstOrThrow();
  expect(reply.body).not.toContain(token);
  expect(reply.body).not.toContain(passkey.credential_id);
  expect(reply.body).not.toMatch(/password|sealed|"token"/);
});

test('a visitor of a demo account exports only the current session', async () => {
  const demo = await createActor(world.db, { role: 'clipper', username: 'demo_export', isDemo: true });
  await world.db
    .insertInto('sessions')
    .values({
      id: newId(),
      user_id: demo.userId,
      token: newId(),
      ip_address: '203.0.113.9',
      expires_at: after(new Date(), HOUR),
    })
    .execute();
  const reply = await world.get(demo, '/api/account/export');
  expect(reply.json().sessions).toHaveLength(1);
  expect(reply.body).not.toContain('203.0.113.9');
});

test('a clipper’s export contains messages and findings about clips, accounts and payouts', async () => {
  const { db, clock } = world;
  const clipper = await world.paidClipper(5_000);
  await world.screenshotsOf(clipper, 'tess.cuts 5,000 views');
  const now = clock.now();
  const { listing_id } = await db
    .selectFrom('submissions')
    .select('listing_id')
    .where('id', '=', clipper.clip)
    .executeTakeFirstOrThrow();
  const about = { submission_id: clipper.clip, decided_at: now, note: 'Both looked real.' };
  const hold = { state: 'released', score: 61, reason: 'A step at night.', from_views: 0n } as const;
  await db
    .insertInto('fraud_holds')
    .values({ id: newId(), ...about, ...hold, opened_at: now, decide_by: now })
    .execute();
  const appeal = { clipper_id: clipper.accountId, listing_id, text: 'They are real.' };
  const overturned = { state: 'overturned', opened_at: now, decide_by: now } as const;
  await db
    .insertInto('appeals')
    .values({ id: newId(), ...about, ...appeal, ...overturned })
    .execute();
  const written = { text: 'A raid.', written_at: now, changed_at: now };
  await db
    .insertInto('clip_review_notes')
    .values({ id: newId(), submission_id: clipper.clip, ...written })
    .execute();
  for (const [hours, views] of [
    [-2, 7n],
    [-1, 9n],
    [25, 12n],
  ] as const) {
    const count = { submission_id: clipper.clip, fetched_at: after(now, hours * HOUR), views };
    await db
      .insertInto('view_snapshots')
      .values({ ...count, source: 'test', counting_rule: 'test' })
      .execute();
  }
  await db
    .updateTable('connections')
    .set({ found_text: 'Clips every day' })
    .where('user_id', '=', clipper.accountId)
    .execute();
  await db
    .insertInto('listing_invitations')
    .values({ listing_id, clipper_id: clipper.accountId, invited_at: now })
    .execute();
  await db
    .insertInto('studio_projects')
    .values({
      clipper_id: clipper.accountId,
      listing_id,
      version: 1,
      project: '{"cuts":[]}',
      updated_at: now,
    })
    .execute();
  const { id: connection_id } = await db
    .selectFrom('connections')
    .select('id')
    .where('user_id', '=', clipper.accountId)
    .executeTakeFirstOrThrow();
  await db.insertInto('clip_analytics').values({ submission_id: clipper.clip, connection_id }).execute();
  const stretch = { from_at: after(now, -HOUR), to_at: now, read_at: now, figures: '{"views":40}' };
  await db
    .insertInto('clip_analytics_stretches')
    .values({ submission_id: clipper.clip, ...stretch })
    .execute();
  const places = { from_views: 0n, to_views: 40n, from_counted: 0n, to_counted: 25n };
  const { figures: _figures, ...moments } = stretch;
  await db
    .insertInto('clip_counted_stretches')
    .values({ submission_id: clipper.clip, ...places, ...moments })
    .execute();
  const data = (await world.get(clipper, '/api/account/export')).json();
  expect(data).toMatchObject({
    clipAnalytics: [{ submission_id: clipper.clip, figures: { views: 40 } }],
    countedStretches: [{ submission_id: clipper.clip, to_views: '40', to_counted: '25' }],
    studioProjects: [{ listing_id, project: { cuts: [] } }],
    connections: [{ found_text: 'Clips every day' }],
    fraudHolds: [{ reason: 'A step at night.', note: 'Both looked real.' }],
    appeals: [{ text: 'They are real.', note: 'Both looked real.' }],
    reviewNotes: [{ submission_id: clipper.clip, text: 'A raid.' }],
    invitations: [{ listing_id, clipper: clipper.username }],
  });
  // The export has one count for each day: the last one.
  const counts: { source: string; views: string }[] = data.counts;
  expect(counts.filter(({ source }) => source === 'test').map(({ views }) => views)).toEqual(['9', '12']);
});

test('a host’s export contains card payments, refunds and blocks; a clipper’s does not name who blocked them', async () => {
  const { db, clock } = world;
  const host = await world.person('host');
  const clipper = await world.person('clipper');
  const deposit_id = await world.cardPaymentOf(host);
  const times = { created_at: clock.now(), finished_at: clock.now() };
  const refund = { state: 'refunded', cause: 'request', amount_micros: 10_000_000n } as const;
  await db
    .insertInto('deposit_refunds')
    .values({ id: newId(), deposit_id, ...refund, ...times })
    .execute();
  await db
    .insertInto('clipper_blocks')
    .values({ host_id: host.accountId, clipper_id: clipper.accountId, blocked_at: clock.now() })
    .execute();
  expect((await world.get(host, '/api/account/export')).json()).toMatchObject({
    cardPayments: [{ payer_email: host.email }],
    refunds: [{ state: 'refunded', amount_micros: '10000000' }],
    blocks: [{ clipper: clipper.username }],
  });
  const theirs = await world.get(clipper, '/api/account/export');
  expect(theirs.json().blocks).toMatchObject([{ clipper: null }]);
  expect(theirs.body).not.toContain(host.username);
});
