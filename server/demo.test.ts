import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { personalAccount } from '#contract/accounts/ids.ts';
import { disputePayment } from '#db/seed/crowd/dispute-payment.ts';
import type { DemoStripe } from '#db/seed/demo-world.ts';
import { startSimulator } from '#simulator/simulator.ts';
import { demoReset, lastReset, prepareDemo } from './demo.ts';
import { demoPayouts } from './demo-payouts.ts';
import { after, DAY, HOUR, MINUTE, MovableClock } from './infra/clock.ts';
import { createDatabase } from './infra/db.ts';
import { createLog } from './infra/log.ts';
import { createSealer } from './infra/seal.ts';
import { soleSecret } from './infra/secrets.ts';
import { createTicker } from './infra/tick.ts';
import { type Database, transact } from './infra/transaction.ts';
import { noteDemoChange } from './modules/accounts/accounts.ts';
import { createAdapters, platformEndpoints, simulatorKeys } from './modules/connections/connections.ts';
import { reconcile } from './modules/ledger/ledger.ts';
import { pausePayouts, resumePayouts } from './modules/payouts/pause.ts';
import { createActor } from './testing/actor.ts';
import { testPerson } from './testing/api.ts';
import { testDatabase } from './testing/database.ts';
import { nextDueOf } from './testing/jobs.ts';
import { testModules } from './testing/modules.ts';

/** Starts two processes on one database. Each has its own connections, and both have the same simulator. */
async function twoProcesses() {
  const database = await testDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'permille-demo-'));
  const clock = new MovableClock({ frozenAt: new Date('2026-11-21T05:00:00Z') });
  const simulator = await startSimulator({ clock, stateFile: null });
  const other = createDatabase(database.appUrl);
  onTestFinished(async () => {
    await other.close();
    await simulator.stop();
    await database.close();
    await rm(dataDir, { recursive: true });
  });
  const adapters = createAdapters(simulatorKeys, platformEndpoints({}, simulator.urls), clock);
  const sealer = createSealer(soleSecret('a secret for tests that is long enough'), 'platform tokens');
  const deps = [database.db, other.db].map((db) => ({
    db,
    dataDir,
    clock,
    simulator,
    stripe: simulator,
    market: null,
    isShared: true,
    connect: { db, adapters, sealer, appUrl: 'http://localhost:3000' },
  }));
  const seedings = () =>
    database.db.selectFrom('audit_log').select('occurred_at').where('action', '=', 'demo.seeded').execute();
  const posts = async (): Promise<string[]> =>
    ((await (await fetch(`${simulator.baseUrl}/control/posts`)).json()) as { id: string }[]).map(
      ({ id }) => id,
    );
  return { db: database.db, clock, deps, seedings, posts };
}

test('when two processes start or reset the demo at once, one does it, even if its name is taken, and no admin waits for disputes of archived people', {
  timeout: 60_000,
}, async () => {
  const { db, clock, deps, seedings, posts } = await twoProcesses();
  await Promise.all(deps.map(prepareDemo));
  expect(await seedings()).toHaveLength(1);
  const before = await posts();
  await db
    .updateTable('profiles')
    .set({ username: 'of_a_visitor' })
    .where('username', '=', 'marlow')
    .execute();
  await createActor(db, { role: 'host', username: 'marlow' });
  const disputed = await disputeOfHost(db, deps[0]!.stripe, clock.now());
  clock.advance(DAY);
  await Promise.all(deps.map((each) => demoReset(each).run(clock.now())));
  expect(await seedings()).toHaveLength(2);
  const anew = await posts();
  expect(anew).toHaveLength(before.length);
  expect(anew.filter((id) => before.includes(id))).toEqual([]);
  const host = await db
    .selectFrom('profiles')
    .innerJoin('accounts', 'accounts.id', 'profiles.user_id')
    .select('username')
    .where('is_demo', '=', true)
    .where('role', '=', 'host')
    .executeTakeFirst();
  expect(host?.username).toBe('marlow_2');
  expect(await deps[0]!.stripe.atStripe({ do: 'close-dispute', reference: disputed, outcome: 'won' })).toBe(
    false,
  );
});

test('a changed demo is reset after fifteen idle minutes, and one that was only viewed is not', {
  timeout: 60_000,
}, async () => {
  const { db, clock, deps, seedings } = await twoProcesses();
  await prepareDemo(deps[0]!);
  const job = demoReset(deps[0]!);
  clock.advance(HOUR);
  expect(await job.isDue!(clock.now())).toBe(false);
  const [demo] = await db.selectFrom('accounts').select('id').where('is_demo', '=', true).execute();
  await noteDemoChange(db, demo!.id, clock.now());
  clock.advance(14 * MINUTE);
  await noteDemoChange(db, demo!.id, clock.now());
  clock.advance(14 * MINUTE);
  expect(await job.isDue!(clock.now())).toBe(false);
  clock.advance(MINUTE);
  expect(await job.isDue!(clock.now())).toBe(true);
  await job.run(clock.now());
  expect(await seedings()).toHaveLength(2);
  expect(await lastReset(deps[0]!)).toMatchObject({ lastBy: 'idle' });
  clock.advance(HOUR);
  expect(await job.isDue!(clock.now())).toBe(false);
});

