import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bySystem, writeAudit } from '#server/infra/audit.ts';
import { MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { transact } from '#server/infra/transaction.ts';
import { balanceOf, host as hostAccount } from '#server/modules/ledger/ledger.ts';
import { createActor, createTestServer, type TestActor } from '#server/testing/actor.ts';
import { testClip, testListing } from '#server/testing/clips.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { connect, fund, listingBody } from '#server/testing/listings.ts';
import { testModules } from '#server/testing/modules.ts';

const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
let database: TestDatabase;
let server: FastifyInstance;
let admin: TestActor;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  server = await createTestServer({
    db,
    clock,
    modules: testModules(db, clock, ['ledger', 'listings', 'admin']),
  });
  admin = await createActor(db, { role: 'admin', username: 'the_admin' });
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const get = async (url: string) =>
  (await server.inject({ method: 'GET', url, headers: admin.headers })).json();

const post = (url: string, payload: object, actor = admin) =>
  server.inject({ method: 'POST', url, payload, headers: actor.headers });

/** Creates a host who put the whole balance of $300.00 into an active listing. */
async function hostWithListing(): Promise<{ host: TestActor; listingId: string }> {
  const { db } = database;
  const host = await createActor(db, { role: 'host', username: `h${newId().slice(-10)}` });
  await fund(db, host.accountId, 300);
  await connect(db, host);
  const reply = await server.inject({
    method: 'POST',
    url: '/api/listings',
    payload: listingBody,
    headers: { ...host.headers, 'idempotency-key': newId() },
  });
  return { host, listingId: reply.json().id };
}

const listingOf = (id: string) =>
  database.db.selectFrom('listings').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('a ban', () => {
  test('a ban ends sessions, pauses the host’s listings, mails the reason and writes an audit row', async () => {
    const { host, listingId } = await hostWithListing();
    const reply = await post(`/api/admin/users/${host.accountId}/ban`, { reason: 'Several accounts' });
    expect(reply.statusCode).toBe(200);
    const after = await server.inject({ method: 'GET', url: '/api/notifications', headers: host.headers });
    expect(after.statusCode).not.toBe(200);
    expect(
      await database.db.selectFrom('sessions').select('id').where('user_id', '=', host.userId).execute(),
    ).toEqual([]);
    expect(await listingOf(listingId)).toMatchObject({ state: 'paused', pause_reason: 'banned' });
    const { rows } = await get('/api/admin/audit-log');
    const found = (action: string) => rows.find((row: { action: string }) => row.action === action);
    const by = { actor: '@the_admin', actorKind: 'admin' };
    expect(found('account.banned')).toMatchObject({ ...by, subjectId: host.accountId });
    expect(JSON.parse(found('account.banned').data)).toEqual({ reason: 'Several accounts' });
    expect(found('listing.paused')).toMatchObject({ ...by, subjectId: listingId });
    const mail = await database.db
      .selectFrom('outbound_emails')
      .select('body_text')
      .where('to_address', '=', host.email)
      .executeTakeFirstOrThrow();
    expect(mail.body_text).toContain('Several accounts');
  });

  test('bans a person once when several admins press the button at once', async () => {
    const user = await createActor(database.db, { role: 'clipper' });
    const replies = await Promise.all(
      Array.from({ length: 4 }, () =>
        post(`/api/admin/users/${user.accountId}/ban`, { reason: 'Fake views' }),
      ),
    );
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 409, 409, 409]);
  });

  test('answers 404 for admins and unknown people, and requires a reason', async () => {
    const other = await createActor(database.db, { role: 'admin' });
    const onAdmin = await post(`/api/admin/users/${other.accountId}/ban`, { reason: 'x' });
    const onNobody = await post(`/api/admin/users/${newId()}/ban`, { reason: 'x' });
    expect([onAdmin.statusCode, onNobody.statusCode]).toEqual([404, 404]);
    expect(onAdmin.body).toBe(onNobody.body);
    const noReason = await post(`/api/admin/users/${newId()}/ban`, { reason: '  ' });
    expect(noReason.json()).toMatchObject({ code: 'invalid_input', fields: [{ field: 'reason' }] });
  });
});

