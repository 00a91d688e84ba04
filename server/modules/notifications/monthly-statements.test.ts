import { afterAll, beforeAll, expect, test } from 'vitest';
import { PLATFORM_OWNER } from '#contract/ledger/ledger.ts';
import { micros } from '#contract/money.ts';
import { HOUR, MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { listOutbox } from '#server/infra/mail.ts';
import { transact } from '#server/infra/transaction.ts';
import { post } from '#server/modules/ledger/ledger.ts';
import { createActor, type TestActor } from '#server/testing/actor.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { nextDueOf } from '#server/testing/jobs.ts';
import { testMails } from '#server/testing/mails.ts';
import { noticesOf } from '#server/testing/notices.ts';
import { monthlyStatements } from './monthly-statements.job.ts';
import { newsMails } from './notifications.ts';
import { setPreference } from './preferences.ts';

let t: TestDatabase;
beforeAll(async () => {
  t = await testDatabase();
});
afterAll(() => t.close());

const deposit = ({ userId }: TestActor, at: string, dollars: number) =>
  transact(t.db, (tx) =>
    post(tx, {
      key: newId(),
      kind: 'deposit.confirmed',
      occurredAt: new Date(at),
      transfers: [
        {
          debit: { kind: 'clearing_test', ownerId: PLATFORM_OWNER },
          credit: { kind: 'host', ownerId: userId },
          amountMicros: micros(BigInt(dollars) * 1_000_000n),
          subjectId: newId(),
        },
      ],
    }),
  );
const host = () => createActor(t.db, { role: 'host' });
const statementsOf = async ({ userId }: TestActor) =>
  (await noticesOf(t.db, userId)).filter(({ kind }) => kind === 'statement.drawn');

test('sends each person whose money moved in a month the statement once, on the first of the next month, also with several processes', async () => {
  const clock = new MovableClock({ frozenAt: new Date('2026-11-01T07:59:00Z') });
  const jobs = [monthlyStatements({ db: t.db, clock }), monthlyStatements({ db: t.db, clock })];
  const run = () => Promise.all(jobs.map((job) => job.run(clock.now())));
  const [moved, unmoved, later] = [await host(), await host(), await host()];
  const many = [];
  for (let n = 0; n < 120; n++) many.push(await host());
  await deposit(moved, '2026-09-30T23:59:59Z', 5);
  await deposit(moved, '2026-10-01T00:00:00Z', 300);
  await deposit(moved, '2026-10-31T23:59:59Z', 20);
  await deposit(later, '2026-11-01T00:00:00Z', 7);
  for (const one of many) await deposit(one, '2026-10-10T00:00:00Z', 1);
  await setPreference(
    t.db,
    many[0]!.userId,
    { topic: 'statements', channel: 'mail', timing: 'off' },
    clock.now(),
  );

  await run();
  expect(await statementsOf(moved)).toEqual([]);
  expect(await nextDueOf(t.db, jobs[0]!)).toEqual(new Date('2026-11-01T08:00:00Z'));
  clock.advance(HOUR);
  await run();
  await run();
  expect(await statementsOf(moved)).toMatchObject([
    {
      body: 'Balance: Deposit $320.00; $325.00 at the end of the month.',
      link: '/host/statements/2026-10',
      mail: 'waiting',
    },
  ]);
  expect([await statementsOf(unmoved), await statementsOf(later)]).toEqual([[], []]);
  for (const one of many) expect(await statementsOf(one)).toHaveLength(1);
  expect(await statementsOf(many[0]!)).toMatchObject([{ mail: 'none' }]);
  expect(await nextDueOf(t.db, jobs[0]!)).toEqual(new Date('2026-12-01T08:00:00Z'));
  expect(await t.db.selectFrom('statement_months').select(['month', 'reached']).execute()).toEqual([
    { month: '2026-10', reached: null },
  ]);

  await newsMails({ db: t.db, ...testMails }).run(clock.now());
  const mail = (await listOutbox(t.db, 2 * many.length)).find(({ to }) => to === moved.email);
  expect(mail).toMatchObject({ subject: 'Your statement for October 2026' });
});

test('a server that was down for longer than a week, or is new, announces no old month', async () => {
  const clock = new MovableClock({ frozenAt: new Date('2027-03-09T08:00:00Z') });
  const job = monthlyStatements({ db: t.db, clock });
  const moved = await host();
  await deposit(moved, '2027-02-10T00:00:00Z', 5);
  await job.run(clock.now());
  expect(await statementsOf(moved)).toEqual([]);
  expect(await nextDueOf(t.db, job)).toEqual(new Date('2027-04-01T08:00:00Z'));
});
