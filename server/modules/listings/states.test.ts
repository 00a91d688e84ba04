import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '#server/http/actor.ts';
import { DAY, HOUR, MovableClock } from '#server/infra/clock.ts';
import { transact } from '#server/infra/transaction.ts';
import { balanceOf, host as hostAccount, listing } from '#server/modules/ledger/ledger.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testDatabase } from '#server/testing/database.ts';
import { clipOn, payViews, type TestClip } from '#server/testing/listing-clips.ts';
import { connect, fund, listingBody } from '#server/testing/listings.ts';
import { testModules } from '#server/testing/modules.ts';
import { pauseExhausted, resumeFunded } from './listings.ts';

const t = await testDatabase();
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T12:00:00Z') });
const [module] = testModules(t.db, clock, ['listings']);
const api = await testApi(t.db, clock, [module]);
afterAll(async () => {
  await api.close();
  await t.close();
});

let host: Actor;
let id: string;
beforeEach(async () => {
  host = await testPerson(t.db, 'host');
  await connect(t.db, host);
  await fund(t.db, host.accountId, 500);
  id = (await api.send('POST', '/api/listings', { as: host, body: listingBody })).body.id;
});

const act = (what: 'pause' | 'resume' | 'end', as = host, of = id) =>
  api.send('POST', `/api/listings/${of}/${what}`, { as });
const topUp = (amountMicros: string, as = host, key?: string) =>
  api.send('POST', `/api/listings/${id}/top-up`, { as, body: { amountMicros }, ...(key ? { key } : {}) });
const runDue = async () => {
  for (const job of module.jobs!) await job.run(clock.now());
};
const stateOf = async (of = id) => {
  const row = await t.db.selectFrom('listings').selectAll().where('id', '=', of).executeTakeFirstOrThrow();
  return row.pause_reason ? `${row.state} (${row.pause_reason})` : row.state;
};
const own = async () => (await api.send('GET', '/api/host/listings', { as: host })).body.rows[0];
const notices = async () =>
  (await t.db.selectFrom('notifications').select('kind').where('user_id', '=', host.userId).execute()).map(
    (row) => row.kind,
  );
const pay = (clip: TestClip, views: number) =>
  transact(t.db, async (tx) => {
    const paid = await payViews(tx, clip, views, clock.now());
    await pauseExhausted(tx, [id], clock.now());
    return paid;
  });

describe('a host’s acts, by state', () => {
  test('pauses, resumes and ends only from valid states, each with an audit row', async () => {
    expect((await act('resume')).body.code).toBe('listing_state');
    expect((await act('pause')).body).toEqual({ state: 'paused' });
    expect((await act('pause')).status).toBe(409);
    expect((await act('resume')).body).toEqual({ state: 'active' });
    expect((await act('end')).body).toEqual({ state: 'ended' });
    for (const what of ['pause', 'resume', 'end'] as const) expect((await act(what)).status).toBe(409);
    expect((await topUp('5000000')).body.code).toBe('listing_state');
    const rows = await t.db
      .selectFrom('audit_log')
      .select('action')
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute();
    expect(rows.map((row) => row.action)).toEqual([
      'listing.posted',
      'listing.paused',
      'listing.resumed',
      'listing.ended',
    ]);
  });

  test('returns the same 404 for another host’s listing and for one that never existed', async () => {
    const other = await testPerson(t.db, 'host');
    for (const what of ['pause', 'resume', 'end'] as const) {
      const theirs = await act(what, other);
      const nothing = await act(what, other, '01900000-0000-7000-8000-000000000000');
      expect(theirs.status).toBe(404);
      expect(theirs.bytes.equals(nothing.bytes)).toBe(true);
    }
    expect((await topUp('5000000', other)).status).toBe(404);
    expect(await stateOf()).toBe('active');
    expect((await api.send('GET', '/api/host/listings', { as: other })).body.rows).toEqual([]);
  });

  test('many pauses at once pause the listing once', async () => {
    const replies = await Promise.all(Array.from({ length: 6 }, () => act('pause')));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
  });

  test('a pause waits for a clip that is being submitted, and no clip is accepted after it', async () => {
    const isActive = (tx: Parameters<typeof pauseExhausted>[0]) =>
      tx
        .selectFrom('listings')
        .select('id')
        .where('id', '=', id)
        .where('state', '=', 'active')
        .forShare()
        .execute();
    let paused = false;
    const pausing = await t.db.transaction().execute(async (tx) => {
      expect(await isActive(tx)).toHaveLength(1);
      const started = act('pause').then(() => {
        paused = true;
      });
      await tx.selectFrom('listings').select('id').limit(1).execute();
      expect(paused).toBe(false);
      return { started };
    });
    await pausing.started;
    expect(await t.db.transaction().execute(isActive)).toHaveLength(0);
  });
});

describe('top-up', () => {
  test('moves balance into the listing, once per key', async () => {
    const key = 'the-same-key';
    const [first, second] = await Promise.all([topUp('50000000', host, key), topUp('50000000', host, key)]);
    expect(first.body).toEqual(second.body);
    expect(first.body.budget).toMatchObject({ fundedMicros: '350000000', freeMicros: '350000000' });
    expect(await balanceOf(t.db, hostAccount(host.accountId))).toBe(150_000_000n);
  });

  test('never takes more than the balance, with any number of requests at once', async () => {
    const replies = await Promise.all(Array.from({ length: 6 }, () => topUp('90000000')));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(2);
    expect(replies.filter((reply) => reply.body.code === 'insufficient_balance')).toHaveLength(4);
    expect((await own()).budget.fundedMicros).toBe('480000000');
  });

  test('refuses an amount with the rule that it breaks', async () => {
    for (const amount of ['990000', '1000001', '-5000000', '99800000000']) {
      expect((await topUp(amount)).body, amount).toMatchObject({
        code: 'invalid_input',
        fields: [{ field: 'amountMicros' }],
      });
    }
  });
});

