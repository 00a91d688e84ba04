import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { centsToMicros, cutToCents, micros } from '#contract/money.ts';
import { personOf } from '#db/seed/person-of.ts';
import { after, DAY, HOUR, MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { isRefusal, type Refusal } from '#server/infra/outcome.ts';
import { type Tx, transact } from '#server/infra/transaction.ts';
import { confirmTestCard } from '#server/modules/deposits/deposits.ts';
import { releaseDue, settle } from '#server/modules/earnings/earnings.ts';
import {
  balanceOf,
  clipperAvailable,
  host,
  listing,
  lock,
  post,
  reconcile,
} from '#server/modules/ledger/ledger.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { count, testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import { moneyRuns } from '#server/testing/runs.ts';
import { bookFailed, bookReturned, type MovedPayout, movedColumns } from './book-moves.ts';
import { payoutParts } from './list-parts.ts';
import { lockBalances } from './lock-balances.ts';
import { markPaid, pickUp } from './pay-by-hand.ts';
import { startPayout } from './start-payout.ts';
import { payoutTrace } from './trace.ts';

const t = await testDatabase();
const { db } = t;
const clock = new MovableClock({ frozenAt: new Date('2026-01-01T00:00:00Z') });
const api = await testApi(db, clock, testModules(db, clock, ['earnings', 'payouts']));
afterAll(async () => {
  await api.close();
  await t.close();
});

const clip = fc.integer({ min: 0, max: 1 });
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('earn'), clip, views: fc.integer({ min: 1, max: 3_000 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('pay out'), percent: fc.integer({ min: 1, max: 100 }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('paid'), nth: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('failed'), nth: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('returned'), nth: fc.nat(5) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('fraud'),
      clip,
      from: fc.nat(6_000),
      views: fc.integer({ min: 1, max: 4_000 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('write off') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fund'), dollars: fc.integer({ min: 1, max: 3 }) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

type Read<Row> = (
  cursor: string | undefined,
) => Promise<{ rows: Row[]; nextCursor: string | null } | Refusal>;

async function allOf<Row>(read: Read<Row>, cursor?: string): Promise<Row[]> {
  const found = await read(cursor);
  if (isRefusal(found)) throw new Error(found.code);
  const { rows, nextCursor } = found;
  return nextCursor ? [...rows, ...(await allOf(read, nextCursor))] : rows;
}

const sumOf = (rows: { amountMicros: bigint }[]) => rows.reduce((sum, row) => sum + row.amountMicros, 0n);

/** Expects that the shown figures of all payouts of a clipper add up, in every state. */
async function expectToAddUp(clipperId: AccountId): Promise<void> {
  const payouts = await db.selectFrom('payouts').selectAll().where('clipper_id', '=', clipperId).execute();
  const behind = new Map<string, bigint>();
  for (const { id: payoutId, amount_micros, state } of payouts) {
    const stays = state === 'requested' || state === 'processing' || state === 'paid';
    const parts = await allOf((cursor) => payoutParts(db, { payoutId, clipperId, cursor }));
    expect(sumOf(parts)).toBe(amount_micros);
    expect(parts.every((part) => (part.state === 'given_back') !== stays)).toBe(true);
    const trace = await allOf((cursor) => payoutTrace(db, { payoutId, cursor }));
    for (const part of stays ? parts : []) {
      const pieces = trace.filter(
        (row) => row.submissionId === part.submissionId && row.viewsFrom === part.viewsFrom,
      );
      const same = parts.filter(
        (row) => row.submissionId === part.submissionId && row.viewsFrom === part.viewsFrom,
      );
      expect(sumOf(pieces)).toBe(sumOf(same));
    }
    expect(sumOf(trace)).toBe(stays ? amount_micros : 0n);
    for (const { depositId, source, amountMicros } of trace) {
      expect(source).not.toBe('no_deposit');
      if (depositId) behind.set(depositId, (behind.get(depositId) ?? 0n) + amountMicros);
    }
  }
  for (const [id, amount] of behind) {
    const deposit = await db
      .selectFrom('deposits')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(amount <= deposit.amount_micros).toBe(true);
  }
}

/**
 * Creates a clipper with two clips at 30 cents per 1,000 views. At that rate one cent is not a whole number
 * of views.
 */
async function story(start: Date) {
  let now = start;
  const admin = await testPerson(db, 'admin');
  const { accountId: clipperId } = await testPerson(db, 'clipper');
  const { accountId: hostId } = await testPerson(db, 'host');
  const { id: listingId } = await testListing(db, now, { rateCents: 30, hostId, budgetCents: 200 });
  const own = { listingId, clipperId, approvedAt: now };
  const clips = [await testClip(db, { ...own, views: 0 }), await testClip(db, { ...own, views: 0 })];
  const views = [0, 0];

  const payouts = (state: 'requested' | 'processing' | 'paid') =>
    db
      .selectFrom('payouts')
      .select(movedColumns)
      .where('clipper_id', '=', clipperId)
      .where('state', '=', state)
      .orderBy('id')
      .execute();
  const nth = async (
    state: 'requested' | 'processing' | 'paid',
    at: number,
  ): Promise<MovedPayout | undefined> => {
    const found = await payouts(state);
    return found[at % Math.max(found.length, 1)];
  };
  const end = (payout: MovedPayout, set: object, book: (tx: Tx) => Promise<void>) =>
    transact(db, async (tx) => {
      await lockBalances(tx, [clipperId]);
      await tx.updateTable('payouts').set(set).where('id', '=', payout.id).execute();
      await book(tx);
    });
  const send = async (path: string, body: object) => {
    clock.advance(now.getTime() - clock.now().getTime());
    return await api.send('POST', `/api/admin/${path}`, { as: admin, body });
  };
  const act = (payoutId: string) => ({ payoutId, actorId: admin.userId, now });

  const does = {
    async earn({ clip: at = 0, views: more = 0 }) {
      views[at]! += more;
      await count(db, clips[at]!, views[at]!, now);
      await settle(db, now, { listingId });
      now = after(now, DAY);
      await releaseDue(db, now, { clipperIds: [clipperId] });
    },
    async 'pay out'({ percent = 100 }) {
      await transact(db, async (tx) => {
        await lock(tx, [clipperAvailable(clipperId)]);
        const available = await balanceOf(tx, clipperAvailable(clipperId));
        const amountMicros = cutToCents(micros((available * BigInt(percent)) / 100n));
        if (amountMicros === 0n) return;
        await startPayout(tx, {
          clipperId,
          cause: 'withdrawal',
          amountMicros,
          destination: 'x@y.example',
          now,
        });
      });
    },
    async paid({ nth: at = 0 }) {
      const payout = await nth('requested', at);
      if (!payout) return;
      await transact(db, (tx) => pickUp(tx, act(payout.id)));
      if (at % 2 === 0) await transact(db, (tx) => markPaid(tx, act(payout.id), 'PP-1'));
    },
    async failed({ nth: at = 0 }) {
      const payout = await nth('processing', at);
      if (payout)
        await end(payout, { state: 'failed', finished_at: now }, (tx) => bookFailed(tx, payout, 'No', now));
    },
    async returned({ nth: at = 0 }) {
      const payout = await nth('paid', at);
      const how = { rail: 'manual', reason: 'No', now } as const;
      if (payout)
        await end(payout, { state: 'returned', returned_at: now }, (tx) => bookReturned(tx, payout, how));
    },
    async fraud({ clip: at = 0, from = 0, views: bought = 0 }) {
      const body = { fromViews: from, toViews: from + bought, note: 'Bought' };
      await send(`submissions/${clips[at]}/uphold-fraud`, body);
    },
    async fund({ dollars = 1 }) {
      const amountMicros = centsToMicros(dollars * 100);
      await transact(db, (tx) =>
        confirmTestCard(tx, { hostId, userId: personOf(hostId), amountMicros, now }),
      );
      const transfers = [
        { debit: host(hostId), credit: listing(listingId), amountMicros, subjectId: listingId },
      ];
      await transact(db, async (tx) => {
        await post(tx, { key: newId(), kind: 'listing.topped_up', occurredAt: now, transfers });
        await tx
          .updateTable('listings')
          .set((eb) => ({ funded_micros: eb('funded_micros', '+', amountMicros as bigint) }))
          .where('id', '=', listingId)
          .execute();
      });
      // A top-up pays waiting clips and resumes an exhausted listing.
      await settle(db, now, { listingId });
    },
    async 'write off'() {
      await send(`users/${clipperId}/write-off-debt`, { reason: 'Gone' });
    },
  };
  const take = async (one: Step) => {
    now = after(now, HOUR);
    await (does[one.do as keyof typeof does] as (one: object) => Promise<void>)(one);
  };
  return { take, clipperId };
}

test('after any sequence of events each payout names the steps behind it to the last micro-dollar, and no step twice, down to the deposits', async () => {
  let start = new Date('2026-01-05T00:00:00Z');
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24, size: 'max' }), async (steps) => {
      start = after(start, 60 * DAY);
      const { take, clipperId } = await story(start);
      for (const one of steps) {
        await take(one);
        expect((await reconcile(db)).invariants.filter(({ ok }) => !ok)).toEqual([]);
      }
      await expectToAddUp(clipperId);
    }),
    moneyRuns(12, 40_000),
  );
}, 3_600_000);
