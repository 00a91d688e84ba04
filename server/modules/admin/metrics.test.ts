import { afterAll, beforeAll, expect, test } from 'vitest';
import { after, HOUR, MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { createActor } from '#server/testing/actor.ts';
import { testClip, testListing } from '#server/testing/clips.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import type { MailWay } from './health.ts';
import { backlogMetrics } from './metrics.ts';

const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const read = (name: string, mail: MailWay = 'smtp') =>
  backlogMetrics(database.db, clock, mail)
    .find((metric) => metric.name === name)!
    .read();

const states = (processing: number, requested: number) => [
  { labels: { state: 'processing' }, value: processing },
  { labels: { state: 'requested' }, value: requested },
];

test('figures are zero or absent when nothing waits', async () => {
  expect(await read('permille_mails_oldest_seconds')).toBe(0);
  expect(await read('permille_mails_waiting')).toBe(0);
  expect(await read('permille_payouts_oldest_seconds')).toEqual(states(0, 0));
  expect(await read('permille_payouts_open')).toEqual(states(0, 0));
  expect(await read('permille_counts_late_seconds')).toEqual([]);
});

test('measures waiting work from its due time or its request', async () => {
  const { db } = database;
  const anHourAgo = after(clock.now(), -HOUR);
  await db
    .insertInto('outbound_emails')
    .values({
      id: newId(),
      to_address: 'late@test.example',
      subject: 'Late',
      body_text: 'Late',
      next_attempt_at: anHourAgo,
      created_at: anHourAgo,
    })
    .execute();
  await db
    .insertInto('outbound_emails')
    .values({
      id: newId(),
      to_address: 'later@test.example',
      subject: 'Later',
      body_text: 'Later',
      next_attempt_at: after(clock.now(), HOUR),
      created_at: anHourAgo,
    })
    .execute();
  const { accountId } = await createActor(db, { role: 'clipper' });
  await db
    .insertInto('payouts')
    .values({
      id: newId(),
      clipper_id: accountId,
      cause: 'withdrawal',
      amount_micros: 5_000_000n,
      destination: 'clipper@test.example',
      state: 'requested',
      requested_at: anHourAgo,
      due_at: after(clock.now(), HOUR),
    })
    .execute();
  const { id: listingId } = await testListing(db, clock.now());
  await testClip(db, { listingId, clipperId: accountId, approvedAt: null, submittedAt: anHourAgo });
  expect(await read('permille_mails_oldest_seconds')).toBe(3_600);
  expect(await read('permille_mails_waiting')).toBe(1);
  // A staging system without SMTP_URL should send these mails, so they count as late. A demo only shows them.
  expect(await read('permille_mails_oldest_seconds', 'outbox')).toBe(3_600);
  expect(await read('permille_mails_oldest_seconds', 'demo-outbox')).toBe(0);
  expect(await read('permille_mails_waiting', 'demo-outbox')).toBe(0);
  expect(await read('permille_payouts_oldest_seconds')).toEqual(states(0, 3_600));
  expect(await read('permille_payouts_open')).toEqual(states(0, 1));
  expect(await read('permille_counts_late_seconds')).toEqual([
    { labels: { platform: 'tiktok' }, value: 3_600 },
  ]);
});
