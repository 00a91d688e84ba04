import { afterAll, expect, test } from 'vitest';
import { centsToMicros } from '#contract/money.ts';
import { personOf } from '#db/seed/person-of.ts';
import type { Actor } from '#server/http/actor.ts';
import { DAY, HOUR, MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { transact } from '#server/infra/transaction.ts';
import { confirmTestCard } from '#server/modules/deposits/deposits.ts';
import { releaseDue, settle } from '#server/modules/earnings/earnings.ts';
import { host, listing, post } from '#server/modules/ledger/ledger.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';

const t = await testDatabase();
const { db } = t;
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
const api = await testApi(db, clock, testModules(db, clock, ['earnings', 'payouts']));
const admin = await testPerson(db, 'admin');
const { accountId: hostId } = await testPerson(db, 'host');
afterAll(async () => {
  await api.close();
  await t.close();
});

async function clipper(): Promise<Actor> {
  const as = await testPerson(db, 'clipper');
  const email = 'tess@cutroom.example';
  await db
    .insertInto('payout_addresses')
    .values({ user_id: as.accountId, email, usable_at: clock.now(), set_at: clock.now() })
    .execute();
  return as;
}

function deposit(dollars: number, of = hostId): Promise<string> {
  clock.advance(HOUR);
  const card = {
    hostId: of,
    userId: personOf(of),
    amountMicros: centsToMicros(dollars * 100),
    now: clock.now(),
  };
  return transact(db, (tx) => confirmTestCard(tx, card));
}

/**
 * Creates a listing and funds it from its host's balance. Every test listing begins with a deposit of one
 * dollar. That deposit is deleted, so that the listing's first dollar comes from no deposit.
 */
async function fundedListing(dollars: number, of = hostId): Promise<string> {
  const { id } = await testListing(db, clock.now(), { hostId: of, budgetCents: 100 });
  await db.deleteFrom('deposits').where('host_id', '=', of).where('amount_micros', '=', 1_000_000n).execute();
  const amountMicros = centsToMicros(dollars * 100);
  const transfers = [{ debit: host(of), credit: listing(id), amountMicros, subjectId: id }];
  await transact(db, (tx) =>
    post(tx, { key: newId(), kind: 'listing.topped_up', occurredAt: clock.now(), transfers }),
  );
  await db
    .updateTable('listings')
    .set({ funded_micros: centsToMicros(dollars * 100 + 100) })
    .where('id', '=', id)
    .execute();
  return id;
}

async function earn(as: Actor, listingId: string, dollars: number): Promise<string> {
  const clip = { listingId, clipperId: as.accountId, approvedAt: clock.now(), views: dollars * 500 };
  const id = await testClip(db, clip);
  await settle(db, clock.now(), { listingId });
  clock.advance(DAY);
  await releaseDue(db, clock.now(), { clipperIds: [as.accountId] });
  return id;
}

async function withdraw(as: Actor, dollars: number): Promise<string> {
  clock.advance(HOUR);
  const body = { amountMicros: String(dollars * 1_000_000) };
  const reply = await api.send('POST', '/api/payouts', { as, body });
  expect(reply.body).toMatchObject({ state: 'requested' });
  return reply.body.id;
}
const act = (id: string, what: string, body?: object) =>
  api.send('POST', `/api/admin/payouts/${id}/${what}`, { as: admin, body });
const get = (path: string, as: Actor) => api.send('GET', path, { as });

/** Returns three values for each row: the clip, the deposit (or the source if there is none), the dollars. */
async function traceOf(payoutId: string) {
  const { body } = await get(`/api/admin/payouts/${payoutId}/trace`, admin);
  return body.rows.map((row: Record<string, string>) => [
    row.submissionId,
    row.depositId ?? row.source,
    Number(row.amountMicros) / 1_000_000,
  ]);
}

test('a clipper sees the steps of their own payout, also as CSV, and of nobody else’s', async () => {
  const [as, other] = [await clipper(), await clipper()];
  await deposit(100);
  const listingId = await fundedListing(50);
  const [first, second] = [await earn(as, listingId, 10), await earn(as, listingId, 20)];
  const payout = await withdraw(as, 16);
  const { body } = await get(`/api/payouts/${payout}/parts`, as);
  expect(body).toMatchObject({
    rows: [
      {
        submissionId: first,
        listingId,
        listingTitle: 'Night run',
        viewsFrom: 0,
        viewsTo: 5_000,
        stepMicros: '10000000',
        amountMicros: '10000000',
        state: 'part',
      },
      { submissionId: second, viewsTo: 10_000, stepMicros: '20000000', amountMicros: '6000000' },
    ],
    nextCursor: null,
  });
  expect((await get(`/api/admin/payouts/${payout}/parts`, admin)).body).toEqual(body);
  const file = await get(`/api/payouts/${payout}/parts.csv`, as);
  expect(file.headers['content-disposition']).toContain('payout-parts.csv');
  const lines = file.bytes.toString().trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[2]).toContain('Night run,');
  expect(lines[2]).toContain(',0,10000,20.00,6.00,part,');
  expect((await get(`/api/admin/payouts/${payout}/parts.csv`, admin)).bytes).toEqual(file.bytes);

  for (const what of ['parts', 'parts.csv']) {
    const unknown = await get(`/api/payouts/${newId()}/${what}`, other);
    const foreign = await get(`/api/payouts/${payout}/${what}`, other);
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
    expect((await get(`/api/admin/payouts/${payout}/${what}`, as)).status).toBe(404);
  }
  expect((await get(`/api/admin/payouts/${payout}/trace`, as)).status).toBe(404);
  expect((await get(`/api/admin/payouts/${newId()}/trace`, admin)).status).toBe(404);
});

