import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { moneyActs } from '#contract/admin/money-acts.ts';
import { TWO_ADMINS_MIN } from '#contract/limits.ts';
import { centsToMicros } from '#contract/money.ts';
import { personOf } from '#db/seed/person-of.ts';
import type { Actor } from '#server/http/actor.ts';
import { MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { reconcile } from '#server/modules/ledger/ledger.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import { moneyActCases } from '#server/testing/money-act-cases.ts';

const t = await testDatabase();
const { db, owner } = t;
const clock = new MovableClock({ frozenAt: new Date('2026-03-03T10:00:00Z') });
const names = [
  'admin',
  'deposits',
  'earnings',
  'suspense',
  'payouts',
  'fraud-holds',
  'submissions',
  'scoring',
  'appeals',
  'cohorts',
  'external-statements',
] as const;
const api = await testApi(db, clock, testModules(db, clock, names, { env: { BANK_DETAILS: 'IBAN DE02' } }));
const cases = moneyActCases({ db, owner, clock, api });
afterEach(async () => {
  // This file inserts money that was never earned or paid in, so only the invariants about such money may
  // fail.
  const broken = (await reconcile(db)).invariants.filter(({ ok }) => !ok).map(({ name }) => name);
  expect(broken.filter((name) => !ARRANGED.some((one) => name.startsWith(one)))).toEqual([]);
});
const ARRANGED = [
  'released money',
  'what is available',
  'what payouts took of views',
  'paid, reserved, free and returned',
  'each key names',
  'what moves for a clip',
  'what was taken back',
];
afterAll(async () => {
  await api.close();
  await t.close();
});

let ada: Actor;
let ben: Actor;
beforeEach(async () => {
  [ada, ben] = [await testPerson(db, 'admin'), await testPerson(db, 'admin')];
});

/** Records that this admin has already moved all but a cent of the limit for one admin. */
const nearlyAll = ({ userId }: Actor) =>
  db
    .insertInto('admin_money_acts')
    .values({
      id: newId(),
      act_id: newId(),
      kind: 'suspense.written_off',
      subject_id: newId(),
      admin_id: userId,
      amount_micros: TWO_ADMINS_MIN - centsToMicros(1),
      acted_at: clock.now(),
    })
    .execute();
const transfers = async () =>
  (
    await db
      .selectFrom('ledger_transfers')
      .select((eb) => eb.fn.countAll<string>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;
const actsOf = (admin: Actor) =>
  db
    .selectFrom('admin_money_acts')
    .select(['kind', 'account_id', 'second_admin_id'])
    .where('admin_id', '=', admin.userId)
    .execute();

test.each(Object.entries(cases))(
  'refuses %s to one admin whose sum reaches the limit, moves nothing, and accepts a second admin',
  async (name, prepare) => {
    const { path, method = 'POST', body, accountId } = await prepare();
    await nearlyAll(ada);
    const attempt = async (as: Actor) => {
      const reply = await api.send(method, `/api/admin/${path}`, { as, body });
      const [refused] = reply.body.refused ?? (reply.status === 200 ? [] : [reply.body]);
      return refused ? `${refused.code}: ${refused.detail}` : 'done';
    };
    const before = await transfers();
    expect(await attempt(ada)).toContain('second_admin_needed: Your agreement is noted');
    expect(await attempt(ada)).toContain('what you alone moved within 24 hours is');
    expect([await transfers(), await actsOf(ben)]).toEqual([before, []]);
    expect(await attempt(ben)).toBe('done');
    const [done, ...more] = await actsOf(ben);
    expect([done, more]).toEqual([
      { kind: done!.kind, account_id: accountId, second_admin_id: ada.userId },
      [],
    ]);
    const { routes } = moneyActs[done!.kind as keyof typeof moneyActs];
    expect(routes).toContain(name);
  },
);

test.each(Object.entries(cases))(
  'refuses %s to the admin who benefits, and moves nothing',
  async (_name, prepare) => {
    const { path, method = 'POST', body, accountId } = await prepare();
    // Money without an owner benefits nobody.
    if (accountId === null) return;
    const before = await transfers();
    const reply = await api.send(method, `/api/admin/${path}`, {
      as: { ...ada, userId: personOf(accountId) },
      body,
    });
    const [refused] = reply.body.refused ?? [reply.body];
    expect(refused.code).toBe('own_money');
    expect(await transfers()).toBe(before);
  },
);
