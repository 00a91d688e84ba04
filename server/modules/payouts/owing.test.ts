import { afterAll, expect, test } from 'vitest';
import { micros } from '#contract/money.ts';
import { newId } from '#server/infra/id.ts';
import { transact } from '#server/infra/transaction.ts';
import { clipperOwed, listing, post, reconcile } from '#server/modules/ledger/ledger.ts';
import { testPerson } from '#server/testing/api.ts';
import { LEAVES_AFTER, paypalTrial } from '#server/testing/paypal.ts';

const t = await paypalTrial();
const { db, clock, api } = t;
afterAll(() => t.close());

test('a payout of a clipper with a debt is not started, confirmed or sent, and the reconciliation reports it', async () => {
  const admin = await testPerson(db, 'admin');
  const act = (id: string, what: string) =>
    api.send('POST', `/api/admin/payouts/${id}/${what}`, { as: admin });
  /** Creates a person with a waiting payout and a debt. The product itself never produces this state. */
  const owing = async (dollars: number, email: string) => {
    const person = await t.clipper(dollars, email);
    const id = await t.withdraw(person);
    const amountMicros = micros(3_000_000n);
    const transfers = [
      { debit: clipperOwed(person.accountId), credit: listing(newId()), amountMicros, subjectId: id },
    ];
    await transact(db, (tx) =>
      post(tx, { key: newId(), kind: 'fraud.upheld', occurredAt: clock.now(), transfers }),
    );
    return id;
  };
  const [large, small] = [
    await owing(15_000, 'large@paypal.example'),
    await owing(20, 'small@paypal.example'),
  ];
  expect((await act(large, 'confirm')).body.code).toBe('payout_owed');
  expect((await act(small, 'process')).body.code).toBe('payout_owed');
  await t.pass(LEAVES_AFTER);
  expect(await t.payout(small)).toMatchObject({ state: 'requested' });
  const invariant = (await reconcile(db)).invariants.find(({ name }) => name.includes('who owes'));
  expect(invariant).toMatchObject({ ok: false, detail: expect.stringContaining('2 wrong') });
});

test('a clipper who owes and has nothing available reads the debt as the reason on every withdrawal screen', async () => {
  const person = await testPerson(db, 'clipper');
  const amountMicros = micros(21_000_000n);
  const transfers = [
    {
      debit: clipperOwed(person.accountId),
      credit: listing(newId()),
      amountMicros,
      subjectId: person.accountId,
    },
  ];
  await transact(db, (tx) =>
    post(tx, { key: newId(), kind: 'fraud.upheld', occurredAt: clock.now(), transfers }),
  );
  const { body } = await api.send('GET', '/api/clipper/leaving', { as: person });
  expect(body).toMatchObject({ availableMicros: '0', canLeaveMicros: '0' });
  expect(body.reasons).toEqual([expect.stringMatching(/^You owe \$21\.00 /)]);
  expect(body.nextRun.problem).toContain('You owe $21.00');
  const asked = await api.send('POST', '/api/payouts', { as: person, body: {} });
  expect(asked.body).toMatchObject({
    code: 'withdrawal_waits',
    detail: expect.stringContaining('You owe $21.00'),
  });
});
