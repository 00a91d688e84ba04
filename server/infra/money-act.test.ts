import fc from 'fast-check';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type AccountId, personalAccount, type UserId } from '#contract/accounts/ids.ts';
import { AGREEMENT_HOURS, TWO_ADMINS_HOURS, TWO_ADMINS_MIN } from '#contract/limits.ts';
import { centsToMicros, type Micros, micros } from '#contract/money.ts';
import { personOf } from '#db/seed/person-of.ts';
import { after, HOUR } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { decideMoneyAct, type MoneyAct } from '#server/infra/money-act.ts';
import { expireAgreements, noteAgreement } from '#server/infra/second-admin.ts';
import { transact } from '#server/infra/transaction.ts';
import { testPerson } from '#server/testing/api.ts';
import { testDatabase } from '#server/testing/database.ts';
import { moneyRuns } from '#server/testing/runs.ts';

const t = await testDatabase();
const { db } = t;
afterAll(t.close);

const NOW = new Date('2026-03-02T10:00:00Z');
const usd = (dollars: number): Micros => centsToMicros(dollars * 100);

let ada: UserId;
let ben: UserId;
let host: AccountId;
let clipper: AccountId;
beforeEach(async () => {
  [ada, ben, host, clipper] = (await Promise.all(
    (['admin', 'admin', 'host', 'clipper'] as const).map(async (role) => (await testPerson(db, role)).userId),
  )) as [UserId, UserId, AccountId, AccountId];
});

type Wanted = Partial<MoneyAct> & { adminId: UserId };

/**
 * Attempts an act. Returns "alone" or "by two" for an allowed act, and otherwise the refusal's code and
 * sentence.
 */
async function attempt(wanted: Wanted): Promise<{ status: string; why: string }> {
  const act: MoneyAct = {
    kind: 'suspense.credited',
    subjectId: newId(),
    shares: [{ accountId: host, amountMicros: usd(1_000) }],
    summary: 'money moves.',
    now: NOW,
    ...wanted,
  };
  const refused = await transact(db, (tx) => decideMoneyAct(tx, act));
  await noteAgreement(db, refused);
  if (refused) return { status: refused.code, why: refused.detail ?? '' };
  const row = await db
    .selectFrom('admin_money_acts')
    .select('second_admin_id')
    .where('subject_id', '=', act.subjectId)
    .executeTakeFirst();
  return { status: row?.second_admin_id ? 'by two' : 'alone', why: '' };
}
const statusOf = async (wanted: Wanted) => (await attempt(wanted)).status;
const to = (accountId: AccountId | null, dollars: number) => ({
  shares: [{ accountId, amountMicros: usd(dollars) }],
});

test("needs two admins once one admin's acts alone within 24 hours reach the limit, over all kinds and accounts", async () => {
  expect(await statusOf({ adminId: ada, ...to(host, 1_300) })).toBe('alone');
  expect(await statusOf({ adminId: ada, kind: 'refund.leave', ...to(null, 1_199) })).toBe('alone');
  const third = await attempt({ adminId: ada, kind: 'debt.write_off', ...to(clipper, 1) });
  expect(third.status).toBe('second_admin_needed');
  expect(third.why).toContain(
    'what you alone moved within 24 hours is $2,500.00, and two admins decide from $2,500.00 on.',
  );
  const later = after(NOW, TWO_ADMINS_HOURS * HOUR);
  expect(await statusOf({ adminId: ada, now: later, ...to(clipper, 1) })).toBe('alone');
});

test("needs two admins once one account's acts by any admins within 24 hours reach the limit", async () => {
  expect(await statusOf({ adminId: ada, ...to(host, 2_000) })).toBe('alone');
  const other = await attempt({ adminId: ben, kind: 'refund.leave', ...to(host, 500) });
  expect(other.status).toBe('second_admin_needed');
  expect(other.why).toContain('what admins moved for one account within 24 hours is $2,500.00');
  expect(await statusOf({ adminId: ben, ...to(clipper, 2_000) })).toBe('alone');
});

test('counts an account with several shares in an act once, with the sum of its shares', async () => {
  const shares = [1, 2, 3].map(() => ({ accountId: host, amountMicros: usd(833.34) }));
  expect(await statusOf({ adminId: ada, shares })).toBe('second_admin_needed');
});

test("performs an act when a second admin asks for the same, and does not add it to the second admin's sum", async () => {
  const act = { subjectId: newId(), terms: { to: 'her' }, ...to(host, 9_000) };
  expect(await statusOf({ adminId: ada, ...act })).toBe('second_admin_needed');
  expect(await statusOf({ adminId: ada, ...act })).toBe('second_admin_needed');
  expect(await statusOf({ adminId: ben, ...act, terms: { to: 'him' } })).toBe('second_admin_needed');
  expect(await statusOf({ adminId: ben, ...act })).toBe('by two');
  expect(await statusOf({ adminId: ben, ...to(clipper, 2_499) })).toBe('alone');
});

test('performs an agreed act although its amount has changed since', async () => {
  const subjectId = newId();
  expect(await statusOf({ adminId: ada, subjectId, ...to(host, 3_000) })).toBe('second_admin_needed');
  expect(await statusOf({ adminId: ben, subjectId, ...to(host, 3_001) })).toBe('by two');
});

