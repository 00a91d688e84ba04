import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import { momentText } from '#contract/dates.ts';
import { PLATFORM_OWNER } from '#contract/ledger/ledger.ts';
import { registerHealthRoutes } from '#server/http/health.ts';
import { createServer } from '#server/http/server.ts';
import { after, DAY, HOUR, MINUTE, MovableClock } from '#server/infra/clock.ts';
import { createLog } from '#server/infra/log.ts';
import { listOutbox } from '#server/infra/mail.ts';
import { createActor, createTestServer } from '#server/testing/actor.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import { ledgerCheck, ledgerMetrics } from './health.ts';
import { nightlyReconciliation } from './nightly-reconciliation.job.ts';
import { invariantNames } from './reconcile.ts';

const t = await testDatabase();
const start = new Date('2026-03-02T02:59:00Z');
const deps = (clock: MovableClock) => ({ db: t.db, clock, operatorAddress: 'operator@permille.example' });
afterEach(async () => {
  await t.owner.deleteFrom('reconciliations').execute();
  await t.owner.deleteFrom('outbound_emails').execute();
  await sql`delete from ledger_accounts`.execute(t.owner);
});
afterAll(() => t.close());

const reconciliations = () =>
  t.db
    .selectFrom('reconciliations')
    .select(['night', 'finished_at', 'invariants', 'broken'])
    .orderBy('night')
    .execute();
const breakIt = () =>
  sql`insert into ledger_accounts values ('clearing_test', ${PLATFORM_OWNER}, 5)`.execute(t.owner);
const alerts = async () => (await listOutbox(t.db)).filter(({ to }) => to === 'operator@permille.example');

test('reconciles the ledger once a night at 03:00 UTC across all processes, later after a stop', async () => {
  const clock = new MovableClock({ frozenAt: start });
  const [one, other] = [nightlyReconciliation(deps(clock)), nightlyReconciliation(deps(clock))];
  expect(await one.nextDueAt!()).toEqual(new Date('2026-03-02T03:00:00Z'));
  await Promise.all([one.run(clock.now()), other.run(clock.now())]);
  expect((await reconciliations()).map(({ night }) => night)).toEqual([new Date('2026-03-01T03:00:00Z')]);
  clock.advance(MINUTE);
  await Promise.all([one.run(clock.now()), other.run(clock.now()), one.run(clock.now())]);
  clock.advance(2 * DAY + 5 * HOUR);
  await nightlyReconciliation(deps(clock)).run(clock.now());
  const made = await reconciliations();
  expect(made.map(({ night }) => night?.getUTCDate())).toEqual([1, 2, 4]);
  for (const { invariants, broken } of made) {
    expect((invariants as { name: string }[]).map(({ name }) => name)).toEqual(invariantNames);
    expect(broken).toBe(0);
  }
  expect(await alerts()).toEqual([]);
});

test('a stopped reconciliation continues where it was and repeats no check', async () => {
  const stopped = new AbortController();
  stopped.abort();
  const clock = new MovableClock({ frozenAt: start });
  await nightlyReconciliation(deps(clock)).run(clock.now(), stopped.signal);
  expect(await reconciliations()).toMatchObject([{ finished_at: null, invariants: [] }]);
  const known = { name: invariantNames[0]!, ok: true, detail: 'asked before the stop' };
  await t.owner
    .updateTable('reconciliations')
    .set({ invariants: JSON.stringify([known]) })
    .execute();
  await nightlyReconciliation(deps(clock)).run(clock.now());
  const [reconciliation] = await reconciliations();
  expect(reconciliation!.finished_at).toEqual(start);
  expect(reconciliation!.invariants).toHaveLength(invariantNames.length);
  expect(reconciliation!.invariants).toContainEqual(known);
});

test('System Health does not complain before an installation’s first night', async () => {
  const clock = new MovableClock({ frozenAt: start });
  await t.owner.insertInto('installation').values({ mode: 'live', recorded_at: start }).execute();
  const check = ledgerCheck(t.db, clock);
  expect(await check.problem()).toBeNull();
  clock.advance(30 * HOUR + 1);
  expect(await check.problem()).toBe('The ledger was not reconciled yet.');
  await t.owner.deleteFrom('installation').execute();
});

test('a broken invariant is stored, mailed once, and shown by health and metrics until a reconciliation finds nothing', async () => {
  const clock = new MovableClock({ frozenAt: start });
  const check = ledgerCheck(t.db, clock);
  expect(await check.problem()).toBe('The ledger was not reconciled yet.');
  await breakIt();
  const job = nightlyReconciliation(deps(clock));
  await Promise.all([job.run(clock.now()), nightlyReconciliation(deps(clock)).run(clock.now())]);
  expect(await check.problem()).toBe(
    'Broken: the sum of all balances is zero; each balance is the sum of its transfers.',
  );
  const mails = await alerts();
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({ subject: 'The ledger does not balance' });
  expect(mails[0]!.text).toContain('- the sum of all balances is zero: 1 wrong: sum 5');

  const server = await createServer({
    appUrl: 'http://localhost:3000',
    trustProxy: 1,
    log: createLog('silent'),
  });
  registerHealthRoutes(server, { ready: [], metricsToken: null, metrics: ledgerMetrics(t.db) });
  const metrics = async () =>
    (await server.inject({ method: 'GET', url: '/metrics', remoteAddress: '127.0.0.1' })).body;
  expect(await metrics()).toContain('permille_ledger_broken_invariants 2');
  await sql`delete from ledger_accounts`.execute(t.owner);
  clock.advance(DAY);
  await job.run(clock.now());
  expect(await check.problem()).toBeNull();
  expect(await metrics()).toContain('permille_ledger_broken_invariants 0');
  expect(await metrics()).toContain(
    `permille_ledger_reconciled_timestamp_seconds ${clock.now().getTime() / 1000}`,
  );
  await server.close();
});

test('System Health reports a missing reconciliation of last night', async () => {
  const clock = new MovableClock({ frozenAt: start });
  await nightlyReconciliation(deps(clock)).run(clock.now());
  clock.advance(30 * HOUR);
  expect(await ledgerCheck(t.db, clock).problem()).toBeNull();
  clock.advance(MINUTE);
  expect(await ledgerCheck(t.db, clock).problem()).toBe(
    `The last reconciliation of the ledger is from ${momentText(start)}.`,
  );
});

test('an admin runs a reconciliation and reads it later; a new break is mailed once', async () => {
  const clock = new MovableClock({ frozenAt: after(start, 6 * HOUR) });
  const server = await createTestServer({ db: t.db, clock, modules: testModules(t.db, clock, ['ledger']) });
  const admin = await createActor(t.db, { role: 'admin', username: 'prover' });
  const url = '/api/admin/reconciliation';
  const read = async () => (await server.inject({ method: 'GET', url, headers: admin.headers })).json();
  const ask = async () => (await server.inject({ method: 'POST', url, headers: admin.headers })).json();
  expect(await read()).toEqual({ reconciliation: null });
  const fine = await ask();
  expect(fine).toMatchObject({ ok: true, nightly: false, at: clock.now().toISOString() });
  expect(await read()).toEqual({ reconciliation: fine });
  await breakIt();
  clock.advance(MINUTE);
  expect(await ask()).toMatchObject({ ok: false });
  clock.advance(MINUTE);
  expect((await ask()).invariants).toContainEqual({
    name: 'the sum of all balances is zero',
    ok: false,
    detail: '1 wrong: sum 5',
  });
  expect(await alerts()).toHaveLength(1);
  await server.close();
});
