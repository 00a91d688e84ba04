import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { after, DAY, HOUR, MINUTE, MovableClock } from './infra/clock.ts';
import { createDatabase } from './infra/db.ts';
import { createLog } from './infra/log.ts';
import { enqueueMail } from './infra/mail.ts';
import { mailDelivery } from './infra/mail-delivery.ts';
import type { Database } from './infra/transaction.ts';
import { reconcile } from './modules/ledger/ledger.ts';
import { newsMails } from './modules/notifications/notifications.ts';
import { TEST_APP_URL } from './testing/actor.ts';
import { testPerson } from './testing/api.ts';
import { testAvailable } from './testing/available-earnings.ts';
import { count, testClip, testListing } from './testing/clips.ts';
import { type TestDatabase, testDatabase } from './testing/database.ts';
import { jobOf } from './testing/jobs.ts';
import { testModules } from './testing/modules.ts';
import { testHold } from './testing/questions.ts';
import { silentServer } from './testing/silent-server.ts';

const moduleNames = [
  ...([
    'events',
    'media',
    'ledger',
    'suspense',
    'notifications',
    'webhook-endpoints',
    'connections',
  ] as const),
  ...(['listings', 'follows', 'verified-records', 'studio', 'tracking', 'fraud-holds'] as const),
  ...(['submissions', 'scoring', 'counting', 'attestations', 'earnings', 'clip-files', 'appeals'] as const),
  ...(['deposits', 'payouts', 'external-statements', 'support', 'admin'] as const),
];

/** The time is a Monday, an hour before the weekly payout run. */
const START = new Date('2026-03-02T08:00:00Z');

async function aDatabase(): Promise<TestDatabase> {
  const database = await testDatabase();
  onTestFinished(() => database.close());
  return database;
}