describe('an exhausted budget', () => {
  test('pauses the listing under 1,000 views, notifies the host, and resumes the listing after a top-up', async () => {
    const clip = await clipOn(t.db, id, clock.now(), 'approved');
    await pay(clip, 149_000);
    expect(await stateOf()).toBe('active');
    await pay(clip, 1);
    expect(await stateOf()).toBe('paused (exhausted)');
    expect(await notices()).toEqual(['listing.exhausted']);
    expect((await act('resume')).body).toMatchObject({
      code: 'listing_state',
      detail: 'The free budget is under the price of 1,000 views ($2.00). Top up first.',
    });
    await topUp('10000000');
    expect(await stateOf()).toBe('active');
    expect(await notices()).toEqual(['listing.exhausted', 'listing.resumed']);
  });

  test('does not resume a listing that its host paused after a top-up', async () => {
    await act('pause');
    await topUp('10000000');
    await transact(t.db, (tx) => resumeFunded(tx, [id], clock.now()));
    expect(await stateOf()).toBe('paused (host)');
  });

  test('a resume at the very moment the last budget is paid never leaves an exhausted listing active', async () => {
    const clip = await clipOn(t.db, id, clock.now(), 'approved');
    await pay(clip, 140_000);
    for (let round = 0; round < 6; round++) {
      await act('pause');
      await Promise.all([act('resume'), pay(clip, 9_200)]);
      expect(await balanceOf(t.db, listing(id))).toBe(1_600_000n);
      expect(await stateOf()).toMatch(/^paused/);
      await topUp('18400000');
    }
  });
});

describe('the end of a listing', () => {
  test('happens automatically at its end date', async () => {
    const endsAt = new Date(clock.now().getTime() + 2 * DAY);
    const body = { ...listingBody, budgetMicros: '50000000', rules: { endsAt: endsAt.toISOString() } };
    const dated = (await api.send('POST', '/api/listings', { as: host, body })).body.id;
    await clipOn(t.db, dated, clock.now(), 'pending');
    await runDue();
    expect(await stateOf(dated)).toBe('active');
    clock.advance(2 * DAY);
    await runDue();
    expect(await stateOf(dated)).toBe('ended');
    expect(await stateOf()).toBe('active');
  });

  test('settles at once if no clip was approved, and returns the rest once', async () => {
    await act('end');
    await Promise.all([runDue(), runDue()]);
    expect(await stateOf()).toBe('settled');
    expect(await balanceOf(t.db, hostAccount(host.accountId))).toBe(500_000_000n);
    expect((await own()).budget).toMatchObject({ freeMicros: '0', returnedMicros: '300000000' });
    expect(await notices()).toEqual(['listing.settled']);
  });

  test('settles 72 hours after the last window', async () => {
    const clip = await clipOn(t.db, id, clock.now(), 'approved');
    await act('end');
    const earnings = t.db.updateTable('clip_earnings').where('submission_id', '=', clip.id);
    await earnings.set({ state: 'finished' }).execute();
    clock.advance(30 * DAY + 71 * HOUR);
    await runDue();
    expect(await stateOf()).toBe('ended');
    clock.advance(HOUR);
    await runDue();
    expect(await stateOf()).toBe('settled');
  });

  test('waits for pending clips, open windows, unfinished earnings and holds', async () => {
    const [pending, approved] = [
      await clipOn(t.db, id, clock.now(), 'pending'),
      await clipOn(t.db, id, clock.now(), 'approved'),
    ];
    const settledAfter = async (change: () => Promise<unknown>) => {
      await change();
      await runDue();
      return (await stateOf()) === 'settled';
    };
    await pay(approved, 1_000);
    await act('end');
    expect(await settledAfter(async () => clock.advance(40 * DAY))).toBe(false);
    const update = t.db.updateTable('submissions').where('id', '=', pending.id);
    expect(await settledAfter(() => update.set({ status: 'withdrawn' }).execute())).toBe(false);
    const earnings = t.db.updateTable('clip_earnings').where('submission_id', '=', approved.id);
    const hold = {
      id: pending.id,
      submission_id: approved.id,
      state: 'open' as const,
      score: 70,
      reason: 'A step without likes.',
      from_views: 0n,
      opened_at: clock.now(),
      decide_by: clock.now(),
    };
    await t.db.insertInto('fraud_holds').values(hold).execute();
    expect(await settledAfter(() => earnings.set({ state: 'finished' }).execute())).toBe(false);
    expect(
      await settledAfter(() => t.db.updateTable('fraud_holds').set({ state: 'released' }).execute()),
    ).toBe(true);
    expect((await own()).budget).toEqual({
      fundedMicros: '300000000',
      paidMicros: '2000000',
      reservedMicros: '0',
      freeMicros: '0',
      returnedMicros: '298000000',
      takenBackMicros: '0',
    });
  });
});
