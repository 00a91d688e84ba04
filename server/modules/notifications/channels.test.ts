import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UserId } from '#contract/accounts/ids.ts';
import { topicRules } from '#contract/notifications/notification-topics.ts';
import { DAY, HOUR, MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { listOutbox } from '#server/infra/mail.ts';
import { transact } from '#server/infra/transaction.ts';
import { createActor, type TestActor } from '#server/testing/actor.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { nextDueOf } from '#server/testing/jobs.ts';
import { testMails } from '#server/testing/mails.ts';
import { leavesAt } from './digest-time.ts';
import { newsMails, notify } from './notifications.ts';
import { setPreference } from './preferences.ts';
import { countUnread, listNotifications } from './queries.ts';

// A Monday.
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
let database: TestDatabase;
let host: TestActor;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const submitted = (userId: UserId, title: string) =>
  transact(database.db, (tx) =>
    notify(
      tx,
      { userId, kind: 'submission.submitted', title, body: `${title} waits`, link: '/host/submissions' },
      clock.now(),
    ),
  );
const job = () => newsMails({ db: database.db, ...testMails });
const mailsTo = async ({ email }: TestActor) =>
  (await listOutbox(database.db)).filter(({ to }) => to === email);

test('sends daily digests at the next seven o’clock and weekly ones on Monday', () => {
  const at = (text: string) => new Date(text);
  const next = (timing: 'now' | 'daily' | 'weekly', text: string) => leavesAt(timing, at(text)).toISOString();
  expect(next('now', '2026-03-02T10:00:00Z')).toBe('2026-03-02T10:00:00.000Z');
  expect(next('daily', '2026-03-02T06:59:59Z')).toBe('2026-03-02T07:00:00.000Z');
  expect(next('daily', '2026-03-02T07:00:00Z')).toBe('2026-03-03T07:00:00.000Z');
  expect(next('weekly', '2026-03-02T06:00:00Z')).toBe('2026-03-02T07:00:00.000Z');
  expect(next('weekly', '2026-03-02T08:00:00Z')).toBe('2026-03-09T07:00:00.000Z');
  expect(next('weekly', '2026-03-08T08:00:00Z')).toBe('2026-03-09T07:00:00.000Z');
});

test('collects what a host does not want at once into one mail, once, without what was read meanwhile', async () => {
  host = await createActor(database.db, { role: 'host' });
  for (const title of ['First clip', 'Second clip', 'Third clip']) await submitted(host.userId, title);
  await job().run(clock.now());
  expect(await mailsTo(host)).toEqual([]);
  expect((await nextDueOf(database.db, job()))?.toISOString()).toBe('2026-03-03T07:00:00.000Z');
  await sql`update notifications set read_at = ${clock.now()} where title = 'Second clip'`.execute(
    database.db,
  );

  clock.advance(21 * HOUR);
  await Promise.all([job().run(clock.now()), job().run(clock.now())]);
  await job().run(clock.now());
  const mails = await mailsTo(host);
  expect(mails.map(({ subject }) => subject)).toEqual(['2 updates from Permille']);
  expect(mails[0]!.text).toContain('— Submissions (2) —');
  expect(mails[0]!.text.indexOf('First clip')).toBeLessThan(mails[0]!.text.indexOf('Third clip'));
  expect(mails[0]!.text).not.toContain('Second clip');
});

test('sends no digest if all of it was read', async () => {
  const ida = await createActor(database.db, { role: 'host' });
  await submitted(ida.userId, 'Read at once');
  await sql`update notifications set read_at = ${clock.now()} where user_id = ${ida.userId}`.execute(
    database.db,
  );
  clock.advance(2 * DAY);
  await job().run(clock.now());
  expect(await mailsTo(ida)).toEqual([]);
});

test('mails a topic that is off in the app without listing it, and keeps topics about money on in the app', async () => {
  const jo = await createActor(database.db, { role: 'host' });
  const set = (topic: 'submissions' | 'money', channel: 'app' | 'mail', timing: 'now' | 'off') =>
    setPreference(database.db, jo.userId, { topic, channel, timing }, clock.now());
  await set('submissions', 'app', 'off');
  await set('submissions', 'mail', 'now');
  await set('money', 'app', 'off');
  await submitted(jo.userId, 'By mail alone');
  await transact(database.db, (tx) =>
    notify(
      tx,
      { userId: jo.userId, kind: 'deposit.failed', title: 'Deposit failed', body: '', link: '/host/budget' },
      clock.now(),
    ),
  );
  await job().run(clock.now());
  expect((await listNotifications(database.db, jo.userId, {})).rows.map(({ title }) => title)).toEqual([
    'Deposit failed',
  ]);
  expect(await countUnread(database.db, jo.userId)).toBe(1);
  expect((await mailsTo(jo)).map(({ subject }) => subject).sort()).toEqual([
    'By mail alone',
    'Deposit failed',
  ]);
});

test('adopts the data of 0.2.0: mails its marks once, applies its choices, and writes ours back for it', async () => {
  const kim = await createActor(database.db, { role: 'clipper' });
  await sql`insert into notification_preferences (user_id, topic, by_mail) values (${kim.userId}, 'decisions', false)`.execute(
    database.db,
  );
  await transact(database.db, (tx) =>
    notify(
      tx,
      { userId: kim.userId, kind: 'submission.approved', title: 'Unwanted', body: '', link: '/' },
      clock.now(),
    ),
  );
  await sql`insert into notifications (id, user_id, kind, title, body, link, created_at, mail)
    values (${newId()}, ${kim.userId}, 'submission.approved', 'Marked', 'Body', '/', ${clock.now()}, 'waiting')`.execute(
    database.db,
  );
  await Promise.all([job().run(clock.now()), job().run(clock.now())]);
  await job().run(clock.now());
  expect((await mailsTo(kim)).map(({ subject }) => subject)).toEqual(['Marked']);

  const weekly = { topic: 'decisions', channel: 'mail', timing: 'weekly' } as const;
  await setPreference(database.db, kim.userId, weekly, clock.now());
  const { rows } = await sql<{ timing: string; by_mail: boolean }>`
    select c.timing, p.by_mail from notification_channel_preferences c
    join notification_preferences p using (user_id, topic) where c.user_id = ${kim.userId}`.execute(
    database.db,
  );
  expect(rows).toEqual([{ timing: 'weekly', by_mail: false }]);
});

test('each topic has a default that its channel supports', () => {
  for (const { timings, always = [] } of Object.values(topicRules))
    for (const channel of always) expect(timings[channel]).not.toBe('off');
});
