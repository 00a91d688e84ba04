import { afterAll, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#server/infra/clock.ts';
import { reconcile } from '#server/modules/ledger/ledger.ts';
import { statementApi } from '#server/testing/external-statements.ts';
import { LEAVES_AFTER, paypalTrial } from '#server/testing/paypal.ts';

const w = await paypalTrial();
const statements = await statementApi(w.db, w.clock, { paypal: w.account });
afterAll(async () => {
  await statements.api.close();
  await w.close();
});

test('matches payouts and their fees, also returned, unclaimed and failed ones, with PayPal’s own report', async () => {
  for (const word of ['ann', 'returned', 'refunded', 'unclaimed', 'failed', 'claimed', 'pending']) {
    await w.withdraw(await w.clipper(40, `${word}.one@people.example`));
  }
  await w.pass(LEAVES_AFTER);
  for (let step = 0; step < 12; step++) await w.pass(HOUR);
  for (let day = 0; day < 6; day++) await w.pass(DAY);
  const early = await statements.fetch('paypal');
  expect(early.body.unmatched).toBe(0);
  for (let day = 0; day < 33; day++) await w.pass(DAY);
  const late = await statements.fetch('paypal');
  expect(late.body.unmatched).toBe(0);
  expect(await statements.lines()).toEqual([]);
  expect(await statements.missing()).toEqual([]);
  // The unclaimed payment left PayPal's balance and returned to it, so both lines are internal.
  expect(await statements.lines('state=internal')).toHaveLength(2);
  const summary = await statements.summary('paypal');
  expect(summary.outsideMicros).toBe(summary.bookedMicros);
  expect(summary.bookedMicros).not.toBe('0');
});

test('lists a payout that we booked and PayPal’s report lacks, once a report covers that time', async () => {
  const id = await w.withdraw(await w.clipper(60, 'zoe@people.example'));
  await w.pass(LEAVES_AFTER);
  await w.pass(5 * MINUTE);
  expect((await w.payout(id)).state).toBe('paid');
  const named = (await w.payout(id)).reference!;
  const first = w.clock.now().toISOString().slice(0, 10);
  w.clock.advance(8 * DAY);
  const at = w.clock.now().toISOString().slice(0, 10);
  const line = (day: string, id: string) => `${day},Mass Pay Payment,Completed,USD,-1.00,0.00,${id}`;
  const csv = `Date,Type,Status,Currency,Gross,Fee,Transaction ID\n${line(first, 'OTHER0')}\n${line(at, 'OTHER1')}\n`;
  expect((await statements.import('paypal', csv)).status).toBe(200);
  expect(await statements.missing('rail=paypal')).toMatchObject([
    { kind: 'processor.fee', reference: named },
    { kind: 'payout.paid', amountMicros: '-60000000', reference: named },
  ]);
  expect(await statements.lines()).toMatchObject([
    { reference: 'OTHER1', state: 'only_outside', canHold: false },
    { reference: 'OTHER0' },
  ]);
  await statements.fetch('paypal');
  expect(await statements.missing('rail=paypal')).toEqual([]);
});

test('matches a payout by hand with the statement of the bank or of PayPal that has its reference', async () => {
  const send = async (name: string, reference: string) => {
    const id = await w.withdraw(await w.clipper(30, `${name}@people.example`));
    const asAdmin = { as: admin };
    await w.api.send('POST', `/api/admin/payouts/${id}/process`, asAdmin);
    const paid = await w.api.send('POST', `/api/admin/payouts/${id}/paid`, {
      ...asAdmin,
      body: { reference },
    });
    expect(paid.status).toBe(200);
  };
  const { admin } = statements;
  await send('hand', 'Wire 20931');
  await send('other', 'HANDPP77');
  const day = w.clock.now().toISOString().slice(0, 10);
  await statements.import('bank', `Date,Amount,Reference,Name\n${day},-30.00,WIRE20931,Hand\n`);
  await statements.import(
    'paypal',
    `Date,Type,Status,Currency,Gross,Fee,Transaction ID\n${day},Payment,Completed,USD,-30.00,0.00,HANDPP77\n`,
  );
  expect((await statements.lines('state=open')).map(({ reference }) => reference)).toEqual([
    'OTHER1',
    'OTHER0',
  ]);
  expect((await statements.lines('state=matched&search=20931'))[0]).toMatchObject({
    bookedMicros: '-30000000',
  });
});

test('lists a payment by hand as missing only if the bank’s statements cover its time, not PayPal’s alone', async () => {
  const id = await w.withdraw(await w.clipper(35, 'far@people.example'));
  await w.api.send('POST', `/api/admin/payouts/${id}/process`, { as: statements.admin });
  const body = { reference: 'Wire 555' };
  await w.api.send('POST', `/api/admin/payouts/${id}/paid`, { as: statements.admin, body });
  const day = (ms: number) => new Date(w.clock.now().getTime() + ms).toISOString().slice(0, 10);
  const bank = `Date,Amount,Reference\n${day(-9 * DAY)},1.00,X100001\n${day(15 * DAY)},1.00,X100002\n`;
  w.clock.advance(15 * DAY);
  await statements.fetch('paypal');
  expect(await statements.missing('rail=manual')).toEqual([]);
  await statements.import('bank', bank);
  expect(await statements.missing('rail=manual')).toMatchObject([
    { kind: 'payout.paid', reference: 'Wire 555' },
  ]);
});

test('moves no money in any of these cases', async () => {
  const { invariants } = await reconcile(w.db);
  expect(invariants.find(({ name }) => name.includes('sum'))?.ok ?? true).toBe(true);
  const kinds = await w.db.selectFrom('suspense_items').select('id').execute();
  expect(kinds).toEqual([]);
});
