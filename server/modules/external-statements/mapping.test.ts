import { afterAll, expect, test } from 'vitest';
import { MovableClock } from '#server/infra/clock.ts';
import { testPerson } from '#server/testing/api.ts';
import { testDatabase } from '#server/testing/database.ts';
import { statementApi } from '#server/testing/external-statements.ts';

const t = await testDatabase();
const clock = new MovableClock({ frozenAt: new Date('2026-11-29T12:00:00Z') });
const statements = await statementApi(t.db, clock);
afterAll(async () => {
  await statements.api.close();
  await t.close();
});

const count = async (table: 'external_lines' | 'statement_layouts') =>
  Number(
    (
      await t.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );

const JAPANESE = `日付,摘要,お支払金額,お預り金額,残高
2026/11/20,PM-AB12CD,,9680,109680
2026/11/21,手数料,330,,109350
`;
const columns = { date: 0, description: 1, debit: 2, credit: 3, balance: 4, amount: null };

test('previews entries, skipped rows and assumptions of a file, and stores nothing', async () => {
  const file = `Opening balance,,100.00,
Date,Description,Amount,Balance
2026-11-20 10:00:00,HOST PM-AB12CD,96.80,196.80
2026-11-21 10:00:00,FEE 4711,-6.80,190.00
,Closing balance,,190.00
`;
  const { status, body } = await statements.preview('bank', file);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    table: { headerLine: 2, columns: { date: 0, description: 1, amount: 2, balance: 3 } },
    layout: null,
    problems: [],
    understood: {
      lines: 2,
      sums: [{ currency: 'USD', lines: 2, inMicros: '96800000', outMicros: '-6800000' }],
      balances: [{ openingMicros: '100000000', closingMicros: '190000000', offMicros: '0' }],
      entries: [{ reference: 'PM-AB12CD', amountMicros: '96800000' }, { reference: 'FEE 4711' }],
      skipped: { rows: 1, first: [{ line: 5, why: 'Balance' }] },
      assumed: ['zone', 'currency'],
      known: 0,
      alike: 0,
      oddDates: null,
    },
  });
  expect(await count('external_lines')).toBe(0);
});

test('reads a file with unknown column names once an admin maps them, and the bank’s next file without mapping', async () => {
  const unknown = await statements.preview('bank', JAPANESE);
  expect(unknown.body).toMatchObject({
    understood: null,
    table: { header: ['日付', '摘要', 'お支払金額', 'お預り金額', '残高'] },
  });
  const mapping = { columns, currency: 'JPY' };
  const mapped = await statements.preview('bank', JAPANESE, { mapping });
  expect(mapped.body.understood).toMatchObject({
    lines: 2,
    sums: [{ currency: 'JPY', inMicros: '9680000000', outMicros: '-330000000' }],
    balances: [{ offMicros: '0' }],
  });
  expect((await statements.import('bank', JAPANESE, { mapping, bank: 'Mizuho' })).body).toMatchObject({
    newLines: 2,
  });

  const next = JAPANESE.replaceAll('2026/11/', '2026/10/');
  const shown = await statements.preview('bank', next);
  expect(shown.body).toMatchObject({ layout: { bank: 'Mizuho' }, understood: { lines: 2, assumed: [] } });
  expect((await statements.import('bank', next)).body).toMatchObject({ newLines: 2 });
  expect(await statements.forget(shown.body.layout.id)).toMatchObject({ status: 200 });
  expect((await statements.forget(shown.body.layout.id)).body.code).toBe('not_found');
  expect((await statements.preview('bank', next)).body).toMatchObject({ layout: null, understood: null });
});

test('asks for the bank when two banks have the same column names', async () => {
  const file = 'Date,Details of it,Amount\n03/04/2026,PM-AB12CD,96.80\n';
  const by = (dayOrder: 'day-first' | 'month-first') => ({ columns: { description: 1 }, dayOrder });
  await statements.import('bank', file, { mapping: by('day-first'), bank: 'Barclays' });
  const alone = await statements.preview('bank', file);
  expect(alone.body.understood.period.from).toBe('2026-04-03T12:00:00.000Z');
  await statements.import('bank', file.replace('96.80', '1.00'), {
    mapping: by('month-first'),
    bank: 'Chase',
  });
  const both = await statements.preview('bank', file);
  expect(both.body).toMatchObject({
    understood: null,
    problems: [{ asks: 'bank' }],
    layouts: [{ bank: 'Barclays' }, { bank: 'Chase' }],
  });
  const [, chase] = both.body.layouts as { id: string }[];
  const chosen = await statements.preview('bank', file, { layoutId: chase!.id });
  expect(chosen.body.understood.period.from).toBe('2026-03-04T12:00:00.000Z');
  expect((await statements.import('bank', file)).body.code).toBe('statement_unreadable');

  await statements.import('bank', file.replace('96.80', '2.00'), { mapping: by('day-first'), bank: 'CHASE' });
  const again = await statements.preview('bank', file, { layoutId: chase!.id });
  expect(again.body).toMatchObject({ layout: { bank: 'CHASE' }, layouts: { length: 2 } });
  expect(again.body.understood.period.from).toBe('2026-04-03T12:00:00.000Z');
});

