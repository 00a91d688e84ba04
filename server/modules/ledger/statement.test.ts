import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { StatementRow } from '#contract/ledger/statements.ts';
import { micros } from '#contract/money.ts';
import type { LedgerAccountKind } from '#db/types.ts';
import { MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { transact } from '#server/infra/transaction.ts';
import { createActor, createTestServer } from '#server/testing/actor.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import { moneyRuns } from '#server/testing/runs.ts';
import { clipperMoves } from './clipper-moves.ts';
import { drawStatement } from './draw-statement.ts';
import { type MovementKind, post } from './ledger.ts';
import { MOVEMENTS } from './rules.ts';

const t = await testDatabase();
afterAll(() => t.close());
const now = new Date('2026-04-20T12:00:00Z');
const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * Creates a host with a listing and a clip, and a clipper with a payout: the owners of all accounts that
 * money can move between.
 */
async function people() {
  const host = await createActor(t.db, { role: 'host', username: `h${newId().slice(-10)}` });
  const clipper = await createActor(t.db, { role: 'clipper', username: `c${newId().slice(-10)}` });
  const [listing, clip, payout] = [newId(), newId(), newId()];
  // Only ownership matters here, so the rows of other modules are minimal.
  await t.owner.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into listings (id, host_id, state, current_version, title, rate_cents_per_mille, platforms,
      search_text, funded_micros, created_at)
      values (${listing}, ${host.accountId}, 'active', 1, 'x', 100, '{tiktok}', 'x', 10000, ${now})`.execute(
      tx,
    );
    await sql`insert into clip_earnings (submission_id, listing_id, clipper_id, approved_at, rate_micros_per_view,
      min_views, reserves) values (${clip}, ${listing}, ${clipper.accountId}, ${now}, 10, 0, false)`.execute(
      tx,
    );
    await sql`insert into payouts (id, clipper_id, cause, amount_micros, destination, state, requested_at, due_at)
      values (${payout}, ${clipper.accountId}, 'weekly', 10000, 'x', 'canceled', ${now}, ${now})`.execute(tx);
  });
  const owners: Partial<Record<LedgerAccountKind, string>> = {
    host: host.accountId,
    listing,
    clip_reserved: clip,
    clipper_pending: clipper.accountId,
    clipper_available: clipper.accountId,
    clipper_owed: clipper.accountId,
    payout,
  };
  return { host, clipper, ownerOf: (kind: LedgerAccountKind) => owners[kind] ?? NOBODY };
}

const SECTIONS: Record<'host' | 'clipper', Record<string, LedgerAccountKind[]>> = {
  host: { Balance: ['host'], 'Budget in your listings': ['listing', 'clip_reserved'] },
  clipper: {
    'Pending earnings': ['clipper_pending'],
    Available: ['clipper_available'],
    'On its way': ['payout'],
    Owed: ['clipper_owed'],
  },
};

type Line = { kind: MovementKind; debit: LedgerAccountKind; credit: LedgerAccountKind };
const lines = Object.entries(MOVEMENTS).flatMap(([kind, pairs]) =>
  pairs.map(([debit, credit]): Line => ({ kind: kind as MovementKind, debit, credit })),
);
const move = fc.record({
  line: fc.constantFrom(...lines),
  amount: fc.integer({ min: 1, max: 5_000_000 }),
  /** Days since 1 January, up to a day in the current month. */
  day: fc.integer({ min: 0, max: 109 }),
});
type Move = typeof move extends fc.Arbitrary<infer M> ? M : never;

const dateOf = (day: number) => new Date(Date.UTC(2026, 0, 1 + day, day % 24));

/** Posts the moves that the accounts allow; the ledger refuses the others. Returns the posted moves. */
async function perform(moves: Move[], ownerOf: (kind: LedgerAccountKind) => string): Promise<Move[]> {
  const done: Move[] = [];
  for (const one of moves) {
    const { kind, debit, credit } = one.line;
    const result = await transact(t.db, (tx) =>
      post(tx, {
        key: newId(),
        kind,
        occurredAt: dateOf(one.day),
        transfers: [
          {
            debit: { kind: debit, ownerId: ownerOf(debit) },
            credit: { kind: credit, ownerId: ownerOf(credit) },
            amountMicros: micros(BigInt(one.amount)),
            subjectId: newId(),
          },
        ],
      }),
    );
    if (result === 'posted') done.push(one);
  }
  return done;
}

/** Sums by plain arithmetic the amounts that moved on accounts of these kinds before a moment. */
const balanceAt = (done: Move[], kinds: LedgerAccountKind[], before: Date): bigint =>
  done
    .filter(({ day }) => dateOf(day) < before)
    .reduce((sum, { line, amount }) => {
      const into = kinds.includes(line.credit) ? 1n : 0n;
      const out = kinds.includes(line.debit) ? 1n : 0n;
      return sum + (into - out) * BigInt(amount);
    }, 0n);

const amountOf = (rows: StatementRow[], what: StatementRow['what']) =>
  rows.filter((row) => row.what === what).reduce((sum, row) => sum + row.amountMicros, 0n);

test('in any history, opening balance plus movements is the closing balance, which opens the next month', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 5, maxLength: 60 }), async (moves) => {
      const world = await people();
      const done = await perform(moves, world.ownerOf);
      for (const role of ['host', 'clipper'] as const) {
        for (const month of ['2025-12', '2026-01', '2026-02', '2026-03', '2026-04']) {
          const drawn = await drawStatement(t.db, { role, accountId: world[role].accountId }, month, now);
          const start = new Date(`${month}-01T00:00:00Z`);
          const end = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1));
          expect(drawn.isComplete).toBe(month !== '2026-04');
          for (const [section, kinds] of Object.entries(SECTIONS[role])) {
            const rows = drawn.rows.filter((row) => row.section === section);
            const [opening, moved, closing] = (['opening', 'movement', 'closing'] as const).map((what) =>
              amountOf(rows, what),
            );
            expect(opening! + moved!).toBe(closing);
            expect([opening, closing]).toEqual([balanceAt(done, kinds, start), balanceAt(done, kinds, end)]);
          }
        }
      }
    }),
    moneyRuns(12),
  );
});

test('a person sees only their own statement, and the file has the same content', async () => {
  const world = await people();
  await perform(
    [
      {
        line: { kind: 'deposit.confirmed', debit: 'clearing_bank', credit: 'host' },
        amount: 5_003_500,
        day: 3,
      },
    ],
    world.ownerOf,
  );
  const clock = new MovableClock({ frozenAt: now });
  const modules = testModules(t.db, clock, ['ledger']);
  const server = await createTestServer({ db: t.db, clock, modules });
  const get = (url: string, { headers }: { headers: Record<string, string> }) =>
    server.inject({ method: 'GET', url, headers });
  const other = await people();
  const month = '?month=2026-01';
  expect((await get(`/api/host/statement${month}`, world.host)).json()).toMatchObject({
    month: '2026-01',
    isComplete: true,
    rows: [
      { section: 'Balance', what: 'opening', amountMicros: '0' },
      { section: 'Balance', name: 'Deposit', transfers: 1, amountMicros: '5003500' },
      { section: 'Balance', what: 'closing', amountMicros: '5003500' },
    ],
  });
  const file = (await get(`/api/host/statement.csv${month}`, world.host)).body;
  expect(file).toContain('Balance,Deposit,1,5.0035\r\n');
  expect((await get(`/api/host/statement${month}`, other.host)).body).not.toContain('5003500');
  expect((await get(`/api/host/statement${month}`, world.clipper)).statusCode).toBe(403);
  expect((await get('/api/host/statement?month=2026-13', world.host)).statusCode).toBe(400);
  await server.close();
});

test('a clipper pages through all movements of their money, by type and day, with the listing it was earned on', async () => {
  const world = await people();
  const line = (kind: MovementKind, debit: LedgerAccountKind, credit: LedgerAccountKind) => ({
    kind,
    debit,
    credit,
  });
  const made = await perform(
    [
      { line: line('deposit.confirmed', 'clearing_bank', 'host'), amount: 900, day: 0 },
      { line: line('listing.posted', 'host', 'listing'), amount: 900, day: 1 },
      ...Array.from({ length: 25 }, (_, i) => ({
        line: line('earnings.accrued', 'listing', 'clipper_pending'),
        amount: 10 + i,
        day: 2 + i,
      })),
      { line: line('earnings.released', 'clipper_pending', 'clipper_available'), amount: 200, day: 40 },
      { line: line('payout.started', 'clipper_available', 'payout'), amount: 150, day: 41 },
    ],
    world.ownerOf,
  );
  expect(made).toHaveLength(29);
  const { accountId } = world.clipper;
  const first = await clipperMoves(t.db, accountId, {});
  const second = await clipperMoves(t.db, accountId, { cursor: first.nextCursor! });
  const all = [...first.rows, ...second.rows];
  expect([first.rows.length, second.nextCursor]).toEqual([20, null]);
  expect(new Set(all.map(({ id }) => id)).size).toBe(27);
  expect(all.slice(0, 3).map(({ type, from, to, amountMicros }) => [type, from, to, amountMicros])).toEqual([
    ['Payout', 'Available', null, -150n],
    ['Released', 'Pending', 'Available', 200n],
    ['Earned', null, 'Pending', 34n],
  ]);
  expect(all.at(-1)).toMatchObject({
    type: 'Earned',
    name: 'Verified views paid',
    amountMicros: 10n,
    listingId: world.ownerOf('listing'),
    listingTitle: 'x',
  });
  const oldest = await clipperMoves(t.db, accountId, { sort: 'date' });
  const rest = await clipperMoves(t.db, accountId, { sort: 'date', cursor: oldest.nextCursor! });
  expect([...oldest.rows, ...rest.rows].map(({ id }) => id)).toEqual(all.map(({ id }) => id).toReversed());
  await expect(clipperMoves(t.db, accountId, { cursor: oldest.nextCursor! })).rejects.toThrow(
    'The place in the list is one of another order.',
  );
  const released = await clipperMoves(t.db, accountId, { type: 'Released' });
  expect(released.rows).toHaveLength(1);
  const oneDay = await clipperMoves(t.db, accountId, { from: '2026-01-03', to: '2026-01-03' });
  expect(oneDay.rows.map(({ amountMicros }) => amountMicros)).toEqual([10n]);
  await perform(
    [
      { line: line('clip.contested', 'listing', 'clip_reserved'), amount: 5, day: 42 },
      { line: line('earnings.accrued', 'clip_reserved', 'clipper_pending'), amount: 5, day: 43 },
    ],
    world.ownerOf,
  );
  const ofListing = await clipperMoves(t.db, accountId, { listing: world.ownerOf('listing') });
  expect(ofListing.rows.map(({ type }) => type)).toEqual(Array(20).fill('Earned'));
  expect(ofListing.rows[0]).toMatchObject({ amountMicros: 5n });
  expect((await clipperMoves(t.db, accountId, { listing: newId() })).rows).toEqual([]);
});
