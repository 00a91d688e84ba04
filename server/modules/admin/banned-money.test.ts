import { afterAll, afterEach, expect, test } from 'vitest';
import { BANNED_MONEY_DAYS } from '#contract/limits.ts';
import { after, DAY } from '#server/infra/clock.ts';
import { releaseDue, settle } from '#server/modules/earnings/earnings.ts';
import { balanceOf, clipperOwed, host, payoutAccount, reconcile } from '#server/modules/ledger/ledger.ts';
import { payWeekly } from '#server/modules/payouts/payouts.ts';
import { testPerson } from '#server/testing/api.ts';
import { testAvailable } from '#server/testing/available-earnings.ts';
import { bannedWorld, dollars } from '#server/testing/banned-world.ts';
import { testClip, testListing } from '#server/testing/clips.ts';
import { bannedMoneyCheck } from './banned-money.ts';

const w = await bannedWorld();
const { db, clock, api, ada, ben, send, act, ban, unban, allow, enter } = w;
const { inbox, available, payoutsOf, clipper, bannedHost, pay } = w;
const health = () => bannedMoneyCheck(db, clock).problem();
afterEach(async () => {
  expect((await reconcile(db)).invariants.filter(({ ok }) => !ok)).toEqual([]);
});
afterAll(() => w.close());

test('allowing payouts of a banned clipper pays every whole cent, even below the minimums', async () => {
  const person = await clipper(8);
  await ban(person);
  expect(await inbox(person)).toMatchObject({
    what: 'Earnings to review.',
    amountMicros: '8000000',
    isDeadline: true,
    at: after(clock.now(), BANNED_MONEY_DAYS * DAY).toISOString(),
  });
  expect((await allow(person)).body).toEqual({ startedMicros: '8000000' });
  expect(await inbox(person)).toBeUndefined();
  const [payout] = await payoutsOf(person);
  expect(payout).toMatchObject({ amount_micros: 8_000_000n, destination: 'tess@people.example' });
  expect(await pay(payout!.id)).toEqual([200, 200]);
  expect([await available(person), await balanceOf(db, payoutAccount(payout!.id))]).toEqual([0n, 0n]);
});

test('money that becomes available to a reviewed banned clipper later leaves with the weekly run, down to a cent', async () => {
  const person = await clipper(0);
  await ban(person);
  await allow(person);
  await testAvailable(db, { clipperId: person.accountId, amount: 19_900n, now: clock.now() });
  const active = await clipper(8);
  clock.advance(7 * DAY);
  await payWeekly(db, clock.now());
  expect([await available(person), await available(active)]).toEqual([9_900n, dollars(8)]);
});

test('an admin refunds a banned host’s unspent deposit to its source, even after 30 days', async () => {
  const { person, depositId } = await bannedHost(60);
  clock.advance(45 * DAY);
  expect(await inbox(person)).toMatchObject({ what: 'Deposits to refund.', amountMicros: '60000000' });
  const replies = await Promise.all([1, 2, 3].map(() => send(`deposits/${depositId}/refund`)));
  expect(replies.filter(({ status }) => status === 200)).toMatchObject([
    { body: { amountMicros: '60000000', state: 'refunded' } },
  ]);
  expect([await balanceOf(db, host(person.accountId)), await inbox(person)]).toEqual([0n, undefined]);
});

test('an admin refunds no deposit of a host who is not banned, and $2,500 takes two admins', async () => {
  const large = await bannedHost(3_000);
  expect((await send(`deposits/${large.depositId}/refund`)).body.code).toBe('second_admin_needed');
  expect(await balanceOf(db, host(large.person.accountId))).toBe(dollars(3_000));
  expect((await send(`deposits/${large.depositId}/refund`, { reason: 'Agreed.' }, ben)).status).toBe(200);
  const { person, depositId } = await bannedHost(60);
  await unban(person);
  expect((await send(`deposits/${depositId}/refund`)).body.code).toBe('changed_meanwhile');
  expect(await inbox(person)).toBeUndefined();
  await ban(person);
  await send(`deposits/${depositId}/refund`);
});

test('lifting the ban of a host with a large balance takes two admins, because the host can then take the money back', async () => {
  const { person } = await bannedHost(3_000);
  const lift = (as = ada) => send(`users/${person.accountId}/unban`, { reason: 'Reviewed.' }, as);
  expect((await lift()).body.code).toBe('second_admin_needed');
  expect((await lift()).body.code).toBe('second_admin_needed');
  const isBanned = async () =>
    (
      await db
        .selectFrom('users')
        .select('banned_at')
        .where('id', '=', person.userId)
        .executeTakeFirstOrThrow()
    ).banned_at !== null;
  expect(await isBanned()).toBe(true);
  expect((await lift(ben)).status).toBe(200);
  expect(await isBanned()).toBe(false);
});

test('the budget of a banned host’s listing counts until an admin removes the listing and refunds it', async () => {
  const { person } = await bannedHost(60);
  const { id } = await testListing(db, clock.now(), { hostId: person.accountId, budgetCents: 2_000 });
  expect(await inbox(person)).toMatchObject({
    what: 'Listings to remove, then deposits to refund.',
    amountMicros: '80000000',
  });
  expect((await send(`listings/${id}/remove`, { reason: 'Banned' })).status).toBe(200);
  expect(await inbox(person)).toMatchObject({ what: 'Deposits to refund.', amountMicros: '80000000' });
  await unban(person);
});

