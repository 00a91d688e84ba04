import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { DAY } from '#server/infra/clock.ts';
import { transact } from '#server/infra/transaction.ts';
import { statementApi } from '#server/testing/external-statements.ts';
import { stripeWorld } from '#server/testing/stripe.ts';
import { importLines } from './import-lines.ts';
import { prepareRows } from './prepare-rows.ts';
import { READERS } from './rules.ts';

const w = await stripeWorld();
const statements = await statementApi(w.db, w.clock);
afterAll(async () => {
  await statements.api.close();
  await w.close();
});

async function transfer(cents: number, bankReference: string) {
  const host = await w.newHost();
  const body = { amountMicros: `${cents}0000` };
  const made = await w.api.send('POST', '/api/deposits/bank', { as: host, body });
  const confirmed = await w.api.send('POST', `/api/admin/deposits/${made.body.id}/confirm`, {
    as: statements.admin,
    body: { bankReference, amountMicros: `${cents}0000` },
  });
  expect(confirmed.status).toBe(200);
  return made.body.reference as string;
}

const day = () => w.clock.now().toISOString().slice(0, 10);

test('matches a bank transfer by the bank’s reference, or by our reference anywhere in the text', async () => {
  await transfer(5_000, 'BANK-REF-1');
  // About one of ten of our references has no digit, like this one.
  const ours = 'PM-QUARTZYX';
  await w.db
    .updateTable('deposits')
    .set({ reference: ours })
    .where('reference', '=', await transfer(6_000, 'entered by hand'))
    .execute();
  const file = `Date,Amount,Reference,Description,Name
${day()},50.00,BANK-REF-1,Something,Ann
${day()},60.00,,"for ${ours.toLowerCase()}, thanks",Bo
${day()},7.00,,Who is this,Cy`;
  expect((await statements.import('bank', file)).body).toEqual({ lines: 3, newLines: 3, unmatched: 1 });
  expect(await statements.lines()).toMatchObject([
    { counterparty: 'Cy', state: 'only_outside', canHold: true },
  ]);
});

test('matches a refund that was sent by hand by the reference that was entered', async () => {
  const host = await w.newHost();
  const made = await w.api.send('POST', '/api/deposits/bank', {
    as: host,
    body: { amountMicros: '90000000' },
  });
  const by = { as: statements.admin };
  await w.api.send('POST', `/api/admin/deposits/${made.body.id}/confirm`, {
    ...by,
    body: { bankReference: 'IN-90', amountMicros: '90000000' },
  });
  await w.api.send('POST', `/api/deposits/${made.body.id}/refund`, { as: host });
  const { id } = await w.db
    .selectFrom('deposit_refunds')
    .select('id')
    .where('deposit_id', '=', made.body.id)
    .executeTakeFirstOrThrow();
  await w.api.send('POST', `/api/admin/refunds/${id}/paid`, { ...by, body: { reference: 'OUT 90' } });
  const file = `Date,Debit,Credit,Reference\n${day()},,90.00,IN-90\n${day()},90.00,,OUT90\n`;
  expect((await statements.import('bank', file)).body.unmatched).toBe(1);
});

test('exports the summary of accounts with the content of its page', async () => {
  const by = { as: statements.admin };
  const { body } = await statements.api.send('GET', '/api/admin/external-statements', by);
  const { bytes } = await statements.api.send('GET', '/api/admin/external-statements.csv', by);
  const [header, ...lines] = String(bytes).trimEnd().split('\r\n');
  expect(header).toContain('\uFEFFAccount,From,To,By statements (USD),By our books (USD),Matched');
  const rails = body.rails as { rail: string; matched: number; onlyOutside: number }[];
  const shown = rails.map(({ rail, matched, onlyOutside }) => [rail, matched, onlyOutside].join());
  expect(lines.map((line) => line.split(',')).map((cells) => [cells[0], cells[5], cells[7]].join())).toEqual(
    shown,
  );
});

test('lets only an admin read, import or settle, and refuses a file above the size limit', async () => {
  const host = await w.newHost();
  const { body } = await statements.api.send('GET', '/api/admin/external-statements', { as: host });
  expect(body.code).toBe('not_found');
  const large = await statements.import('bank', 'x'.repeat(9 * 1024 * 1024));
  expect(large.status).toBe(413);
  const fetched = await statements.fetch('bank');
  expect(fetched.body.code).toBe('statement_not_offered');
});

test('matches the same lines and movements whatever the order, splitting and repetition of statements', async () => {
  const references: string[] = [];
  for (let n = 0; n < 6; n++) references.push(await transfer(1_000 + (n % 2) * 500, `PROP-${n}`));
  const rows = [
    ...references.map((reference, n) => [n % 3, 10 + (n % 2) * 5, n === 5 ? 'PROP-5' : reference]),
    [1, 11, 'PROP-1'],
    [1, 7, 'nobody 123456'],
    [1, 7, 'nobody 123456'],
    [2, -20, 'stripe 200001'],
  ].map(([days, amount, reference]) => ({ days: Number(days), text: `${amount}.00,${reference}` }));
  const dates = [0, 1, 2].map((n) => new Date(w.clock.now().getTime() + n * DAY).toISOString().slice(0, 10));
  const fileOf = (days: readonly number[], order: readonly number[]) =>
    [
      'Date,Amount,Reference',
      ...order.flatMap((at) => {
        const row = rows[at % rows.length]!;
        return days.includes(row.days) ? [`${dates[row.days]},${row.text}`] : [];
      }),
    ].join('\n');
  const forget = () =>
    sql`with a as (delete from external_matches), b as (delete from external_missing), c as (delete from external_notes),
      d as (delete from external_lines) delete from external_statements`.execute(w.db);
  const run = async (files: readonly string[]) => {
    await sql`delete from external_matches`.execute(w.db);
    await forget();
    for (const text of files) {
      const by = { actorId: null, actorKind: 'system' } as const;
      const act = { rail: 'bank', fileName: 'x', by, now: w.clock.now() } as const;
      await transact(w.db, (tx) => importLines(tx, prepareRows('bank', READERS.bank(text)), act));
    }
    return await statements.matches();
  };
  const inOrder = rows.map((_row, at) => at);
  const expected = await run([fileOf([0, 1, 2], inOrder)]);
  expect(expected.filter((one) => one.includes('matched'))).toHaveLength(6);
  const order = fc.shuffledSubarray(inOrder, { minLength: rows.length });
  const parts = fc.array(
    fc.tuple(fc.subarray([0, 1, 2], { minLength: 1 }), order).map(([days, at]) => fileOf(days, at)),
    { minLength: 1, maxLength: 4 },
  );
  await fc.assert(
    fc.asyncProperty(parts, order, async (some, last) => {
      expect(await run([...some, fileOf([0, 1, 2], last)])).toEqual(expected);
    }),
    { numRuns: 12 },
  );
}, 60_000);
