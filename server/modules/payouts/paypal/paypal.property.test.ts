import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#server/infra/clock.ts';
import { reconcile } from '#server/modules/ledger/ledger.ts';
import { LEAVES_AFTER, paypalTrial } from '#server/testing/paypal.ts';
import { moneyRuns } from '#server/testing/runs.ts';

const t = await paypalTrial();
const { db, clock } = t;
afterAll(() => t.close());

type Step =
  | { do: 'pass'; ms: number }
  | { do: 'fault'; mode: string }
  | { do: 'twoRuns' }
  | { do: 'move'; who: number; state: string }
  | { do: 'message'; who: number; again: boolean }
  | { do: 'cancel'; who: number }
  | { do: 'withdraw'; who: number };

const PEOPLE = 3;
const who = fc.nat(PEOPLE - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      ms: fc.constantFrom(MINUTE, LEAVES_AFTER, HOUR, DAY),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      mode: fc.constantFrom('ok', 'lost-reply', 'down', 'garbled', 'rate-limited', 'no-funds'),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'twoRuns' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      who,
      state: fc.constantFrom('UNCLAIMED', 'ONHOLD', 'FAILED', 'BLOCKED', 'RETURNED', 'REFUNDED', 'REVERSED'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('message' as const), who, again: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), who }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('withdraw' as const), who }) },
);

const broken = ({ ok, name }: { ok: boolean; name: string }): boolean => !ok && !name.startsWith('released');

/**
 * Expects one terminal transfer per payout, at most one transfer that reverses it, and at most one payment at
 * PayPal.
 */
async function check(ids: string[]): Promise<void> {
  const rows = await db
    .selectFrom('ledger_transfers')
    .select(['kind', 'subject_id'])
    .where('subject_id', 'in', ids)
    .execute();
  for (const id of ids) {
    const kinds = rows.filter((row) => row.subject_id === id).map((row) => row.kind);
    const { state } = await t.payout(id);
    const ends = kinds.filter((kind) => ['payout.paid', 'payout.failed', 'payout.canceled'].includes(kind));
    const returns = kinds.filter((kind) => kind === 'payout.returned');
    expect([ends.length, returns.length, state]).toEqual([
      state === 'requested' || state === 'processing' ? 0 : 1,
      state === 'returned' ? 1 : 0,
      state,
    ]);
    expect((await t.atPaypal(id)).length).toBeLessThanOrEqual(1);
  }
  expect((await reconcile(db)).invariants.filter(broken)).toEqual([]);
}

test('any order of lost replies, refusals, polls, late and repeated messages pays each payout once or not at all', async () => {
  let round = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 16 }), async (steps) => {
      round += 1;
      await t.fault('ok');
      const people = await Promise.all(
        Array.from({ length: PEOPLE }, (_, n) => t.clipper(12, `p${n}.round${round}@paypal.example`)),
      );
      const ids = await Promise.all(people.map((person) => t.withdraw(person)));
      const all = [...ids];
      const sent: object[] = [];
      for (const one of steps) {
        if (one.do === 'pass') await t.pass(one.ms);
        else if (one.do === 'fault') await t.fault(one.mode);
        else if (one.do === 'twoRuns')
          await Promise.all([t.paying.run(clock.now()), t.paying.run(clock.now())]);
        else if (one.do === 'move') await move(ids[one.who]!, one.state);
        else if (one.do === 'message') await message(ids[one.who]!, one.again, sent);
        else if (one.do === 'cancel')
          await t.api.send('POST', `/api/payouts/${ids[one.who]}/cancel`, { as: people[one.who]! });
        else {
          const reply = await t.api.send('POST', '/api/payouts', { as: people[one.who]!, body: {} });
          if (reply.status === 200) {
            ids[one.who] = reply.body.id;
            all.push(reply.body.id);
          }
        }
        await check(all);
      }
      await t.fault('ok');
      for (let n = 0; n < 3; n++) await t.pass(2 * HOUR);
      // Without a message, the daily poll finds a payment that was returned after it was paid.
      await t.pass(DAY + HOUR);
      await check(all);
      for (const id of all) {
        const at = (await t.atPaypal(id))[0]?.state;
        const { state } = await t.payout(id);
        // A payout is paid here if and only if PayPal has paid it.
        if (at === 'SUCCESS') expect(state).toBe('paid');
        if (state === 'paid') expect(at).toBe('SUCCESS');
      }
    }),
    moneyRuns(6),
  );
}, 120_000);

/**
 * Moves a payment at PayPal to another state, if PayPal allows that: only a paid one can be returned,
 * refunded or reversed.
 */
async function move(id: string, state: string): Promise<void> {
  const now = (await t.atPaypal(id))[0]?.state;
  if (!now || (now !== 'PENDING' && now !== 'SUCCESS' && now !== 'UNCLAIMED' && now !== 'ONHOLD')) return;
  const back = ['RETURNED', 'REFUNDED', 'REVERSED'].includes(state);
  if ((now === 'SUCCESS') !== back) return;
  await t.simulator.control.steerPaypal({ item: { senderItemId: id, state } });
}

/** Delivers a message about the current state, or an old message again. */
async function message(id: string, again: boolean, sent: object[]): Promise<void> {
  const now = (await t.eventsAbout(id)).at(-1);
  if (now) sent.push(now);
  const event = again ? sent[Math.floor(sent.length / 2)] : now;
  if (event) expect((await t.deliver(event)).statusCode).toBe(200);
}