describe('removing a listing', () => {
  test('a removal returns the whole remainder to the host and notifies the host', async () => {
    const { host, listingId } = await hostWithListing();
    const reply = await post(`/api/admin/listings/${listingId}/remove`, { reason: 'Not the host’s video' });
    expect(reply.json()).toEqual({ returnedMicros: '300000000' });
    expect(await balanceOf(database.db, hostAccount(host.accountId))).toBe(300_000_000n);
    expect(await listingOf(listingId)).toMatchObject({ state: 'removed' });
    const notified = await database.db
      .selectFrom('notifications')
      .selectAll()
      .where('user_id', '=', host.userId)
      .execute();
    expect(notified).toMatchObject([
      { kind: 'listing.removed', body: expect.stringContaining('Not the host’s') },
    ]);
    const again = await post(`/api/admin/listings/${listingId}/remove`, { reason: 'again' });
    expect(again.json()).toMatchObject({ code: 'listing_state' });
  });

  test('a removal for payment fraud keeps the remainder on the listing', async () => {
    const { host, listingId } = await hostWithListing();
    const payload = { reason: 'Stolen card', paymentFraud: true };
    expect((await post(`/api/admin/listings/${listingId}/remove`, payload)).json()).toEqual({
      returnedMicros: '0',
    });
    expect(await balanceOf(database.db, hostAccount(host.accountId))).toBe(0n);
  });
});

describe('lists', () => {
  test('lists users newest first with their status, page by page without gaps', async () => {
    for (let index = 0; index < 25; index++) await createActor(database.db, { role: 'clipper' });
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { rows, nextCursor } = await get(`/api/admin/users?cursor=${cursor}`);
      seen.push(...rows.map((row: { id: string }) => row.id));
      cursor = nextCursor;
    }
    const all = await database.db.selectFrom('users').select('id').orderBy('id', 'desc').execute();
    expect(seen).toEqual(all.map(({ id }) => id));
    const { rows } = await get('/api/admin/users');
    expect(rows[0]).toMatchObject({ role: 'clipper', status: 'Active' });
  });

  test('lists listings with creator, state and budget', async () => {
    const { host } = await hostWithListing();
    const { rows } = await get('/api/admin/listings');
    expect(rows[0]).toMatchObject({
      creator: host.username,
      status: 'active',
      budgetMicros: '300000000',
      title: listingBody.title,
    });
  });

  test('lists submissions with clipper, listing, views and verdict; `held` keeps those with an open hold', async () => {
    const { db } = database;
    const clipper = await createActor(db, { role: 'clipper', username: 'held_clipper' });
    const listing = await testListing(db, clock.now());
    const clip = (views: number) =>
      testClip(db, { listingId: listing.id, clipperId: clipper.accountId, approvedAt: clock.now(), views });
    const clean = await clip(1_200);
    const held = await clip(9_000);
    const fraudHoldId = newId();
    await db
      .insertInto('fraud_holds')
      .values({
        id: fraudHoldId,
        submission_id: held,
        state: 'open',
        score: 71,
        reason: 'Likes do not follow views.',
        from_views: 0n,
        opened_at: clock.now(),
        decide_by: clock.now(),
      })
      .execute();
    expect((await get('/api/admin/submissions')).rows).toMatchObject([
      { id: held, fraudHoldId, views: 9_000, verdict: { fraudHoldState: 'open' } },
      { id: clean, fraudHoldId: null, clipper: 'held_clipper', listing: 'Night run', status: 'approved' },
    ]);
    expect((await get('/api/admin/submissions?held=true')).rows).toMatchObject([{ id: held }]);
    expect(await get('/api/admin/counts')).toMatchObject({ inbox: { hold: 1 } });
  });

  test('pages the audit log by time and id', async () => {
    // Many rows share one moment, so that the time alone can't mark the end of a page.
    await transact(database.db, async (tx) => {
      for (let n = 0; n < 45; n++)
        await writeAudit(tx, bySystem(clock.now()), 'listing.ended', 'listing', newId());
    });
    const ids: string[] = [];
    let cursor = '';
    for (;;) {
      const page = await get(`/api/admin/audit-log${cursor}`);
      ids.push(...page.rows.map(({ id }: { id: string }) => id));
      if (!page.nextCursor) break;
      cursor = `?cursor=${page.nextCursor}`;
    }
    const all = await database.db
      .selectFrom('audit_log')
      .select('id')
      .orderBy('occurred_at', 'desc')
      .orderBy('id', 'desc')
      .execute();
    expect(ids).toEqual(all.map(({ id }) => id));
  });
});
