import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { Actor } from '#server/http/actor.ts';
import { after, DAY, HOUR, MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { settle } from '#server/modules/earnings/earnings.ts';
import { balanceOf, clipperAvailable, payoutAccount } from '#server/modules/ledger/ledger.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testAvailable } from '#server/testing/available-earnings.ts';
import { testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { jobOf } from '#server/testing/jobs.ts';
import { testModules } from '#server/testing/modules.ts';
import { payWeeklyTo } from './payouts.ts';

const t = await testDatabase();
const { db } = t;
// A Tuesday.
const clock = new MovableClock({ frozenAt: new Date('2026-03-03T10:00:00Z') });
const verifyPassword = async (_id: string, word: string) => word === 'right';
const [module] = testModules(db, clock, ['payouts'], { verifyPassword });
const api = await testApi(db, clock, [module]);
let admin: Actor;
beforeAll(async () => {
  admin = await testPerson(db, 'admin');
});
afterAll(async () => {
  await api.close();
  await t.close();
});

const earn = (clipperId: AccountId, amount: bigint) =>
  testAvailable(db, { clipperId, amount, now: clock.now() });

async function clipperWith(amount: bigint, email: string | null = 'Tess@Cutroom.example'): Promise<Actor> {
  const person = await testPerson(db, 'clipper');
  if (email) expect((await setEmail(person, email)).status).toBe(200);
  if (amount > 0n) await earn(person.accountId, amount);
  return person;
}
const setEmail = (as: Actor, email: string, password?: string) =>
  api.send('PUT', '/api/clipper/payout-address', { as, body: { email, country: 'US', password } });
const withdraw = (as: Actor, key?: string) =>
  api.send('POST', '/api/payouts', { as, body: {}, ...(key && { key }) });
const act = (id: string, what: string, body?: object) =>
  api.send('POST', `/api/admin/payouts/${id}/${what}`, { as: admin, body });
const available = (person: Actor) => balanceOf(db, clipperAvailable(person.accountId));

/**
 * Refusal if the available balance is too low. A chosen amount below the minimum has the same code and
 * another detail.
 */
const tooLittleAvailable = {
  code: 'withdrawal_minimum',
  detail: 'A withdrawal needs at least $5.00 available.',
};

describe('withdrawing', () => {
  test('pays nobody who has not confirmed to be 18 or older, neither on request nor by the weekly run', async () => {
    const person = await clipperWith(30_000_000n);
    await db.updateTable('users').set({ age_confirmed_at: null }).where('id', '=', person.userId).execute();
    expect((await withdraw(person)).body).toMatchObject({
      code: 'age_unconfirmed',
      detail:
        'Confirm in Settings, under Payout Information, that you are 18 or older. We can’t pay anyone younger.',
    });
    const address = () => api.send('GET', '/api/clipper/payout-address', { as: person });
    expect((await address()).body).toMatchObject({ usable: true, ageConfirmed: false });
    expect(await payWeeklyTo(db, [person.accountId], clock.now())).toBe(0);
    await db
      .updateTable('users')
      .set({ age_confirmed_at: clock.now() })
      .where('id', '=', person.userId)
      .execute();
    expect((await address()).body.ageConfirmed).toBe(true);
    expect((await withdraw(person)).status).toBe(200);
  });

  test('a withdrawal without an amount pays the whole cents of the available balance and leaves the remainder', async () => {
    const person = await clipperWith(5_009_999n);
    const reply = await withdraw(person);
    expect(reply).toMatchObject({
      status: 200,
      body: {
        amountMicros: '5000000',
        state: 'requested',
        cause: 'withdrawal',
        destination: 't•••@cutroom.example',
      },
    });
    expect(await available(person)).toBe(9_999n);
    expect(await balanceOf(db, payoutAccount(reply.body.id))).toBe(5_000_000n);
    expect(new Date(reply.body.dueAt)).toEqual(after(clock.now(), DAY));
  });

  test('check 33: many requests at once, with one key or with many, start one payout', async () => {
    const person = await clipperWith(20_000_000n);
    const replies = await Promise.all(Array.from({ length: 8 }, () => withdraw(person)));
    expect(replies.filter((r) => r.status === 200)).toHaveLength(1);
    expect(replies.filter((r) => r.body.code === 'withdrawal_minimum')).toHaveLength(7);
    const other = await clipperWith(20_000_000n);
    const key = newId();
    const same = await Promise.all(Array.from({ length: 5 }, () => withdraw(other, key)));
    expect(new Set(same.map((r) => r.body.id)).size).toBe(1);
    expect(await available(other)).toBe(0n);
  });

  test('earnings released during a payout wait for the next one', async () => {
    const person = await clipperWith(6_000_000n);
    const payouts = withdraw(person);
    await Promise.all([payouts, earn(person.accountId, 7_000_000n)]);
    const amount = BigInt((await payouts).body.amountMicros);
    expect(amount + (await available(person))).toBe(13_000_000n);
  });

  test('pays nothing below $5.00, without an address, or while the address waits', async () => {
    expect((await withdraw(await clipperWith(4_999_999n))).body).toMatchObject(tooLittleAvailable);
    expect((await withdraw(await clipperWith(0n))).body).toMatchObject(tooLittleAvailable);
    expect((await withdraw(await clipperWith(5_000_000n, null))).body.code).toBe('payout_email_missing');
    const person = await clipperWith(5_000_000n);
    await setEmail(person, 'new@cutroom.example', 'right');
    expect((await withdraw(person)).body.code).toBe('payout_email_waiting');
    expect(await available(person)).toBe(5_000_000n);
  });

  test('the $5.00 minimum applies to the balance without the payouts under way', async () => {
    const person = await clipperWith(12_000_000n);
    const part = { as: person, body: { amountMicros: '8000000' } };
    expect((await api.send('POST', '/api/payouts', part)).status).toBe(200);
    expect((await withdraw(person)).body).toMatchObject(tooLittleAvailable);
    expect(await available(person)).toBe(4_000_000n);
    await earn(person.accountId, 990_000n);
    expect((await withdraw(person)).body).toMatchObject(tooLittleAvailable);
    await earn(person.accountId, 10_000n);
    expect((await withdraw(person)).body).toMatchObject({ amountMicros: '5000000', state: 'requested' });
    expect(await available(person)).toBe(0n);
  });
});

describe('the queue', () => {
  const requested = async () => {
    const person = await clipperWith(8_000_000n);
    return { person, id: (await withdraw(person)).body.id as string };
  };

  test('picked up, then paid with a reference: the money has left, and the clipper is notified', async () => {
    const { person, id } = await requested();
    expect((await act(id, 'paid', { reference: 'PP-1' })).body.code).toBe('payout_state');
    expect((await act(id, 'process')).status).toBe(200);
    expect((await act(id, 'paid', { reference: '  ' })).body.code).toBe('payout_reference_required');
    expect((await act(id, 'paid', { reference: 'PP-1' })).status).toBe(200);
    expect(await balanceOf(db, payoutAccount(id))).toBe(0n);
    expect((await act(id, 'paid', { reference: 'PP-1' })).body.code).toBe('payout_state');
    const notified = await db
      .selectFrom('notifications')
      .select('kind')
      .where('user_id', '=', person.userId)
      .execute();
    expect(notified).toEqual([{ kind: 'payout.paid' }]);
  });

  test('failed: the amount is available again and can be withdrawn', async () => {
    const { person, id } = await requested();
    await act(id, 'process');
    expect((await act(id, 'failed', { reason: 'Account closed' })).status).toBe(200);
    expect(await available(person)).toBe(8_000_000n);
    expect((await withdraw(person)).status).toBe(200);
  });

  test('marking a payout paid and failed at the same moment records one of the two', async () => {
    const { person, id } = await requested();
    await act(id, 'process');
    const replies = await Promise.all([
      act(id, 'paid', { reference: 'PP-2' }),
      act(id, 'failed', { reason: 'No' }),
      act(id, 'paid', { reference: 'PP-3' }),
    ]);
    expect(replies.filter((r) => r.status === 200)).toHaveLength(1);
    expect((await act(id, 'paid', { reference: 'PP-4' })).body.code).toBe('payout_state');
    expect((await act(id, 'failed', { reason: 'No' })).body.code).toBe('payout_state');
    expect((await balanceOf(db, payoutAccount(id))) + 0n).toBe(0n);
    expect([0n, 8_000_000n]).toContain(await available(person));
  });

  test('a clipper cancels a payout only until somebody picks it up', async () => {
    const { person, id } = await requested();
    const replies = await Promise.all([
      api.send('POST', `/api/payouts/${id}/cancel`, { as: person }),
      act(id, 'process'),
    ]);
    expect(replies.filter((r) => r.status === 200)).toHaveLength(1);
    const again = await requested();
    await act(again.id, 'process');
    expect((await api.send('POST', `/api/payouts/${again.id}/cancel`, { as: again.person })).status).toBe(
      409,
    );
  });

  test('returns the same 404 for another person’s payout and for one that does not exist', async () => {
    const { id } = await requested();
    const stranger = await clipperWith(0n);
    const theirs = await api.send('POST', `/api/payouts/${id}/cancel`, { as: stranger });
    const none = await api.send('POST', `/api/payouts/${newId()}/cancel`, { as: stranger });
    expect([theirs.status, theirs.body]).toEqual([404, none.body]);
  });

  test('the admin sees whole addresses, oldest first, and finished payouts in a separate list', async () => {
    const { id } = await requested();
    const open = await api.send('GET', '/api/admin/payouts', { as: admin });
    const times = open.body.rows.map((row: { requestedAt: string }) => row.requestedAt);
    expect(times).toEqual(times.toSorted());
    expect(open.body.rows.every((row: { state: string }) => /requested|processing/.test(row.state))).toBe(
      true,
    );
    expect(open.body.rows[0].destination).toBe('tess@cutroom.example');
    await act(id, 'process');
    await act(id, 'paid', { reference: 'PP-9' });
    const finished = await api.send('GET', '/api/admin/payouts?open=false', { as: admin });
    expect(finished.body.rows.map((row: { id: string }) => row.id)).toContain(id);
  });
});

describe('the weekly run', () => {
  const run = async () => {
    for (const job of module.jobs ?? []) await job.run(clock.now());
  };
  const weekly = (person: Actor) =>
    db
      .selectFrom('payouts')
      .select(['amount_micros', 'cause'])
      .where('clipper_id', '=', person.accountId)
      .orderBy('amount_micros')
      .execute();

  test('pays every available balance from $10.00 on Mondays at 09:00 UTC, once', async () => {
    await run();
    const rich = await clipperWith(10_009_000n);
    const poor = await clipperWith(9_999_999n);
    const unreachable = await clipperWith(50_000_000n, null);
    const banned = await clipperWith(50_000_000n);
    await db.updateTable('users').set({ banned_at: clock.now() }).where('id', '=', banned.userId).execute();
    const changed = await clipperWith(50_000_000n);
    const monday = new Date('2026-03-09T09:00:00Z');
    clock.advance(monday.getTime() - clock.now().getTime() - HOUR);
    await setEmail(changed, 'new@cutroom.example', 'right');
    await run();
    expect(await weekly(rich)).toEqual([]);
    expect(await jobOf(module, 'payouts.weekly-run').nextDueAt?.()).toEqual(monday);
    clock.advance(HOUR);
    const second = jobOf(testModules(db, clock, ['payouts'])[0], 'payouts.weekly-run');
    await Promise.all([run(), second.run(clock.now())]);
    await run();
    expect(await weekly(rich)).toEqual([{ amount_micros: 10_000_000n, cause: 'weekly' }]);
    for (const person of [poor, unreachable, banned, changed]) expect(await weekly(person)).toEqual([]);
    expect(await available(rich)).toBe(9_000n);
  });

  test('a late run also pays earnings that became due before it and were not released yet', async () => {
    await run();
    const person = await clipperWith(0n);
    const { id: listingId } = await testListing(db, clock.now());
    const clip = { listingId, clipperId: person.accountId, approvedAt: clock.now(), views: 10_000 };
    await testClip(db, clip);
    await settle(db, clock.now(), { listingId });
    clock.advance(9 * DAY);
    await run();
    expect(await weekly(person)).toEqual([{ amount_micros: 20_000_000n, cause: 'weekly' }]);
  });

  test('the $10.00 minimum applies to the balance without the payouts under way', async () => {
    const inFlight = async (more: bigint) => {
      const person = await clipperWith(6_000_000n);
      expect((await withdraw(person)).status).toBe(200);
      await earn(person.accountId, more);
      return person;
    };
    const enough = await inFlight(10_000_000n);
    const short = await inFlight(9_990_000n);
    clock.advance(7 * DAY);
    await run();
    const withdrawal = { amount_micros: 6_000_000n, cause: 'withdrawal' };
    expect(await weekly(enough)).toEqual([withdrawal, { amount_micros: 10_000_000n, cause: 'weekly' }]);
    expect(await weekly(short)).toEqual([withdrawal]);
    expect([await available(enough), await available(short)]).toEqual([0n, 9_990_000n]);
  });
});
