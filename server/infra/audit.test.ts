import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AUDIT_MONEY_YEARS, AUDIT_YEARS } from '#contract/limits.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { bySystem, forgetOldAudit, writeAudit } from './audit.ts';
import { after, DAY, MINUTE } from './clock.ts';
import { claimMode } from './installation-mode.ts';
import { transact } from './transaction.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(() => database.close());

const now = new Date('2040-03-02T10:00:00Z');
const yearsAgo = (years: number) => new Date(Date.UTC(2040 - years, 2, 2, 10));

async function write(at: Date, subjectType: string, action: string): Promise<void> {
  await transact(database.db, (tx) => writeAudit(tx, bySystem(at), action, subjectType, null));
}
const actions = async () =>
  (await database.db.selectFrom('audit_log').select('action').orderBy('action').execute()).map(
    (row) => row.action,
  );

it('deletes ordinary rows and rows about money when their retention ends, and none earlier', async () => {
  await claimMode(database.db, 'demo', now);
  for (const [about, name, years] of [
    ['user', 'account.password_changed', AUDIT_YEARS],
    ['support_message', 'support.answered', AUDIT_YEARS],
    ['connection', 'connection.removed', AUDIT_YEARS],
    ['payout', 'payout.requested', AUDIT_MONEY_YEARS],
    ['user', 'payout_address.set', AUDIT_MONEY_YEARS],
    ['submission', 'submission.approved', AUDIT_MONEY_YEARS],
    ['something_new', 'thing.done', AUDIT_MONEY_YEARS],
  ] as const) {
    await write(after(yearsAgo(years), -MINUTE), about, `${name}.over`);
    await write(after(yearsAgo(years), MINUTE), about, `${name}.kept`);
  }
  await forgetOldAudit(database.db).run(now);
  const left = await actions();
  expect(left).toHaveLength(7);
  expect(left.every((action) => action.endsWith('.kept'))).toBe(true);
});

it('deletes every old row of a log of many batches, also when timestamps differ by less than a millisecond', async () => {
  await claimMode(database.db, 'demo', now);
  await sql`insert into audit_log (id, occurred_at, actor_kind, action, subject_type)
    select gen_random_uuid(), ${yearsAgo(5)}::timestamptz + n * interval '1 microsecond', 'system',
      case when n % 2 = 0 then 'score.changed' else 'payout.paid' end, case when n % 2 = 0 then 'score' else 'payout' end
    from generate_series(1, 2500) n`.execute(database.db);
  const job = forgetOldAudit(database.db);
  await job.run(now);
  expect(new Set(await actions())).toEqual(new Set(['payout.paid']));
  expect(await actions()).toHaveLength(1_250);
  await job.run(after(now, 5 * 366 * DAY));
  expect(await actions()).toEqual([]);
});

it('deletes nothing younger outside a demo, whatever moment is named', async () => {
  await claimMode(database.db, 'live', now);
  await write(new Date(), 'user', 'account.created');
  await forgetOldAudit(database.db).run(now);
  expect(await actions()).toEqual(['account.created']);
});
