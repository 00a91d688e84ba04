import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { TWO_ADMINS_MIN } from '#contract/limits.ts';
import { centsToMicros } from '#contract/money.ts';
import { payoutRoutes } from '#contract/payouts/payouts.ts';
import type { Actor } from '#server/http/actor.ts';
import { after, DAY, HOUR, MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { agree } from '#server/infra/second-admin.ts';
import { transact } from '#server/infra/transaction.ts';
import { listInbox } from '#server/modules/admin/inbox.ts';
import { clipperOwed, listing, post } from '#server/modules/ledger/ledger.ts';
import { payoutCheck } from '#server/modules/payouts/check-payouts.ts';
import { findLeaving } from '#server/modules/payouts/find-leaving.ts';
import { type FreezeReason, freezes } from '#server/modules/payouts/freezes.ts';
import { pickUp } from '#server/modules/payouts/pay-by-hand.ts';
import { claimBatch } from '#server/modules/payouts/paypal/claim-batch.ts';
import { PAYPAL_ITEM_MAX } from '#server/modules/payouts/rules.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testAvailable } from '#server/testing/available-earnings.ts';
import { testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';

const t = await testDatabase();
const { db, owner } = t;
const clock = new MovableClock({ frozenAt: new Date('2026-03-03T10:00:00Z') });
const api = await testApi(db, clock, testModules(db, clock, ['admin', 'payouts', 'earnings']));
const admin = await testPerson(db, 'admin');
afterAll(async () => {
  await api.close();
  await t.close();
});

interface Payout {
  id: string;
  person: Actor;
}
const act = (path: string, body: object = { reason: 'A look' }) =>
  api.send('POST', `/api/admin/${path}`, { as: admin, body });
const change = (set: ReturnType<typeof sql>, id: string) =>
  sql`update payouts set ${set} where id = ${id}`.execute(owner);

/** Records the result of a payout's account check; the next check is tomorrow. */
const checked = (id: string, problem: string | null) =>
  sql`insert into payout_account_checks (payout_id, checked_at, problem, problem_since, again_at)
    values (${id}, ${clock.now()}, ${problem}, ${problem && clock.now()}, ${after(clock.now(), DAY)})
    on conflict (payout_id) do update set problem = excluded.problem, problem_since = excluded.problem_since`.execute(
    owner,
  );

/** For each freeze reason, makes it apply to a payout that could be sent until then. */
const arrange: Record<FreezeReason, (payout: Payout) => Promise<unknown>> = {
  banned: ({ person }) => act(`users/${person.userId}/ban`),
  async fraud({ person }) {
    const { id: listingId } = await testListing(db, clock.now());
    const clip = await testClip(db, { listingId, clipperId: person.accountId, approvedAt: clock.now() });
    const word = { kind: 'submission.uphold_fraud', subjectId: clip, adminId: admin.userId } as const;
    await transact(db, (tx) =>
      agree(tx, {
        ...word,
        amountMicros: TWO_ADMINS_MIN,
        summary: 'views count as bought.',
        now: clock.now(),
      }),
    );
  },
  async owing({ person }) {
    const { id } = await testListing(db, clock.now());
    const amountMicros = centsToMicros(500);
    const owes = { debit: clipperOwed(person.accountId), credit: listing(id), amountMicros, subjectId: id };
    await transact(db, (tx) =>
      post(tx, { key: id, kind: 'fraud.upheld', occurredAt: clock.now(), transfers: [owes] }),
    );
  },
  paused: () => act('payout-controls/pause'),
  account: ({ id }) => checked(id, 'Not connected.'),
  address: ({ person }) =>
    sql`update payout_addresses set usable_at = ${after(clock.now(), DAY)} where user_id = ${person.userId}`.execute(
      owner,
    ),
  two_admins: ({ id }) => change(sql`amount_micros = ${TWO_ADMINS_MIN}`, id),
  by_hand: ({ id }) => change(sql`amount_micros = ${PAYPAL_ITEM_MAX + 10_000n}`, id),
  refused: ({ id }) =>
    change(
      sql`state = 'processing', rail = 'paypal', processing_at = ${clock.now()}, not_before = ${after(clock.now(), DAY)}`,
      id,
    ),
  async unanswered({ id }) {
    const batch = newId();
    await sql`insert into payout_batches (id, state, created_at) values (${batch}, 'abandoned', ${clock.now()})`.execute(
      owner,
    );
    await change(
      sql`state = 'processing', rail = 'paypal', processing_at = ${clock.now()}, batch_id = ${batch}`,
      id,
    );
  },
};

async function requested(): Promise<Payout> {
  const person = await testPerson(db, 'clipper');
  const body = { email: `${person.userId.slice(-12)}@people.example`, country: 'US' };
  await api.send('PUT', '/api/clipper/payout-address', { as: person, body });
  await testAvailable(db, { clipperId: person.accountId, amount: centsToMicros(2_000), now: clock.now() });
  const asked = await api.send('POST', '/api/payouts', { as: person, body: {} });
  expect(asked.status).toBe(200);
  await checked(asked.body.id, null);
  return { id: asked.body.id, person };
}

/** Payouts are sent by PayPal here, because payment by hand has fewer reasons. */
const at = () => ({ now: clock.now(), paysByHand: false });
const check = payoutCheck(db, clock, false);
const health = async () =>
  (await check.problem()) ?? (typeof check.well === 'function' ? await check.well() : check.well);
const sentences = async ({ person }: Payout) => (await findLeaving(db, person.accountId, at())).reasons;
const inInbox = async (id: string) =>
  (await listInbox(db, { ...at(), kind: 'payout' })).rows
    .filter((row) => row.id === id)
    .map(({ what }) => what);

/** The code with which a pick-up is refused, for each reason. */
const codes = new Map<FreezeReason, string>();

test.each(Object.keys(arrange) as FreezeReason[])(
  'the clipper, the inbox and System Health state why a payout can’t leave: %s',
  async (reason) => {
    const payout = await requested();
    expect([await sentences(payout), await inInbox(payout.id)]).toEqual([[], []]);
    expect(await health()).not.toContain(freezes[reason].operator);
    await arrange[reason](payout);
    expect((await sentences(payout)).at(-1)).toMatch(/^\$[\d,.]+ /);
    const rows = await inInbox(payout.id);
    // A payout above PayPal's limit needs two admins first.
    expect(rows).toEqual([freezes[reason === 'by_hand' ? 'two_admins' : reason].operator]);
    expect(await health()).toContain(freezes[reason].operator);
    expect(await transact(db, (tx) => claimBatch(tx, after(clock.now(), HOUR)))).toBe(null);
    const press = { payoutId: payout.id, actorId: admin.userId, now: clock.now() };
    const refused = await transact(db, (tx) => pickUp(tx, press));
    codes.set(reason, refused!.code);
    if (reason === 'paused') await act('payout-controls/resume');
    await change(sql`state = 'failed', batch_id = null, finished_at = ${clock.now()}`, payout.id);
  },
);

test('a payout without a freeze reason is handed over, and nobody reads a reason', async () => {
  const payout = await requested();
  expect([await sentences(payout), await inInbox(payout.id), await health()]).toEqual([[], [], 'Healthy']);
  expect(await transact(db, (tx) => claimBatch(tx, after(clock.now(), HOUR)))).not.toBe(null);
});

test('every rule that prevents a pick-up is among the reasons', () => {
  const rules = payoutRoutes.pickUpPayout.errors!.filter(
    (code) => !['not_found', 'payout_state', 'own_money'].includes(code),
  );
  expect(new Set(codes.values())).toEqual(new Set([...rules, 'payout_state']));
});

test('a clipper without a payout reads why nothing can leave, and until when', async () => {
  const person = await testPerson(db, 'clipper');
  await testAvailable(db, { clipperId: person.accountId, amount: centsToMicros(2_000), now: clock.now() });
  await arrange.fraud({ id: newId(), person });
  const leaving = await findLeaving(db, person.accountId, at());
  expect(leaving.canLeaveMicros).toBe(0n);
  expect(leaving.reasons.join(' ')).toContain('A second reviewer has to agree by');
  // The next weekly run is after the agreement has expired.
  expect(leaving.nextRun.problem ?? '').not.toContain('bought');
  clock.advance(2 * DAY);
  expect((await findLeaving(db, person.accountId, at())).reasons.join(' ')).not.toContain('bought');
});
