import { afterAll, expect, test } from 'vitest';
import { micros } from '#contract/money.ts';
import { HOUR, MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { transact } from '#server/infra/transaction.ts';
import { balanceOf, host, listing, post } from '#server/modules/ledger/ledger.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';

const t = await testDatabase();
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
const api = await testApi(t.db, clock, testModules(t.db, clock, ['deposits'], { env: { MODE: 'demo' } }));
const live = await testApi(t.db, clock, testModules(t.db, clock, ['deposits']));
afterAll(async () => {
  await Promise.all([api.close(), live.close()]);
  await t.close();
});

const deposit = (amountMicros: bigint, more: Partial<Parameters<typeof api.send>[2]> = {}) =>
  api.send('POST', '/api/deposits/test-card', { body: { amountMicros: amountMicros.toString() }, ...more });

test('the test card adds the amount to the balance and writes an audit row', async () => {
  const person = await testPerson(t.db, 'host');
  const reply = await deposit(500_000_000n, { as: person });
  expect(reply).toMatchObject({ status: 200, body: { balanceMicros: '500000000' } });
  const row = await t.db
    .selectFrom('audit_log')
    .select('action')
    .where('subject_id', '=', reply.body.id)
    .executeTakeFirst();
  expect(row?.action).toBe('deposit.confirmed');
});

test('repeated requests with one key add money once, even at the same moment', async () => {
  const person = await testPerson(t.db, 'host');
  const key = newId();
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => deposit(20_000_000n, { as: person, key })),
  );
  expect(new Set(replies.map((r) => r.body.id)).size).toBe(1);
  expect(await balanceOf(t.db, host(person.accountId))).toBe(20_000_000n);
  expect((await deposit(30_000_000n, { as: person, key })).body.code).toBe('idempotency_key_reused');
});

test('refuses amounts out of range or with fractions of a cent, and names the field', async () => {
  const person = await testPerson(t.db, 'host');
  for (const amount of [-10_000n, 0n, 9_990_000n, 100_000_010_000n, 10_000_001n]) {
    expect(await deposit(amount, { as: person })).toMatchObject({
      status: 422,
      body: { code: 'deposit_amount', fields: [{ field: 'amountMicros' }] },
    });
  }
  expect(await balanceOf(t.db, host(person.accountId))).toBe(0n);
});

test('refuses the test card outside demo mode', async () => {
  const person = await testPerson(t.db, 'host');
  const reply = await live.send('POST', '/api/deposits/test-card', {
    as: person,
    body: { amountMicros: '50000000' },
  });
  expect(reply).toMatchObject({ status: 403, body: { code: 'test_card_off' } });
});

test('the history pages through every movement of the balance once, newest first', async () => {
  const person = await testPerson(t.db, 'host');
  await deposit(400_000_000n, { as: person });
  const listingId = newId();
  for (let i = 0; i < 44; i++) {
    if (i % 3) clock.advance(HOUR);
    await transact(t.db, (tx) =>
      post(tx, {
        key: newId(),
        kind: i ? 'listing.topped_up' : 'listing.posted',
        occurredAt: clock.now(),
        transfers: [
          {
            debit: host(person.accountId),
            credit: listing(listingId),
            amountMicros: micros(BigInt(i + 1)),
            subjectId: listingId,
          },
        ],
      }),
    );
  }
  const rows = [];
  let cursor = '';
  for (;;) {
    const { body } = await api.send('GET', `/api/host/transactions${cursor}`, { as: person });
    rows.push(...body.rows);
    if (!body.nextCursor) break;
    cursor = `?cursor=${body.nextCursor}`;
  }
  expect(rows).toHaveLength(45);
  expect(new Set(rows.map((r) => r.id)).size).toBe(45);
  expect(rows.map((r) => r.date)).toEqual(
    rows
      .map((r) => r.date)
      .sort()
      .reverse(),
  );
  expect(rows.at(0)).toMatchObject({ type: 'Listing topped up', amountMicros: '-44', listingId });
  expect(rows.at(-1)).toMatchObject({ type: 'Deposit', amountMicros: '400000000', status: 'Completed' });
  expect(rows.filter((r) => r.type === 'Listing posted')).toHaveLength(1);
  const filtered = async (query: string) =>
    (await api.send('GET', `/api/host/transactions?${query}`, { as: person })).body.rows;
  expect(await filtered('type=Deposit')).toEqual([rows.at(-1)]);
  expect(await filtered(`type=Listing%20posted&listing=${listingId}`)).toEqual([rows.at(-2)]);
  expect(await filtered(`listing=${newId()}`)).toEqual([]);
  expect(await filtered(`search=${listingId}&type=Listing%20posted`)).toEqual([rows.at(-2)]);
  expect(await filtered('search=nothing%20of%20mine')).toEqual([]);
  const lastDay = rows.at(0).date.slice(0, 10);
  const ofLastDay = rows.filter((r) => r.date.startsWith(lastDay)).slice(0, 20);
  expect(await filtered(`from=${lastDay}&to=${lastDay}`)).toEqual(ofLastDay);
  expect(await filtered('to=2026-03-01')).toEqual([]);
});