/** Runs a mail server that accepts every mail and keeps its recipient and subject. */
async function mailServer() {
  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      let text = '';
      stream.on('data', (chunk) => (text += chunk));
      stream.on('end', () => {
        const subject = /^Subject: (.*)$/m.exec(text)?.[1];
        received.push(`${session.envelope.rcptTo[0]?.address} ${subject}`);
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { received, url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` };
}

/** Builds all jobs of a worker on its own connections. Each job runs on request. */
function workerOn(database: TestDatabase, clock: MovableClock, smtpUrl: string) {
  const { db, close } = createDatabase(database.appUrl);
  const log = createLog('silent');
  const appUrl = TEST_APP_URL;
  const unsubscribeUrl = () => `${appUrl}/unsubscribe`;
  const mail = mailDelivery({ ...{ db, clock, log, smtpUrl, appUrl }, from: 'a@b.example' });
  const modules = testModules(db, clock, moduleNames);
  const jobs = [
    ...modules.flatMap((module) => module.jobs ?? []),
    newsMails({ db, appUrl, unsubscribeUrl }),
    mail,
  ];
  return {
    runAll: () => Promise.all(jobs.map((job) => job.run(clock.now()))),
    run: (name: string, signal?: AbortSignal) => jobOf({ jobs }, name).run(clock.now(), signal),
    async stop() {
      mail.close();
      await close();
    },
  };
}

/**
 * Creates something for every kind of work that must have its effect exactly once: endings, decisions,
 * earnings, payouts and mails.
 */
async function arrange(db: Database): Promise<void> {
  const before = after(START, -2 * DAY);
  for (let n = 0; n < 4; n++) {
    const [clipper, withdrawer] = [await testPerson(db, 'clipper'), await testPerson(db, 'clipper')];
    const clipperId = clipper.accountId;
    const open = await testListing(db, before, { budgetCents: 50_000 });
    const ending = await testListing(db, before, { budgetCents: 20_000 });
    await db
      .updateTable('listings')
      .set({ ends_at: after(START, HOUR) })
      .where('id', '=', ending.id)
      .execute();
    const earning = await testClip(db, { listingId: open.id, clipperId, approvedAt: before, views: 1_000 });
    await count(db, earning, 20_000 + n, after(before, HOUR), { band: 'clean' });
    const undecided = { listingId: open.id, clipperId, approvedAt: null, submittedAt: before };
    await testClip(db, { ...undecided, views: 500 });
    await testHold(db, await testClip(db, { ...undecided, listingId: ending.id, views: 900 }), before);
    await testAvailable(db, { clipperId: withdrawer.accountId, amount: 25_000_000n, now: before });
    const address = { email: `w${n}@people.example`, usable_at: before, set_at: before };
    await db
      .insertInto('payout_addresses')
      .values({ user_id: withdrawer.accountId, ...address })
      .execute();
    for (let mail = 0; mail < 5; mail++)
      await enqueueMail(db, { to: `m${n}@people.example`, subject: `Mail ${mail}`, text: 'Hello' }, START);
  }
}

/** Returns the number of each effect, over all people. */
async function effectsIn(db: Database): Promise<string[]> {
  const { rows } = await sql<{ effect: string }>`
    with effects as (
      select 'notification ' || kind as what from notifications
      union all select 'audit ' || action from audit_log
      union all select 'transfer ' || kind || ' ' || amount_micros from ledger_transfers where kind <> 'earnings.released'
      -- The part of a clipper's money that one transfer releases depends on the order of jobs; the total does not.
      union all (
        select 'released to one ' || sum(amount_micros) from ledger_transfers where kind = 'earnings.released'
        group by credit_owner_id)
      union all select 'mail ' || state || ' ' || subject from outbound_emails
      union all select 'payout ' || state || ' ' || amount_micros from payouts
      union all select 'listing ' || state from listings
      union all select 'clip ' || status || ' ' || escalated from submissions
      union all select 'hold ' || state from fraud_holds
      -- An event that only makes pages reload occurs once per transaction, so its number depends on the
      -- workers.
      union all select 'event ' || kind from events
        where kind not like '%.changed' and kind <> 'earnings.released')
    select what || ' x ' || count(*) as effect from effects group by what order by what`.execute(db);
  return rows.map(({ effect }) => effect);
}

/** Runs this many workers in parallel for ten days, in steps; returns the effects and the mails. */
async function tenDaysOf(workers: number) {
  const database = await aDatabase();
  const clock = new MovableClock({ frozenAt: START });
  const mails = await mailServer();
  await arrange(database.db);
  const running = Array.from({ length: workers }, () => workerOn(database, clock, mails.url));
  for (const stride of [2 * HOUR, DAY, 2 * DAY, 4 * DAY, 3 * DAY]) {
    clock.advance(stride);
    // Later rounds do the work that one job creates for another.
    for (let round = 0; round < 3; round++) await Promise.all(running.map((worker) => worker.runAll()));
  }
  await Promise.all(running.map((worker) => worker.stop()));
  const { ok } = await reconcile(database.db);
  return { effects: await effectsIn(database.db), mails: mails.received.toSorted(), ok };
}

test('two workers in parallel do the same as one alone: each effect once, each mail once', async () => {
  const [alone, together] = [await tenDaysOf(1), await tenDaysOf(2)];
  expect(alone.ok && together.ok).toBe(true);
  expect(together.effects).toEqual(alone.effects);
  const subjects = (mails: string[]) => mails.map((mail) => mail.replace(/^\S+ /, '')).toSorted();
  expect(subjects(together.mails)).toEqual(subjects(alone.mails));
  // Without these effects the comparison would be empty.
  for (const kind of ['payout requested', 'notification listing.ended', 'released to one', 'hold released'])
    expect(alone.effects.join('\n')).toContain(kind);
  expect(new Set(together.mails).size).toBe(together.mails.length);
  expect(alone.mails.length).toBeGreaterThan(20);
});

test('work that a hanging worker had begun is taken over after its lease, and done once', async () => {
  const database = await aDatabase();
  const { db } = database;
  const clock = new MovableClock({ frozenAt: START });
  const hanging = await silentServer();
  const mails = await mailServer();
  for (const n of [1, 2])
    await enqueueMail(db, { to: `m${n}@people.example`, subject: 'Hello', text: 'Hello' }, START);
  const [stuck, other] = [workerOn(database, clock, hanging.url), workerOn(database, clock, mails.url)];
  const ending = new AbortController();
  const stuckRun = stuck.run('mail.deliver', ending.signal);
  await expect.poll(() => hanging.sockets.length).toBe(1);

  await other.run('mail.deliver');
  expect(mails.received).toEqual(['m2@people.example Hello']);
  clock.advance(5 * MINUTE);
  await other.run('mail.deliver');
  expect(mails.received).toEqual(['m2@people.example Hello', 'm1@people.example Hello']);

  ending.abort();
  await stuckRun;
  clock.advance(HOUR);
  await Promise.all([stuck.run('mail.deliver'), other.run('mail.deliver')]);
  expect(mails.received).toHaveLength(2);
  expect(hanging.sockets).toHaveLength(1);
  await Promise.all([stuck.stop(), other.stop()]);
});