test.each([
  [
    'the order of day and month',
    'Date,Text,Amount\n03/04/2026,A,1.00\n',
    'dayOrder',
    { dayOrder: 'day-first' },
  ],
  ['the decimal mark', 'Date,Text,Amount\n2026-04-03,A,"1,234"\n', 'point', { point: 'dot' }],
  [
    'whether the amount has its fee',
    'Date,Text,Amount,Fee\n2026-04-03,A,1.00,0.10\n',
    'fee',
    { fee: 'inside' },
  ],
] as const)(
  'asks for facts that a file does not show, then reads it by the admin’s answers: %s',
  async (_what, file, asks, mapping) => {
    expect((await statements.preview('bank', file)).body).toMatchObject({
      understood: null,
      problems: [{ asks }],
    });
    const { body } = await statements.preview('bank', file, { mapping });
    expect(body.problems).toEqual([]);
    expect(body.understood.lines).toBe(1);
  },
);

test('asks for an unknown time zone, and uses the answer for one zone only', async () => {
  const row = (zone: string, id: string) =>
    `13/11/2026,10:15:00,${zone},Sam,Payment,Completed,USD,1.00,0.00,1.00,${id}\n`;
  const header = 'Date,Time,TimeZone,Name,Type,Status,Currency,Gross,Fee,Net,Transaction ID\n';
  const file = header + row('IST', 'T1');
  expect((await statements.preview('paypal', file)).body.problems).toMatchObject([{ asks: 'zone' }]);
  const mapping = { zone: 'Asia/Kolkata' };
  const { body } = await statements.preview('paypal', file, { mapping });
  expect(body.understood.period.from).toBe('2026-11-13T04:45:00.000Z');
  const two = await statements.preview('paypal', file + row('PST', 'T2') + row('XYZ', 'T3'), { mapping });
  expect(two.body.problems).toMatchObject([{ line: 4, asks: 'zone' }]);
  const none = await statements.preview('paypal', file, { mapping: { zone: 'Mars/Olympus' } });
  expect(none.body.problems).toMatchObject([{ line: null, asks: 'zone' }]);
});

test('refuses a file that contradicts the mapping', async () => {
  const say = async (file: string, mapping: object) =>
    (await statements.preview('bank', file, { mapping })).body;
  const dated = 'Date,Text,Amount\n13/04/2026,A,1.00\n03/04/2026,B,1.00\n';
  expect((await say(dated, { dayOrder: 'month-first' })).problems).toMatchObject([{ asks: 'dayOrder' }, {}]);
  const amounts = 'Date,Text,Amount\n2026-04-03,A,"1,234"\n2026-04-03,B,"1,234.56"\n';
  expect((await say(amounts, { point: 'comma' })).problems).toMatchObject([{ line: 2, asks: 'point' }]);
  const ways = 'Date,Text,Amount,Tipo\n2026-04-03,A,1.00,Foo\n';
  expect((await say(ways, { columns: { way: 3 } })).problems).toMatchObject([{ line: 2 }]);
  expect((await say(ways, { currency: 'QQQ' })).problems).toHaveLength(1);
});

test('refuses a file when an entry would be taken for the column names or lost above them', async () => {
  const file = '2026-11-19,A,1.00\n2026-11-20,B,2.00\nDate,Text,Amount\n2026-11-21,C,3.00\n';
  expect((await statements.preview('bank', file)).body.problems).toMatchObject([
    { says: expect.stringContaining('Line 1 is an entry') },
  ]);
  const nameless = '2026-11-19,A,1.00\n2026-11-20,B,2.00\n';
  const mapping = { headerLine: 1, columns: { date: 0, description: 1, amount: 2 } };
  expect((await statements.preview('bank', nameless, { mapping })).body.problems).toMatchObject([
    { says: expect.stringContaining('Line 1 is an entry') },
  ]);
});

test('reads the column names from the line that an admin chooses, whatever separates the cells', async () => {
  const file = 'Export\nкогда;что;сколько\n2026-11-21;C 4711;3,00\n';
  const mapping = { headerLine: 2, columns: { date: 0, description: 1, amount: 2 } };
  const { body } = await statements.preview('bank', file, { mapping });
  expect(body).toMatchObject({
    table: { headerLine: 2, header: ['когда', 'что', 'сколько'] },
    understood: { lines: 1 },
  });
});

