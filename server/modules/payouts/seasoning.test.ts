import { afterAll, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { cutToCents, micros, parseUsd } from '#contract/money.ts';
import { personOf } from '#db/seed/person-of.ts';
import { after, DAY, HOUR } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { isRefusal } from '#server/infra/outcome.ts';
import { transact } from '#server/infra/transaction.ts';
import { unseasonedOfAll } from '#server/modules/deposits/deposits.ts';
import { balanceOf, clipperAvailable, clipperOwed, listing, post } from '#server/modules/ledger/ledger.ts';
import { testPerson } from '#server/testing/api.ts';
import { testEarner, testRelease } from '#server/testing/available-earnings.ts';
import { testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { untilWaiting } from '#server/testing/until-waiting.ts';
import { findLeaving } from './find-leaving.ts';
import { payWeekly, waitingOf } from './payouts.ts';
import { withdraw } from './withdraw.ts';

const t = await testDatabase();
const { db } = t;
afterAll(() => t.close());

/** A Monday, one hour after the time of the weekly run. */
const paidAt = new Date('2026-03-02T10:00:00Z');

async function cardDeposit(
  hostId: AccountId,
  amountMicros: bigint,
  confirmedAt: Date,
  fingerprint: string | null = null,
): Promise<void> {
  const id = newId();
  await db
    .insertInto('deposits')
    .values({
      id,
      host_id: hostId,
      rail: 'stripe',
      amount_micros: amountMicros,
      state: 'confirmed',
      reference: 'Card',
      created_at: confirmedAt,
      confirmed_at: confirmedAt,
    })
    .execute();
  const payment = { payment_intent: id, deposit_id: id, seen_at: confirmedAt };
  await db
    .insertInto('card_payments')
    .values({ ...payment, fingerprint })
    .execute();
}

const listingOf = async (hostId: AccountId): Promise<string> =>
  (await testListing(db, paidAt, { hostId, budgetCents: 100_000 })).id;

/** Releases this amount for a clip of this listing. */
const earn = (clipperId: AccountId, listingId: string, amount: bigint, at: Date): Promise<void> =>
  transact(db, async (tx) =>
    testRelease(
      tx,
      { id: listingId },
      await testEarner(db, { id: listingId }, { clipperId, amount, now: at, pendingHours: 0 }),
    ),
  );

async function clipper(): Promise<AccountId> {
  const { accountId } = await testPerson(db, 'clipper');
  await db
    .updateTable('users')
    .set({ age_confirmed_at: paidAt })
    .where('id', '=', personOf(accountId))
    .execute();
  await db
    .insertInto('payout_addresses')
    .values({ user_id: accountId, email: 'c@people.example', usable_at: paidAt, set_at: paidAt })
    .execute();
  return accountId;
}

const ask = (clipperId: AccountId, now: Date) =>
  transact(db, (tx) => withdraw(tx, { clipperId, userId: personOf(clipperId), asked: undefined, now }));

test('earnings from a card’s first deposit leave 14 days after the deposit, and everything else at once', async () => {
  const [fresh, known] = [(await testPerson(db, 'host')).accountId, (await testPerson(db, 'host')).accountId];
  await cardDeposit(fresh, 500_000_000n, paidAt);
  await cardDeposit(known, 500_000_000n, after(paidAt, -60 * DAY), 'known');
  await cardDeposit(known, 500_000_000n, paidAt, 'known');
  const person = await clipper();
  const at = after(paidAt, HOUR);
  await earn(person, await listingOf(fresh), 40_000_000n, at);

  const waiting = await ask(person, after(paidAt, 2 * DAY));
  expect(isRefusal(waiting) && [waiting.code, waiting.detail]).toEqual([
    'withdrawal_waits',
    "Less than $5.00 is available to withdraw now. $40.00 was funded by a host's new card and can be withdrawn from Mon 16 Mar, 10:00 UTC.",
  ]);
  await payWeekly(db, after(paidAt, 7 * DAY));
  expect(await balanceOf(db, clipperAvailable(person))).toBe(40_000_000n);

  await earn(person, await listingOf(known), 25_000_000n, at);
  expect(await ask(person, after(paidAt, 8 * DAY))).toMatchObject({ amountMicros: 25_000_000n });
  expect(await balanceOf(db, clipperAvailable(person))).toBe(40_000_000n);
  await db.updateTable('payouts').set({ state: 'canceled' }).where('clipper_id', '=', person).execute();

  await payWeekly(db, after(paidAt, 14 * DAY));
  expect(await balanceOf(db, clipperAvailable(person))).toBe(0n);
});

test('the part that can leave and the part that waits for a card add up to the available balance in cents, with any fractions', async () => {
  for (const [old, seasoning] of [
    [19_136_000n, 20_864_000n],
    [19_138_000n, 20_862_000n],
    [7_008_000n, 5_004_000n],
    [6_004_000n, 5_004_000n],
  ] as const) {
    const [fresh, known] = [
      (await testPerson(db, 'host')).accountId,
      (await testPerson(db, 'host')).accountId,
    ];
    await cardDeposit(fresh, 500_000_000n, paidAt);
    await cardDeposit(known, 500_000_000n, after(paidAt, -60 * DAY), `known ${old}`);
    const person = await clipper();
    await earn(person, await listingOf(known), old, after(paidAt, HOUR));
    await earn(person, await listingOf(fresh), seasoning, after(paidAt, HOUR));
    const { availableMicros, canLeaveMicros, reasons } = await findLeaving(db, person, {
      now: after(paidAt, 2 * DAY),
      paysByHand: true,
    });
    const waits = parseUsd(reasons[0]!.split(' ')[0]!)!;
    expect([canLeaveMicros, canLeaveMicros + waits]).toEqual([
      cutToCents(micros(old)),
      cutToCents(availableMicros),
    ]);
  }
});

test('earnings that wait for a card take no room of the limit for views without proof', async () => {
  await db.updateTable('proof_tiers').set({ limit_micros: 25_000_000n }).execute();
  const [fresh, known] = [(await testPerson(db, 'host')).accountId, (await testPerson(db, 'host')).accountId];
  await cardDeposit(fresh, 500_000_000n, paidAt);
  const person = await clipper();
  await earn(person, await listingOf(fresh), 40_000_000n, after(paidAt, HOUR));
  await earn(person, await listingOf(known), 30_000_000n, after(paidAt, 2 * HOUR));
  const waiting = async (days: number) => {
    const { seasoning, unprovenMicros } = await waitingOf(db, person, after(paidAt, days * DAY));
    return [seasoning?.amountMicros ?? 0n, unprovenMicros];
  };
  expect(await waiting(2)).toEqual([40_000_000n, 5_000_000n]);
  expect(await ask(person, after(paidAt, 2 * DAY))).toMatchObject({ amountMicros: 25_000_000n });
  expect(await waiting(2)).toEqual([40_000_000n, 5_000_000n]);
  expect(await waiting(15)).toEqual([0n, 45_000_000n]);
  await db.updateTable('proof_tiers').set({ limit_micros: null }).execute();
});

test('a second card of the same host seasons too, and so does a card that a bank has questioned', async () => {
  for (const second of ['questioned', 'another']) {
    const host = (await testPerson(db, 'host')).accountId;
    await cardDeposit(host, 500_000_000n, after(paidAt, -60 * DAY), 'questioned');
    if (second === 'questioned') {
      await db.updateTable('deposits').set({ state: 'charged_back' }).where('host_id', '=', host).execute();
    }
    await cardDeposit(host, 100_000_000n, paidAt, second);
    const person = await clipper();
    await earn(person, await listingOf(host), 30_000_000n, after(paidAt, HOUR));
    expect(isRefusal(await ask(person, after(paidAt, 8 * DAY)))).toBe(true);
    expect(await ask(person, after(paidAt, 14 * DAY))).toMatchObject({ amountMicros: 30_000_000n });
  }
});

test('earnings from a card that was good for 14 days wait above the cap of that period until they fit under it', async () => {
  const host = (await testPerson(db, 'host')).accountId;
  await cardDeposit(host, 20_000_000n, after(paidAt, -60 * DAY), 'good');
  await cardDeposit(host, 900_000_000n, after(paidAt, -4 * DAY), 'good');
  await cardDeposit(host, 300_000_000n, paidAt, 'good');
  const person = await clipper();
  await earn(person, await listingOf(host), 250_000_000n, after(paidAt, HOUR));
  expect((await unseasonedOfAll(db, after(paidAt, DAY), person))[0]).toMatchObject({
    amountMicros: 200_000_000n,
    until: after(paidAt, 10 * DAY),
  });
  expect(await ask(person, after(paidAt, DAY))).toMatchObject({ amountMicros: 50_000_000n });
});

test('the waiting amount never exceeds the deposit', async () => {
  const host = (await testPerson(db, 'host')).accountId;
  await cardDeposit(host, 20_000_000n, paidAt);
  const person = await clipper();
  await earn(person, await listingOf(host), 50_000_000n, after(paidAt, HOUR));
  expect(await ask(person, after(paidAt, DAY))).toMatchObject({ amountMicros: 30_000_000n });
});

test('a clipper with a debt is paid neither on request nor by the weekly run', async () => {
  const listingId = await listingOf((await testPerson(db, 'host')).accountId);
  const person = await clipper();
  await earn(person, listingId, 30_000_000n, paidAt);
  await transact(db, (tx) =>
    post(tx, {
      key: newId(),
      kind: 'fraud.upheld',
      occurredAt: paidAt,
      transfers: [
        {
          debit: clipperOwed(person),
          credit: listing(listingId),
          amountMicros: micros(21_000_000n),
          subjectId: listingId,
        },
      ],
    }),
  );
  await payWeekly(db, after(paidAt, 21 * DAY));
  expect(await balanceOf(db, clipperAvailable(person))).toBe(30_000_000n);
  const refused = await ask(person, after(paidAt, 21 * DAY));
  expect(isRefusal(refused) && refused.detail).toContain('You owe $21.00');
});

test.each(['weekly run', 'withdrawal'] as const)(
  'earnings from a new card deposit released while a %s waits for the balance lock do not leave with it',
  async (how) => {
    const monday = after(paidAt, (how === 'weekly run' ? 28 : 35) * DAY);
    const at = after(monday, -3 * DAY);
    const fresh = (await testPerson(db, 'host')).accountId;
    await cardDeposit(fresh, 500_000_000n, at);
    const [young, old] = [await listingOf(fresh), await listingOf((await testPerson(db, 'host')).accountId)];
    const person = await clipper();
    await earn(person, old, 12_000_000n, at);
    const earned = await testEarner(
      db,
      { id: young },
      { clipperId: person, amount: 40_000_000n, now: at, pendingHours: 0 },
    );
    const releasing = await db.startTransaction().execute();
    await testRelease(releasing, { id: young }, earned);
    const paying = how === 'weekly run' ? payWeekly(db, monday) : ask(person, monday);
    await untilWaiting(t.owner, 1);
    await releasing.commit().execute();
    await paying;
    expect(await balanceOf(db, clipperAvailable(person))).toBe(40_000_000n);
  },
);
