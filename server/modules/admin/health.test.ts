import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { after, MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { depositCheck } from '#server/modules/deposits/deposits.ts';
import { createActor, createTestServer, type TestActor } from '#server/testing/actor.ts';
import { testClip, testListing } from '#server/testing/clips.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import { backlogChecks, readStatus, runChecks } from './health.ts';

const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
let database: TestDatabase;
let server: FastifyInstance;
let admin: TestActor;
let brokenSentence: string | null = null;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const checks = [{ name: 'Simulator', problem: async () => brokenSentence }];
  server = await createTestServer({
    db,
    clock,
    modules: testModules(db, clock, ['ledger', 'admin'], { checks, env: { BANK_DETAILS: 'IBAN' } }),
  });
  admin = await createActor(db, { role: 'admin', username: 'the_admin' });
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const get = async (url: string) =>
  (await server.inject({ method: 'GET', url, headers: admin.headers })).json();

const post = (url: string, payload: object) =>
  server.inject({ method: 'POST', url, payload, headers: admin.headers });

describe('health', () => {
  test('is "healthy" when every check passes', async () => {
    await post('/api/admin/reconciliation', {});
    const { health, ...counts } = await get('/api/admin/overview');
    expect(health.healthy).toBe(true);
    const users = await database.db.selectFrom('users').select('id').execute();
    expect(counts).toMatchObject({ totalUsers: users.length, pendingSubmissions: 0 });
  });

  test('a check that never ends is a problem and does not block the others', async () => {
    const hung = { name: 'Disk', problem: () => new Promise<null>(() => undefined) };
    const well = { name: 'Mail', problem: async () => null };
    expect((await runChecks([hung, well], 1)).checks).toEqual([
      { name: 'Disk', ok: false, detail: 'The check could not be made.' },
      { name: 'Mail', ok: true, detail: 'Healthy' },
    ]);
  });

  test('names the problem: a broken part, or mail that does not leave', async () => {
    brokenSentence = 'The disk is full.';
    await database.db
      .insertInto('outbound_emails')
      .values({
        id: newId(),
        to_address: 'late@test.example',
        subject: 'Late',
        body_text: 'Late',
        next_attempt_at: clock.now(),
        created_at: new Date(clock.now().getTime() - 3_600_000),
      })
      .execute();
    const { health } = await get('/api/admin/overview');
    brokenSentence = null;
    expect(health.healthy).toBe(false);
    expect(health.checks).toContainEqual({ name: 'Simulator', ok: false, detail: 'The disk is full.' });
    expect(health.checks).toContainEqual(
      expect.objectContaining({ name: 'Mail', ok: false, detail: expect.stringContaining('minutes: 1;') }),
    );
  });

  test('distinguishes a platform that does not answer, one that refuses and one without keys', async () => {
    const { db } = database;
    const listing = await testListing(db, clock.now());
    const clipperId = (await createActor(db, { role: 'clipper' })).accountId;
    const id = await testClip(db, { listingId: listing.id, clipperId, approvedAt: clock.now() });
    const waits = { failures: 2, next_poll_at: clock.now() };
    await db.updateTable('clip_tracking').set(waits).where('submission_id', '=', id).execute();
    const counting = async (withoutKeys: 'tiktok'[]) =>
      (await runChecks(backlogChecks(db, clock, { mail: 'outbox', withoutKeys }))).checks[1]!.detail;
    expect(await counting([])).toBe('Does not answer: TikTok.');
    expect(await counting(['tiktok'])).toBe('Has no keys here, though clips were counted by it: TikTok.');
    const refused = { trouble: 'refused' as const, trouble_detail: 'Instagram answered 400, code 3' };
    await db.updateTable('clip_tracking').set(refused).where('submission_id', '=', id).execute();
    expect(await counting([])).toBe('Refuses requests: Instagram answered 400, code 3.');
    await db.updateTable('clip_tracking').set({ failures: 0 }).where('submission_id', '=', id).execute();
  });

  const mailHealth = async (mail: 'smtp' | 'outbox' | 'demo-outbox') =>
    (await runChecks(backlogChecks(database.db, clock, { mail, withoutKeys: [] }))).checks[0];
  const clearMails = () => database.db.deleteFrom('outbound_emails').execute();
  const tried = (state: 'waiting' | 'sent' | 'failed', secondsAgo: number) =>
    database.db
      .insertInto('outbound_emails')
      .values({
        id: newId(),
        to_address: 'tried@test.example',
        subject: 'Tried',
        body_text: 'Tried',
        state,
        attempts: 1,
        last_error: state === 'sent' ? null : 'Error: 454 not now',
        next_attempt_at: clock.now(),
        created_at: after(clock.now(), -secondsAgo * 1_000),
      })
      .execute();

  test('mail is never "Healthy" when none can be sent or the last ones were refused', async () => {
    await clearMails();
    expect(await mailHealth('outbox')).toMatchObject({
      ok: false,
      detail: 'No mail is sent, not even the links of sign-ups: set SMTP_URL.',
    });
    expect(await mailHealth('demo-outbox')).toMatchObject({
      ok: true,
      detail: 'Not sent. Without SMTP_URL all mails stay in the outbox.',
    });
    expect(await mailHealth('smtp')).toMatchObject({ ok: true, detail: 'Healthy' });
    await tried('sent', 50);
    await tried('waiting', 40);
    expect(await mailHealth('smtp')).toMatchObject({ ok: true });
    for (const secondsAgo of [30, 20]) await tried('waiting', secondsAgo);
    expect(await mailHealth('smtp')).toMatchObject({
      ok: false,
      detail: 'The last deliveries failed: Error: 454 not now.',
    });
    await tried('sent', 10);
    expect(await mailHealth('smtp')).toMatchObject({ ok: true });
    await clearMails();
  });
});

describe('the public status', () => {
  const ask = async () => await server.inject({ method: 'GET', url: '/api/status' });
  /** Reads the status again, after the cached status has expired. */
  const status = async () => {
    later += 10_000;
    vi.useFakeTimers({ toFake: ['performance'] }).advanceTimersByTime(later);
    const { sendsMail: _, ...notices } = (await ask()).json();
    return notices;
  };
  let later = 0;
  afterAll(() => void vi.useRealTimers());

  test('caches the public status for five seconds and never limits requests for it', async () => {
    const { services } = await status();
    const pause = { paused_at: clock.now(), paused_by: admin.userId, reason: 'A reason' };
    await database.db
      .insertInto('payout_pauses')
      .values({ id: newId(), ...pause })
      .execute();
    for (let i = 0; i < 100; i++) {
      const answer = await ask();
      expect([answer.statusCode, answer.json()]).toEqual([200, { services, payments: [], sendsMail: true }]);
    }
    vi.advanceTimersByTime(5_000);
    expect((await ask()).json().payments).toHaveLength(1);
    await database.owner.deleteFrom('payout_pauses').execute();
  });

  test('a notice that can’t be read makes the public status fail, so that it never claims all is well', async () => {
    const broken = { of: 'payments' as const, read: () => Promise.reject(new Error('the database is away')) };
    const check = { name: 'Payouts', problem: async () => null, notice: broken };
    await expect(readStatus([check])).rejects.toThrow('the database is away');
  });

  test('everybody can read the status, in sentences from the checks that name nobody', async () => {
    expect(await status()).toEqual({ services: [], payments: [] });
    const pause = { paused_at: clock.now(), paused_by: admin.userId, reason: 'A secret reason' };
    await database.db
      .insertInto('payout_pauses')
      .values({ id: newId(), ...pause })
      .execute();
    expect(await status()).toEqual({
      services: [],
      payments: ['Payouts are paused. Requested payouts stay reserved and are paid afterwards.'],
    });
    await database.owner.deleteFrom('payout_pauses').execute();
    brokenSentence = 'The disk is full.';
    expect(await status()).toEqual({ services: [], payments: [] });
    brokenSentence = null;
  });

  test('a mail to an address that the mail server refuses, which anybody can cause, leaves the status unchanged', async () => {
    const mail = (last_error: string) =>
      database.db
        .insertInto('outbound_emails')
        .values({
          id: newId(),
          to_address: 'nobody@test.example',
          subject: 'Tried',
          body_text: 'Tried',
          attempts: 3,
          last_error,
          next_attempt_at: clock.now(),
          created_at: new Date(clock.now().getTime() - 3_600_000),
        })
        .execute();
    await mail("Error: Can't send mail - all recipients were rejected: 550 5.1.1 No such user");
    expect((await status()).services).toEqual([]);
    await mail('Error: connect ECONNREFUSED 127.0.0.1:25');
    expect((await status()).services).toEqual(['Emails arrive later than usual.']);
    await database.db.deleteFrom('outbound_emails').execute();
  });

  test.each([
    [true, [null, null]],
    [false, ['Hosts can’t add funds: set the keys of Stripe or BANK_DETAILS.', 'Hosts can’t add funds yet.']],
  ])('says whether hosts have a way to pay: %s', async (isOpen, sentences) => {
    const { problem, notice } = depositCheck({ isOpen });
    expect([await problem(), await notice?.read()]).toEqual(sentences);
  });

  test('names a platform that does not answer, and one that must not be asked now', async () => {
    const { db } = database;
    const { id: listingId } = await testListing(db, clock.now());
    const { accountId: clipperId } = await createActor(db, { role: 'clipper', username: 'unanswered' });
    const clip = await testClip(db, { listingId, clipperId, approvedAt: clock.now() });
    await db
      .updateTable('clip_tracking')
      .set({ state: 'stopped', next_poll_at: null })
      .where('submission_id', '<>', clip)
      .execute();
    const failing = (failures: number) =>
      db.updateTable('clip_tracking').set({ failures }).where('submission_id', '=', clip).execute();
    await failing(1);
    expect((await status()).services).toEqual([]);
    await failing(2);
    const asked = backlogChecks(db, clock, { mail: 'smtp', withoutKeys: [] });
    expect((await readStatus(asked)).services).toEqual(['Views are counted later than usual.']);
    // The server of this test has no keys for any platform.
    expect((await status()).services).toEqual(['Views can’t be read here right now: TikTok.']);
    await failing(0);
    await sql`insert into platform_backoffs (platform, until, times, reason)
      values ('youtube', ${after(clock.now(), 3_600_000)}, 1, 'test')`.execute(database.owner);
    expect((await status()).services).toEqual(['Views are counted later than usual: YouTube.']);
    await sql`delete from platform_backoffs`.execute(database.owner);
  });
});