test('the trace of a payout ends at the deposits of its listings, first in, first out, and a listing’s refund pays the next listing', async () => {
  const { accountId: of } = await testPerson(db, 'host');
  const as = await clipper();
  const old = await deposit(30, of);
  const listingId = await fundedListing(30, of);
  const young = await deposit(50, of);
  const [first, second] = [await earn(as, listingId, 11), await earn(as, listingId, 14)];
  // $1 is the first dollar, which has no deposit.
  const one = await withdraw(as, 20);
  expect(await traceOf(one)).toEqual([
    [first, old, 11],
    [second, old, 9],
  ]);
  // Of the listing's $31, $6 are free and go back to the host.
  const back = [
    { debit: listing(listingId), credit: host(of), amountMicros: centsToMicros(600), subjectId: of },
  ];
  await transact(db, (tx) =>
    post(tx, { key: newId(), kind: 'listing.settled', occurredAt: clock.now(), transfers: back }),
  );
  const nextListing = await fundedListing(40, of);
  const third = await earn(as, nextListing, 12);
  const two = await withdraw(as, 17);
  expect(await traceOf(two)).toEqual([
    [second, old, 5],
    [third, old, 5],
    [third, young, 7],
  ]);
  const file = (await get(`/api/admin/payouts/${two}/trace.csv`, admin)).bytes.toString();
  expect(file).toContain(`,7.00,deposit,test,Test card,`);
  expect(file).toContain(young);
});

test('a canceled payout keeps its steps as history, and the trace shows where its money is now', async () => {
  const as = await clipper();
  await deposit(100);
  const clip = await earn(as, await fundedListing(50), 10);
  const canceled = await withdraw(as, 10);
  await api.send('POST', `/api/payouts/${canceled}/cancel`, { as });
  const parts = await get(`/api/payouts/${canceled}/parts`, as);
  expect(parts.body.rows).toMatchObject([
    { submissionId: clip, amountMicros: '10000000', state: 'given_back' },
  ]);
  expect(await traceOf(canceled)).toEqual([]);
  const again = await withdraw(as, 10);
  expect((await traceOf(again)).reduce((sum: number, row: [string, string, number]) => sum + row[2], 0)).toBe(
    10,
  );
});

test('money paid for views that were not real is in no deposit until later earnings replace it', async () => {
  const as = await clipper();
  await deposit(100);
  const listingId = await fundedListing(60);
  const clip = await earn(as, listingId, 10);
  const payout = await withdraw(as, 10);
  await act(payout, 'process');
  await act(payout, 'paid', { reference: 'PP-1' });
  await api.send('POST', `/api/admin/submissions/${clip}/uphold-fraud`, {
    as: admin,
    body: { fromViews: 0, toViews: null, note: 'Bought.' },
  });
  expect(await traceOf(payout)).toEqual([[clip, 'not_real', 10]]);
  const { body } = await get(`/api/payouts/${payout}/parts`, as);
  expect(body.rows).toMatchObject([{ state: 'not_real', amountMicros: '10000000' }]);
  const real = await earn(as, listingId, 4);
  const trace = await traceOf(payout);
  expect(trace.filter(([id]: [string]) => id === real)).not.toEqual([]);
  expect(trace.reduce((sum: number, row: [string, string, number]) => sum + row[2], 0)).toBe(10);
});

test('the trace marks money that has no deposit', async () => {
  const as = await clipper();
  const { id, hostId: of } = await testListing(db, clock.now());
  const clip = await earn(as, id, 10);
  await db.deleteFrom('deposits').where('host_id', '=', of).execute();
  expect(await traceOf(await withdraw(as, 10))).toEqual([[clip, 'no_deposit', 10]]);
});