test('forgets an agreement after 48 hours, before and after the job has ended it', async () => {
  const act = { subjectId: newId(), ...to(host, 3_000) };
  await statusOf({ adminId: ada, ...act });
  const justBefore = after(NOW, AGREEMENT_HOURS * HOUR - 1);
  const over = after(NOW, AGREEMENT_HOURS * HOUR);
  const expire = async (at: Date) => {
    await transact(db, (tx) => expireAgreements(tx, at));
    const of = db.selectFrom('admin_agreements').select('expired_at').where('subject_id', '=', act.subjectId);
    return (await of.where('admin_id', '=', ada).executeTakeFirstOrThrow()).expired_at;
  };
  expect(await expire(justBefore)).toBe(null);
  expect(await statusOf({ adminId: ben, now: over, ...act })).toBe('second_admin_needed');
  expect(await expire(over)).toEqual(over);
  // Ben's agreement begins at this moment, so Ada's new one carries it out.
  expect(await statusOf({ adminId: ada, now: over, ...act })).toBe('by two');
});

test('records the agreement of an admin again after two others acted on other terms', async () => {
  const cora = (await testPerson(db, 'admin')).userId;
  const act = { subjectId: newId(), ...to(host, 3_000) };
  await statusOf({ adminId: ada, ...act, terms: { to: 'her' } });
  await statusOf({ adminId: ben, ...act, terms: { to: 'him' } });
  expect(await statusOf({ adminId: cora, ...act, terms: { to: 'him' } })).toBe('by two');
  expect(await statusOf({ adminId: ada, ...act, terms: { to: 'her' } })).toBe('second_admin_needed');
  await statusOf({ adminId: ben, ...act, terms: { to: 'her' } });
  const open = db.selectFrom('admin_agreements').select('admin_id').where('subject_id', '=', act.subjectId);
  expect(await open.where('carried_out_at', 'is', null).where('expired_at', 'is', null).execute()).toEqual(
    [],
  );
});

test('refuses an admin who decides on their own account, also on one with the same mailbox', async () => {
  expect(await statusOf({ adminId: ada, ...to(personalAccount(ada), 1) })).toBe('own_money');
  const mailbox = `ada.${newId()}`;
  const email = (userId: UserId, address: string) =>
    db.updateTable('users').set({ email: address }).where('id', '=', userId).execute();
  await email(ada, `${mailbox}@gmail.com`);
  await email(personOf(host), `${mailbox.replace('.', '')}+host@gmail.com`);
  expect(await statusOf({ adminId: ada, ...to(host, 1) })).toBe('own_money');
  const act = { subjectId: newId(), ...to(clipper, 3_000) };
  await statusOf({ adminId: ada, ...act });
  await email(ben, `${mailbox}+second@gmail.com`);
  expect(await statusOf({ adminId: ben, ...act })).toBe('second_admin_needed');
});

test('counts a sum that leaves in two steps once', async () => {
  const payout = { kind: 'payout.leave', subjectId: newId(), once: true, ...to(clipper, 2_000) } as const;
  expect(await statusOf({ adminId: ada, ...payout })).toBe('alone');
  expect(await statusOf({ adminId: ada, ...payout })).toBe('alone');
  expect(await statusOf({ adminId: ada, ...to(host, 499) })).toBe('alone');
});

test('runs concurrent acts one after the other, so that together they stay under the limit', async () => {
  const accounts = await Promise.all(
    Array.from({ length: 8 }, async () => (await testPerson(db, 'clipper')).accountId),
  );
  const outcomes = await Promise.all(
    accounts.map((accountId, n) =>
      statusOf({
        adminId: ada,
        shares: [accountId, accounts[(n + 1) % 8]!].map((id) => ({ accountId: id, amountMicros: usd(500) })),
      }),
    ),
  );
  expect(outcomes.filter((one) => one === 'alone')).toHaveLength(2);
});

const step = fc.record({
  admin: fc.nat({ max: 2 }),
  account: fc.nat({ max: 2 }),
  cents: fc.integer({ min: 1, max: 200_000 }),
  waits: fc.nat({ max: 12 }),
});

test('never lets one admin alone, or several for one account, reach the limit within any 24 hours', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), async (steps) => {
      const three = (role: 'admin' | 'host') => Promise.all([0, 1, 2].map(() => testPerson(db, role)));
      const admins = (await three('admin')).map((admin) => admin.userId);
      const accounts = (await three('host')).map((host) => host.accountId);
      const alone: { admin: UserId; account: string; amount: bigint; at: number }[] = [];
      let now = NOW;
      for (const { admin: a, account: b, cents, waits } of steps) {
        now = after(now, waits * HOUR);
        const [admin, account, amount] = [admins[a]!, accounts[b]!, centsToMicros(cents)];
        const act = { adminId: admin, now, shares: [{ accountId: account, amountMicros: micros(amount) }] };
        const lately = (of: (one: (typeof alone)[number]) => boolean) =>
          alone
            .filter((one) => of(one) && one.at > now.getTime() - TWO_ADMINS_HOURS * HOUR)
            .reduce((sum, one) => sum + one.amount, amount as bigint);
        const reaches =
          lately((one) => one.admin === admin) >= TWO_ADMINS_MIN ||
          lately((one) => one.account === account) >= TWO_ADMINS_MIN;
        expect(await statusOf(act)).toBe(reaches ? 'second_admin_needed' : 'alone');
        if (!reaches) alone.push({ admin, account, amount, at: now.getTime() });
      }
    }),
    moneyRuns(20),
  );
});
