import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { micros } from '#contract/money.ts';
import { personOf } from '#db/seed/person-of.ts';
import { transact } from '#server/infra/transaction.ts';
import { confirmTestCard } from '#server/modules/deposits/deposits.ts';
import { testPerson } from '#server/testing/api.ts';
import { testDatabase } from '#server/testing/database.ts';
import { CHECKS } from './checks.ts';
import { reconcile } from './ledger.ts';
import { trialBalance } from './queries.ts';

const t = await testDatabase();
afterAll(() => t.close());

beforeAll(async () => {
  const { accountId: hostId } = await testPerson(t.db, 'host');
  const now = new Date('2026-01-05T12:00:00Z');
  await transact(t.db, (tx) =>
    confirmTestCard(tx, { hostId, userId: personOf(hostId), amountMicros: micros(50_000n), now }),
  );
});

/** Breaks the books as their owner, reconciles, and rolls back. */
async function brokenBy(statement: ReturnType<typeof sql>): Promise<string[]> {
  const names: string[] = [];
  await t.owner
    .transaction()
    .execute(async (tx) => {
      await statement.execute(tx);
      for (const [name, violations] of Object.entries(CHECKS)) {
        const { rows } = await sql`select * from (${violations}) v`.execute(tx);
        if (rows.length > 0) names.push(name);
      }
      throw new Error('put back');
    })
    .catch((error: Error) => expect(error.message).toBe('put back'));
  return names;
}

test('untouched books keep all invariants, and the trial balance adds up to zero', async () => {
  const reconciliation = await reconcile(t.db);
  expect(reconciliation).toMatchObject({ ok: true });
  expect(reconciliation.invariants.every(({ detail }) => detail === 'holds')).toBe(true);
  expect(await trialBalance(t.db)).toMatchObject({
    rows: [
      { kind: 'clearing_test', debitMicros: 50_000n, creditMicros: 0n },
      { kind: 'host', debitMicros: 0n, creditMicros: 50_000n },
    ],
    differenceMicros: 0n,
  });
});

test('the reconciliation reports a session that does not run in UTC', async () => {
  expect(await brokenBy(sql`set local time zone 'America/New_York'`)).toEqual([
    'sessions of the database run in UTC',
  ]);
});