test('imports only what the admin saw in the preview', async () => {
  const file = 'Date,Text,Amount\n2026-11-21,Seen 4711,3.00\n';
  const before = await count('external_lines');
  const { status, body } = await statements.import('bank', file, { digest: 'of another preview' });
  expect([status, body.code]).toEqual([409, 'statement_reads_differently']);
  const missing = await statements.api.send('POST', '/api/admin/external-statements', {
    as: statements.admin,
    body: { rail: 'bank', fileName: 'a.csv', text: file },
  });
  expect(missing.status).toBe(400);
  expect(await count('external_lines')).toBe(before);
});

test('counts entries that were imported before with other texts', async () => {
  const file = 'Date,Text,Memo 2,Amount\n2026-10-21,Rent,Other 1,3.00\n2026-10-22,Food,Other 2,4.00\n';
  await statements.import('bank', file, { mapping: { columns: { description: 1 } } });
  const same = await statements.preview('bank', file, { mapping: { columns: { description: 1 } } });
  expect(same.body.understood).toMatchObject({ known: 2, alike: 0 });
  const other = await statements.preview('bank', file, { mapping: { columns: { description: 2 } } });
  expect(other.body.understood).toMatchObject({ known: 0, alike: 2 });
});

test('saves a mapping only together with its import, and at most a hundred', async () => {
  const bad = 'Datum X,Text X,Amount\nsoon,A,1.00\n';
  const mapping = { columns: { date: 0, description: 1 } };
  expect((await statements.import('bank', bad, { mapping, bank: 'Bad' })).body.code).toBe(
    'statement_unreadable',
  );
  const before = await count('statement_layouts');
  const row = (at: number) => ({
    id: crypto.randomUUID(),
    rail: 'bank' as const,
    bank: `Bank ${at}`,
    header_key: 'x',
    mapping: JSON.stringify(mapping),
    saved_at: clock.now(),
  });
  await t.db
    .insertInto('statement_layouts')
    .values(Array.from({ length: 100 - before }, (_, at) => row(at)))
    .execute();
  const good = bad.replace('soon', '2026-11-21');
  const lines = await count('external_lines');
  expect((await statements.import('bank', good, { mapping, bank: 'One more' })).body.code).toBe(
    'too_many_layouts',
  );
  expect(await count('external_lines')).toBe(lines);
});

test.each([
  ['2026-12-20', 'future'],
  ['2026-11-29', null],
  ['2025-11-20', null],
  ['2020-11-26', 'old'],
])('points out dates of a file that are in the future or more than a year old: %s', async (day, oddDates) => {
  const { body } = await statements.preview('bank', `Date,Text,Amount\n${day},A,-1.00\n`);
  expect(body.understood.oddDates).toBe(oddDates);
});

test('counts a row once that the file contains twice, as the import stores it', async () => {
  const row = '20/11/2026,10:00:00,UTC,9XY,Payment,Completed,5.00,-0.50,4.50,USD\n';
  const file = `Date,Time,TimeZone,Transaction ID,Type,Status,Gross,Fee,Net,Currency\n${row}${row}`;
  const { body } = await statements.preview('paypal', file);
  expect(body.understood).toMatchObject({
    lines: 2,
    sums: [{ inMicros: '5000000', outMicros: '-500000' }],
    skipped: { rows: 2, first: [{ text: '9XY', why: 'Twice in the file' }, { text: '9XY' }] },
  });
  expect((await statements.import('paypal', file)).body).toMatchObject({ lines: 2, newLines: 2 });
});

test('imports a text with an emoji wherever it is cut', async () => {
  const file = `Date,Description,Amount\n2026-11-20,${'ab '.repeat(33)}😀 and more,-1.00\n`;
  expect((await statements.import('bank', file)).body).toMatchObject({ newLines: 1 });
});

test('names a mapped column that the file does not have', async () => {
  const mapping = { columns: { amount: 50 } };
  const { body } = await statements.preview('bank', 'Date,Text,Amount\n2026-11-20,A,-1.00\n', { mapping });
  expect(body.problems).toEqual([{ line: 2, column: 'column 51', says: 'Empty.' }]);
});

test('answers 404 when a host previews or deletes', async () => {
  const host = await testPerson(t.db, 'host');
  const body = { rail: 'bank', text: JAPANESE };
  const shown = await statements.api.send('POST', '/api/admin/external-statements/preview', {
    as: host,
    body,
  });
  const gone = await statements.api.send('DELETE', `/api/admin/statement-layouts/${crypto.randomUUID()}`, {
    as: host,
  });
  expect([shown.status, gone.status]).toEqual([404, 404]);
});