/** Disputes a card payment of the demo's host; returns the deposit. */
async function disputeOfHost(db: Database, stripe: DemoStripe, now: Date): Promise<string> {
  const { id: hostId } = await db
    .selectFrom('users')
    .select('id')
    .where('is_demo', '=', true)
    .where('role', '=', 'host')
    .executeTakeFirstOrThrow();
  await disputePayment({ db, stripe }, personalAccount(hostId), now);
  const { id } = await db
    .selectFrom('deposits')
    .select('id')
    .where('state', '=', 'disputed')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns all earnings and payouts of the demo's people, with their times. */
async function historyOf(db: Database) {
  const earned = await sql`
    select p.username, v.title, a.amount_micros, a.accrued_at, a.released_at
    from accruals a join submissions s on s.id = a.submission_id join listings v on v.id = s.listing_id
    join profiles p on p.user_id = s.clipper_id
    where p.username not like 'old_%' order by 1, 2, 3, 4`.execute(db);
  const paid = await sql`
    select p.username, o.amount_micros, o.state, o.requested_at, o.due_at, o.finished_at
    from payouts o join profiles p on p.user_id = o.clipper_id
    where p.username not like 'old_%' order by 1, 4, 2`.execute(db);
  return { earned: earned.rows, paid: paid.rows };
}

test('a reset during other work leaves the same history as without it, and nothing in it has today’s date', {
  timeout: 120_000,
}, async () => {
  const quiet = await twoProcesses();
  quiet.clock.advance(DAY);
  await prepareDemo(quiet.deps[0]!);
  const { db, clock, deps, seedings } = await twoProcesses();
  await prepareDemo(deps[0]!);
  clock.advance(DAY);
  const modules = testModules(db, clock, ['listings', 'tracking', 'submissions', 'earnings', 'payouts']);
  const jobs = [...modules.flatMap((module) => module.jobs ?? []), demoPayouts(db), demoReset(deps[0]!)];
  const ticker = createTicker(jobs, clock, createLog('silent'), { everyMs: 1 });
  ticker.start();
  await expect.poll(async () => (await seedings()).length, { timeout: 60_000 }).toBe(2);
  await ticker.stop();
  const history = await historyOf(db);
  expect(history.earned.length).toBeGreaterThan(20);
  expect(history).toEqual(await historyOf(quiet.db));
});

test('a payout of a demo person arrives before it is due, once, and not while payouts are paused', {
  timeout: 60_000,
}, async () => {
  const { db, clock, deps } = await twoProcesses();
  await prepareDemo(deps[0]!);
  const open = () =>
    db
      .selectFrom('payouts')
      .select(['id', 'due_at'])
      .where('state', 'in', ['requested', 'processing'])
      .execute();
  const [first] = await open();
  expect(first).toBeDefined();
  const job = demoPayouts(db);
  await job.run(clock.now());
  expect(await open()).toEqual([first]);
  const at = await nextDueOf(db, job);
  expect(at).toEqual(after(first!.due_at, -HOUR));
  clock.advance(at!.getTime() - clock.now().getTime());
  const { userId } = await testPerson(db, 'admin');
  const turn = { adminId: userId, reason: 'Checking the books', now: clock.now() };
  await db.updateTable('payouts').set({ state: 'requested' }).where('id', '=', first!.id).execute();
  await transact(db, (tx) => pausePayouts(tx, turn));
  await job.run(clock.now());
  expect(await open()).toEqual([first]);
  await transact(db, (tx) => resumePayouts(tx, turn));
  await job.run(clock.now());
  expect(await open()).toEqual([]);
  expect(await nextDueOf(db, job)).toBeNull();
  const paid = await db.selectFrom('payouts').select('state').where('id', '=', first!.id).executeTakeFirst();
  expect(paid).toEqual({ state: 'paid' });
  const audited = await db
    .selectFrom('audit_log')
    .select(['actor_kind', 'actor_id'])
    .where('subject_id', '=', first!.id)
    .where('action', 'in', ['payout.picked_up', 'payout.paid'])
    .execute();
  expect(audited.length).toBeGreaterThan(1);
  expect(audited.filter((row) => row.actor_kind !== 'system' || row.actor_id !== null)).toEqual([]);
  expect((await reconcile(db)).ok).toBe(true);
});
