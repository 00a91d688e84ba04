import { afterAll, expect, test } from 'vitest';
import { MovableClock } from '#server/infra/clock.ts';
import { testDatabase } from '#server/testing/database.ts';
import { statementApi } from '#server/testing/external-statements.ts';
import { candidates, type Line } from './pair-lines.ts';
import { prepareRows } from './prepare-rows.ts';
import { readStatementInChild } from './read-in-child.ts';
import { READERS } from './rules.ts';

const t = await testDatabase();
const clock = new MovableClock({ frozenAt: new Date('2026-03-20T12:00:00Z') });
const statements = await statementApi(t.db, clock);
afterAll(async () => {
  await statements.api.close();
  await t.close();
});

const entry = (index: number, amount = '10.00') => `<Ntry><Amt Ccy="USD">${amount}</Amt>
  <CdtDbtInd>${index % 2 ? 'CRDT' : 'DBIT'}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-0${1 + (index % 9)}</Dt></BookgDt>
  <AcctSvcrRef>REF-${index}</AcctSvcrRef></Ntry>`;
const camt = (entries: string[]) =>
  `<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt>${entries.join('')}</Stmt></BkToCstmrStmt></Document>`;
const file = camt(Array.from({ length: 3_000 }, (_, index) => entry(index)));

test('reads a file in a separate process with the same result as in this one', async () => {
  const read = await readStatementInChild()('bank', file);
  const here = prepareRows('bank', READERS.bank(file));
  if ('problems' in read || 'problems' in here) throw new Error('not read');
  const withoutIds = (rows: string) =>
    (JSON.parse(rows) as Record<string, unknown>[]).map(({ id: _, ...row }) => row);
  expect(read.understood).toEqual(here.understood);
  expect(withoutIds(read.rows)).toEqual(withoutIds(here.rows));
});

test('answers other requests while a file is read', async () => {
  const order: string[] = [];
  await Promise.all([
    statements.import('bank', file).then(({ body }) => order.push(`imported ${body.lines}`)),
    statements.summary('bank').then(() => order.push('answered')),
  ]);
  expect(order).toEqual(['answered', 'imported 3000']);
});

test('reports a process that crashes or prints nothing as a sentence about the file', async () => {
  for (const code of ['process.exit(1)', 'process.exit(0)']) {
    expect(await readStatementInChild(async () => ['-e', code])('bank', file)).toEqual({
      problems: [{ line: null, column: null, says: 'The file takes too long to read. Split it by days.' }],
    });
  }
});

test.each([
  ['camt.053', camt(Array.from({ length: 500 }, (_, index) => entry(index, 'much')))],
  ['CSV', `Date,Amount,Reference\n${'2026-03-01,much,R1\n'.repeat(500)}`],
])('stops reading a file of other content after twenty problems, and names them: %s', async (_, text) => {
  const { status, body } = await statements.import('bank', text);
  expect(status).toBe(422);
  expect(body.detail.match(/is no amount/g)).toHaveLength(20);
  expect(body.detail).toContain('Reading stopped after these; there may be more. Nothing was imported.');
});

test('compares each of thousands of equal transfers only with the nearest arrivals', () => {
  const line = (index: number, more: Partial<Line>): Line => ({
    id: `${more.rail ?? 'stripe'}${index}`,
    name: `${more.rail ?? 'stripe'}${index}`,
    rail: 'stripe',
    part: 'amount',
    amount: -10_000_000n,
    at: new Date(Date.parse('2026-03-01T00:00:00Z') + index * 60_000),
    keys: [`po_${index}`],
    reference: `po_${index}`,
    counterparty: null,
    description: 'STRIPE',
    transfer: true,
    ...more,
  });
  const numbers = Array.from({ length: 2_000 }, (_, index) => index);
  const rows = numbers.flatMap((index) => [
    line(index, {}),
    line(index, { rail: 'bank', amount: 10_000_000n, transfer: false }),
  ]);
  const pairs = [...candidates(rows)];
  expect(pairs.length).toBeLessThanOrEqual(50 * 2_000);
  for (const index of numbers)
    expect(pairs.some(({ a, b }) => a.id === `stripe${index}` && b.id === `bank${index}`)).toBe(true);
});
