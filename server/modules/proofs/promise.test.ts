import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { centsToMicros } from '#contract/money.ts';
import { after, HOUR, MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { settle } from '#server/modules/earnings/earnings.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { count, testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import { drawAudits } from './draw-audits.ts';
import { readPromise } from './promise.ts';

const t = await testDatabase();
const { db } = t;
const start = new Date('2026-03-02T08:00:00Z');
const clock = new MovableClock({ frozenAt: start });
const api = await testApi(db, clock, testModules(db, clock, ['proofs']));
const admin = await testPerson(db, 'admin');
afterAll(async () => {
  await api.close();
  await t.close();
});
const at = (hours: number) => after(start, hours * HOUR);
const dollars = (amount: number) => centsToMicros(amount * 100);

await db.deleteFrom('proof_tiers').execute();
await db
  .insertInto('proof_tiers')
  .values({ proven_clips: 0, limit_micros: dollars(25), audit_percent: 50 })
  .execute();

/** A clip that earned $50.00 at hour 0, for which an audit is drawn with a probability of 75%. */
async function drawn(isAudited: boolean) {
  const clipperId = (await testPerson(db, 'clipper')).accountId;
  const { id: listingId } = await testListing(db, start, { budgetCents: 100_000 });
  const clip = await testClip(db, { listingId, clipperId, approvedAt: start });
  await count(db, clip, 25_000, start);
  await settle(db, start, { listingId });
  await drawAudits(db, at(1), () => (isAudited ? 0 : 0.99));
  return { clip, listingId };
}
const uphold = async ({ clip, listingId }: Awaited<ReturnType<typeof drawn>>) => {
  await settle(db, at(2), { listingId });
  await db
    .updateTable('fraud_holds')
    .set({ state: 'upheld', decided_at: at(3), eligible_to: 25_000n })
    .where('submission_id', '=', clip)
    .execute();
  await count(db, clip, 25_000, at(3), { excluded_views: 25_000n, eligible_views: 0n });
  await settle(db, at(4), { listingId });
};

test('measures the loss from audits, and sums what the ledger gave back', async () => {
  expect(await readPromise(db, at(0))).toMatchObject({
    audits: { decided: 0, bought: 0, undecided: 0 },
    loss: null,
    atMostMicros: null,
    keptMicros: 0n,
  });
  for (let i = 0; i < 2; i++) await drawn(false);
  const [first, second, third] = [await drawn(true), await drawn(true), await drawn(true)];
  await uphold(first);
  await sql`update fraud_holds set state = 'released', decided_at = ${at(3)} where submission_id = ${second.clip}`.execute(
    t.owner,
  );
  const found = await readPromise(db, at(5));
  // Five clips of $50.00, one of which is not paid.
  expect(found).toMatchObject({
    audits: { decided: 2, bought: 1, undecided: 1 },
    drawnMicros: dollars(200),
    loss: null,
    keptMicros: dollars(50),
    takenBackMicros: 0n,
  });
  // One more $50.00 audit is undecided: 2 of 3 people at the upper end, Clopper and Pearson at most 99.16%, of
  // the $50.00 (200 - 150) that were not audited or the $50.00 (3 × 50 × 0.25 / 0.75) that audits stand for.
  expect(Number(found.atMostMicros) / 1_000_000).toBeCloseTo(247.9, 0);
  const rows = await db.selectFrom('clip_audits').select('fresh_micros').execute();
  expect(rows.map(({ fresh_micros }) => fresh_micros)).toEqual([dollars(50), dollars(50), dollars(50)]);
  expect(third.clip).toBeDefined();
});

describe('GET /api/promise', () => {
  test('200: is read by everybody, and names nobody', async () => {
    const { status, body } = await api.send('GET', '/api/promise', {});
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual([
      'atMostMicros',
      'audits',
      'drawnMicros',
      'keptMicros',
      'loss',
      'marketPriceMicros',
      'measuredAt',
      'takenBackMicros',
    ]);
  });
});

describe('PUT /api/admin/market-price', () => {
  const url = '/api/admin/market-price';
  const set = (priceMicros: string | null) =>
    api.send('PUT', url, { as: admin, body: { priceMicros, note: 'Three shops, today.' } });
  const read = async () => (await api.send('GET', url, { as: admin })).body.priceMicros;

  test('200: sets, changes and removes the price, each in the audit log', async () => {
    expect(await read()).toBeNull();
    for (const price of ['760000', '900000', null]) {
      expect((await set(price)).status).toBe(200);
      expect(await read()).toBe(price);
    }
    const audits = await db
      .selectFrom('audit_log')
      .select(['actor_id', 'data'])
      .where('action', '=', 'market_price.changed')
      .orderBy('occurred_at')
      .orderBy('id')
      .execute();
    expect(audits).toMatchObject([
      { actor_id: admin.userId, data: { before: null, after: '760000', note: 'Three shops, today.' } },
      { data: { before: '760000', after: '900000' } },
      { data: { before: '900000', after: null } },
    ]);
  });

  test.each([['0'], ['-1'], ['1000000001']])(
    '400: refuses a price of %s micro-dollars and names the rule',
    async (price) => {
      const { status, body } = await set(price);
      expect(status).toBe(400);
      expect(JSON.stringify(body)).toContain('Price: above $0.00, at most $1,000.00.');
    },
  );
});

test('the holds and transfers behind the promise are found by indexes', async () => {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select from ledger_transfers where debit_owner_id = ${newId()} and debit_kind = 'clip_reserved'`.execute(
    t.owner,
  );
  expect(rows.map((row) => row['QUERY PLAN']).join(' ')).toContain('ledger_transfers_debit');
});
