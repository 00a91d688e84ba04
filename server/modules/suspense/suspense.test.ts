import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { micros } from '#contract/money.ts';
import { personOf } from '#db/seed/person-of.ts';
import type { Actor } from '#server/http/actor.ts';
import { HOUR, MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { transact } from '#server/infra/transaction.ts';
import {
  balanceOf,
  clearing,
  clipperAvailable,
  host,
  loss,
  post,
  reconcile,
  rounding,
  suspense,
} from '#server/modules/ledger/ledger.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import { type OwnAccount, sweepClosed } from './hold.ts';
import { openSuspense, reclaimSuspense, suspenseCheck } from './suspense.ts';

const t = await testDatabase();
const { db } = t;
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
const [module, deposits] = testModules(db, clock, ['suspense', 'deposits']);
const api = await testApi(db, clock, [module, deposits]);
let admin: Actor;
beforeAll(async () => {
  admin = await testPerson(db, 'admin');
});
afterEach(async () => {
  const broken = (await reconcile(db)).invariants.filter(({ ok }) => !ok).map(({ name }) => name);
  // The money that returns in these tests was never earned, paid out or refunded, so only checks about that
  // may fail.
  expect(
    broken.filter(
      (name) =>
        !/^(released money|what is available|each (refund left|payout moved|key names|deposit came))/.test(
          name,
        ),
    ),
  ).toEqual([]);
});
afterAll(async () => {
  await api.close();
  await t.close();
});

const bank = { actorId: null, actorKind: 'system' } as const;
const found = (reference: string, amount = 12_340_000n) =>
  transact(db, (tx) =>
    openSuspense(
      tx,
      { cause: 'unmatched', rail: 'bank', reference, amountMicros: micros(amount) },
      bank,
      clock.now(),
    ),
  );
const items = async (state: 'open' | 'resolved' = 'open') =>
  (await api.send('GET', `/api/admin/suspense?state=${state}`, { as: admin })).body.rows;
const resolve = (id: string, how: string, body: object) =>
  api.send('POST', `/api/admin/suspense/${id}/${how}`, {
    as: admin,
    body: { reason: 'Asked them.', ...body },
  });

/** Creates a person without money, whose account is closed unless `isClosed` is false. */
async function leaver(role: 'host' | 'clipper', isClosed = true): Promise<OwnAccount> {
  const { accountId } = await testPerson(db, role);
  const closed_at = isClosed ? clock.now() : null;
  await db.updateTable('users').set({ closed_at }).where('id', '=', personOf(accountId)).execute();
  const account = role === 'host' ? host(accountId) : clipperAvailable(accountId);
  return account as OwnAccount;
}

/** Returns money to an account. To a host's account it returns as a refund that did not arrive. */
const comesBack = (account: OwnAccount, amount: bigint, isSwept = true) =>
  transact(db, async (tx) => {
    await post(tx, {
      key: newId(),
      kind: 'deposit.refund_reversed',
      occurredAt: clock.now(),
      transfers: [
        {
          debit: clearing('bank'),
          credit: account,
          amountMicros: micros(amount),
          subjectId: account.ownerId,
        },
      ],
    });
    const origin = { cause: 'dispute_won', rail: 'bank', reference: 'D 1', subjectId: newId() } as const;
    return isSwept ? await sweepClosed(tx, account, origin, clock.now()) : 0n;
  });

test('moves money that returns to a closed account to suspense at once, and less than a cent of it to the platform', async () => {
  const gone = await leaver('host');
  const before = await balanceOf(db, rounding);
  expect(await comesBack(gone, 50_004_321n)).toBe(50_000_000n);
  expect(await balanceOf(db, gone)).toBe(0n);
  expect((await balanceOf(db, rounding)) - before).toBe(4_321n);
  expect(await items()).toContainEqual(
    expect.objectContaining({
      cause: 'dispute_won',
      amountMicros: '50000000',
      owner: 'host',
      reference: 'D 1',
    }),
  );
  expect(await suspenseCheck(db).problem()).toContain('$50.00 in all, the oldest since 2026-03-02');
});

test('leaves money that arrives at an open account there', async () => {
  const here = await leaver('host', false);
  expect(await comesBack(here, 50_000_000n)).toBe(0n);
  expect(await balanceOf(db, here)).toBe(50_000_000n);
});

test('finds money stranded on closed accounts within the hour', async () => {
  const gone = await leaver('host');
  await comesBack(gone, 19_590_000n, false);
  const sweep = module.jobs![0]!;
  await sweep.run(clock.now());
  clock.advance(HOUR);
  await sweep.run(clock.now());
  expect(await balanceOf(db, gone)).toBe(0n);
  expect(await items()).toContainEqual(
    expect.objectContaining({ cause: 'closed_account', amountMicros: '19590000', ownerId: gone.ownerId }),
  );
});

test('books money from outside once, however often it is reported', async () => {
  const before = await balanceOf(db, suspense);
  const all = await Promise.all(['S 1', 'S 1', 'S 1', 'S 2'].map((reference) => found(reference)));
  expect(all.filter((id) => id !== null)).toHaveLength(2);
  expect((await balanceOf(db, suspense)) - before).toBe(24_680_000n);
});

test('resolves an item once: one of several concurrent requests moves the money, and the others are refused', async () => {
  const id = (await found('S 3'))!;
  const before = await balanceOf(db, clearing('manual'));
  const replies = await Promise.all([
    ...Array.from({ length: 3 }, () => resolve(id, 'send-back', { rail: 'manual', reference: 'T 9' })),
    resolve(id, 'write-off', {}),
  ]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  expect(replies.find(({ status }) => status === 409)?.body.code).toBe('suspense_resolved');
  const username = `p_${(await testPerson(db, 'host')).accountId.slice(-12)}`;
  for (const [how, body] of [
    ['send-back', { rail: 'manual', reference: 'T 10' }],
    ['credit', { username }],
    ['write-off', {}],
  ] as const)
    expect((await resolve(id, how, body)).body.code).toBe('suspense_resolved');
  const isSentBack = (await balanceOf(db, clearing('manual'))) !== before;
  const [row] = (await items('resolved')).filter((one: { id: string }) => one.id === id);
  expect(row).toMatchObject(
    isSentBack ? { state: 'sent_back', sentReference: 'T 9', sentRail: 'manual' } : { state: 'written_off' },
  );
  const audited = await db
    .selectFrom('audit_log')
    .select(['action', 'actor_id'])
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();
  expect(audited).toEqual([
    { action: 'suspense.received', actor_id: null },
    { action: `suspense.${row.state}`, actor_id: admin.userId },
  ]);
});

test('lowers the losses by the amount written off', async () => {
  const id = (await found('S 4', 5_000_000n))!;
  const before = await balanceOf(db, loss);
  expect((await resolve(id, 'write-off', {})).status).toBe(200);
  expect((await balanceOf(db, loss)) - before).toBe(5_000_000n);
});

test('moves money back to a closed account for a claim, and sweeps the rest again', async () => {
  const gone = await leaver('host');
  await comesBack(gone, 30_000_000n);
  await comesBack(gone, 20_000_000n);
  await transact(db, async (tx) => {
    await reclaimSuspense(tx, gone, clock.now(), { wanted: micros(35_000_000n) });
    await post(tx, {
      key: newId(),
      kind: 'deposit.refunded',
      occurredAt: clock.now(),
      transfers: [
        { debit: gone, credit: clearing('bank'), amountMicros: micros(35_000_000n), subjectId: newId() },
      ],
    });
    const origin = { cause: 'dispute_won', rail: 'bank', reference: 'D 2', subjectId: newId() } as const;
    await sweepClosed(tx, gone, origin, clock.now());
  });
  const left = (await items()).filter((one: { ownerId: AccountId }) => one.ownerId === gone.ownerId);
  expect(left).toEqual([expect.objectContaining({ amountMicros: '15000000', reference: 'D 2' })]);
});

test("refuses to send a clipper's earnings back by hand or to credit them to a host", async () => {
  const gone = await leaver('clipper');
  await transact(db, async (tx) => {
    const amountMicros = micros(7_000_000n);
    const way = { debit: clearing('paypal'), credit: gone, amountMicros, subjectId: newId() };
    await post(tx, { key: newId(), kind: 'payout.returned', occurredAt: clock.now(), transfers: [way] });
    const origin = {
      cause: 'payout_returned',
      rail: 'paypal',
      reference: 'P 1',
      subjectId: newId(),
    } as const;
    await sweepClosed(tx, gone, origin, clock.now());
  });
  const [item] = (await items()).filter((one: { ownerId: AccountId }) => one.ownerId === gone.ownerId);
  expect(item).toMatchObject({ owner: 'clipper', ways: ['write_off'] });
  const { username } = await hostNamed();
  const refused = [
    await resolve(item.id, 'send-back', { rail: 'manual', reference: 'T 1' }),
    await resolve(item.id, 'credit', { username }),
    await resolve(item.id, 'refund', {}),
  ];
  expect(refused.map(({ body }) => body.code)).toEqual([
    'suspense_is_earned',
    'suspense_is_earned',
    'suspense_no_card',
  ]);
});

test('credits only an open host, and refunds only a card payment', async () => {
  const id = (await found('S 5'))!;
  expect((await resolve(id, 'credit', { username: 'nobody' })).body).toMatchObject({
    code: 'suspense_no_host',
    fields: [{ field: 'username' }],
  });
  expect((await resolve(id, 'refund', {})).body.code).toBe('suspense_no_card');
  expect((await resolve(newId(), 'write-off', {})).status).toBe(404);
  expect((await resolve(id, 'write-off', { reason: ' ' })).status).toBe(400);
});

test('pages open items from the oldest to the newest without gaps', async () => {
  for (let n = 0; n < 25; n++) {
    clock.advance(1_000);
    await found(`page ${n}`);
  }
  const first = (await api.send('GET', '/api/admin/suspense?search=page', { as: admin })).body;
  const second = (
    await api.send('GET', `/api/admin/suspense?search=page&cursor=${first.nextCursor}`, { as: admin })
  ).body;
  const names = [...first.rows, ...second.rows].map((row: { reference: string }) => row.reference);
  expect(names).toEqual(Array.from({ length: 25 }, (_, n) => `page ${n}`));
});

async function hostNamed(): Promise<{ username: string }> {
  const { accountId } = await testPerson(db, 'host');
  return await db
    .selectFrom('profiles')
    .select('username')
    .where('user_id', '=', accountId)
    .executeTakeFirstOrThrow();
}

test('shows only to admins where an item came from and how it was resolved', async () => {
  const id = (await found('page of its own'))!;
  const page = async (as = admin, of = id) => await api.send('GET', `/api/admin/suspense/${of}`, { as });
  expect((await page()).body).toMatchObject({
    id,
    cause: 'unmatched',
    reference: 'page of its own',
    state: 'open',
    ways: ['send_back', 'credit', 'write_off'],
    origin: null,
    resolvedBy: null,
    depositId: null,
  });
  expect((await resolve(id, 'write-off', {})).status).toBe(200);
  expect((await page()).body).toMatchObject({
    state: 'written_off',
    ways: [],
    reason: 'Asked them.',
    resolvedBy: { id: admin.accountId },
  });
  expect((await page(await testPerson(db, 'host'))).status).toBe(404);
  expect((await page(admin, newId())).body.code).toBe('not_found');
});

test('refuses to send money back to the admin who decides', async () => {
  const gone = await leaver('host');
  await comesBack(gone, 30_000_000n);
  const mine = db.selectFrom('suspense_items').select('id').where('owner_id', '=', gone.ownerId);
  const { id } = await mine.executeTakeFirstOrThrow();
  const as = { ...admin, userId: personOf(gone.ownerId) };
  const body = { reason: 'Mine.', rail: 'manual', reference: 'T 11' };
  const refused = await api.send('POST', `/api/admin/suspense/${id}/send-back`, { as, body });
  expect(refused.body.code).toBe('own_money');
});