test('a person with earnings and deposits has one inbox item for both, and each leaves by its own rail', async () => {
  const { person, depositId } = await bannedHost(60);
  await testAvailable(db, { clipperId: person.accountId, amount: dollars(8), now: clock.now() });
  expect(await inbox(person)).toMatchObject({
    what: 'Earnings to review. Deposits to refund.',
    amountMicros: '68000000',
  });
  const shown = await api.send('GET', `/api/admin/people/${person.accountId}`, { as: ada });
  expect(shown.body).toMatchObject({
    role: 'host',
    payoutsFrozen: true,
    bannedMoney: { amountMicros: '68000000' },
  });
  expect((await allow(person)).status).toBe(200);
  expect((await enter(person, 'both@people.example')).body.startedMicros).toBe('8000000');
  await send(`deposits/${depositId}/refund`);
  expect(await inbox(person)).toBeUndefined();
});

test('contested views of a banned clipper wait for their decision; released views are paid after the review', async () => {
  const person = await clipper(0);
  const { id: listingId } = await testListing(db, clock.now());
  const approvedAt = clock.now();
  await testClip(db, { listingId, clipperId: person.accountId, approvedAt, views: 4_000 });
  await settle(db, clock.now(), { listingId });
  await ban(person);
  expect(await inbox(person)).toMatchObject({ what: 'Earnings to review.' });
  expect((await allow(person)).body.startedMicros).toBe('0');
  clock.advance(7 * DAY);
  await releaseDue(db, clock.now(), { clipperIds: [person.accountId] });
  await payWeekly(db, clock.now());
  expect(await payoutsOf(person)).toMatchObject([{ amount_micros: 8_000_000n }]);
});

test('a banned person who owes money is paid nothing, and the inbox lists nothing for that person', async () => {
  const person = await clipper(20);
  const { submission_id: clip } = await db
    .selectFrom('accruals')
    .select('submission_id')
    .where('clipper_id', '=', person.accountId)
    .executeTakeFirstOrThrow();
  const asked = await api.send('POST', '/api/payouts', { as: person, body: {} });
  expect(await pay(asked.body.id)).toEqual([200, 200]);
  await ban(person);
  const fraud = { fromViews: 0, toViews: null, note: 'Bought.' };
  const upheld = await send(`submissions/${clip}/uphold-fraud`, fraud);
  expect([upheld.status, await balanceOf(db, clipperOwed(person.accountId))]).toEqual([200, -dollars(20)]);
  expect((await allow(person)).body.startedMicros).toBe('0');
  expect(await inbox(person)).toBeUndefined();
});

test('System Health reports money of banned people from the 30th day until it has left', async () => {
  expect(await health()).toBeNull();
  const person = await clipper(8);
  await ban(person);
  clock.advance(BANNED_MONEY_DAYS * DAY - 1);
  expect(await health()).toBeNull();
  clock.advance(1);
  expect(await health()).toContain('$8.00 of 1.');
  await allow(person);
  expect(await health()).toBeNull();
});

test('the review sets new due dates for payouts that a ban froze, so that none is late at once', async () => {
  const person = await clipper(20);
  const { body } = await api.send('POST', '/api/payouts', { as: person, body: {} });
  await ban(person);
  clock.advance(10 * DAY);
  await allow(person);
  expect(await payoutsOf(person)).toMatchObject([{ id: body.id, due_at: after(clock.now(), DAY) }]);
});

test('pays everything once when review, weekly run, lifted ban, new address and cancellation coincide', async () => {
  for (let round = 0; round < 6; round++) {
    const person = await clipper(20);
    const { body } = await api.send('POST', '/api/payouts', {
      as: person,
      body: { amountMicros: '6000000' },
    });
    await ban(person);
    clock.advance(7 * DAY);
    await Promise.all([
      allow(person),
      payWeekly(db, clock.now()),
      enter(person, 'new@people.example'),
      ...(round % 2 ? [unban(person)] : []),
      act(body.id, 'cancel', { reason: 'Wrong address' }),
    ]);
    const rows = await payoutsOf(person);
    const open = rows.filter(({ state }) => state === 'requested');
    const sum = open.reduce<bigint>(
      (total, { amount_micros }) => total + amount_micros,
      await available(person),
    );
    expect(sum).toBe(dollars(20));
    expect((await reconcile(db)).invariants.filter(({ ok }) => !ok)).toEqual([]);
  }
});

test('an admin’s refund that leaves by bank counts once: the admin who started it may mark it as paid', async () => {
  const person = await testPerson(db, 'host');
  const amountMicros = dollars(1_300).toString();
  const { body } = await api.send('POST', '/api/deposits/bank', { as: person, body: { amountMicros } });
  const bankReference = `R ${body.id}`;
  expect((await send(`deposits/${body.id}/confirm`, { amountMicros, bankReference }, ben)).status).toBe(200);
  clock.advance(2 * DAY);
  await ban(person);
  expect((await send(`deposits/${body.id}/refund`)).body.state).toBe('refunding');
  const refund = db.selectFrom('deposit_refunds').select('id').where('deposit_id', '=', body.id);
  const { id } = await refund.executeTakeFirstOrThrow();
  expect((await send(`refunds/${id}/paid`, { reference: 'B 1' })).status).toBe(200);
});
