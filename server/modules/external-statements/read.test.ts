import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { anyCharacter } from '#contract/testing/any-character.ts';
import type { OutsideLine, Reading } from './outside-line.ts';
import { readAmount } from './read-amount.ts';
import { readMoment } from './read-moment.ts';
import { READERS } from './rules.ts';

const linesOf = (reading: Reading): OutsideLine[] => {
  if ('problems' in reading) throw new Error(JSON.stringify(reading.problems));
  return reading.lines;
};
const problemsOf = (reading: Reading) => ('problems' in reading ? reading.problems : []);
const brief = (reading: Reading) =>
  linesOf(reading).map(({ part, amountMicros, currency, references }) => [
    part,
    Number(amountMicros) / 1_000_000,
    currency,
    references[0],
  ]);

test.each([
  ['1234.56', 1_234_560_000n],
  ['1,234.56', 1_234_560_000n],
  ['1.234,56', 1_234_560_000n],
  ['1 234,5', 1_234_500_000n],
  ['-0.2', -200_000n],
  ['(12.30)', -12_300_000n],
  ['12.30-', -12_300_000n],
  ['+$5', 5_000_000n],
  ['1,234,567', 1_234_567_000_000n],
  ['0.123456', 123_456n],
  ['USD 1 234.50', 1_234_500_000n],
  ["CHF 1'234.50", 1_234_500_000n],
  ['- 5 ', -5_000_000n],
  ['1,234', 'unclear'],
  ['- USD', null],
  [`1${' '.repeat(50)}x`, null],
  ['12,34,56', null],
  ['1.2345678', null],
  ['(5', null],
  ['', null],
  ['1e9', null],
  ['9'.repeat(30), null],
])('reads an amount as it is written, or not at all: %s', (cell, expected) => {
  expect(readAmount(cell)).toBe(expected);
});

test('reads an amount as the value that was formatted', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -99_999_999_999n, max: 99_999_999_999n }), fc.boolean(), (cents, comma) => {
      const positive = cents < 0n ? -cents : cents;
      const units = (positive / 100n).toString().replace(/\B(?=(\d{3})+(?!\d))/g, comma ? '.' : ',');
      const text = `${cents < 0n ? '-' : ''}${units}${comma ? ',' : '.'}${(positive % 100n).toString().padStart(2, '0')}`;
      expect(readAmount(text)).toBe(cents * 10_000n);
    }),
  );
});

test.each([
  ['2026-01-31', {}, '2026-01-31T12:00:00.000Z'],
  ['2026-01-31 23:59:58', {}, '2026-01-31T23:59:58.000Z'],
  ['2026-01-31T23:59:58+02:00', {}, '2026-01-31T21:59:58.000Z'],
  ['31.01.2026', {}, '2026-01-31T12:00:00.000Z'],
  ['1/2/2026', { order: 'month-first' as const, time: '08:00:00', zone: 'PST' }, '2026-01-02T16:00:00.000Z'],
])('reads a day or moment: %s', (cell, rest, expected) => {
  const read = readMoment(cell, rest);
  expect(read instanceof Date && read.toISOString()).toBe(expected);
});

test.each(['2026-02-30', '0000-01-01', 'yesterday', '', '2026-01-31 25:00'])(
  'refuses what is no day: %s',
  (cell) => {
    expect(readMoment(cell)).toBe(null);
  },
);

test('reads moved and withheld amounts of Stripe’s itemized report as separate lines', () => {
  const text = `balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,source_id,payment_intent_id,description
txn_1,2026-03-02 10:00:00,usd,100.00,3.20,96.80,charge,ch_1,pi_1,"A ""quoted"" text, with a comma"
txn_2,2026-03-02 11:00:00,usd,-100.00,15.00,-115.00,dispute,dp_1,pi_1,
txn_3,2026-03-02 12:00:00,usd,-50.00,0.00,-50.00,payout,po_1,,STRIPE PAYOUT`;
  expect(brief(READERS.stripe(text))).toEqual([
    ['amount', 100, 'USD', 'ch_1'],
    ['fee', -3.2, 'USD', 'ch_1'],
    ['amount', -100, 'USD', 'dp_1'],
    ['fee', -15, 'USD', 'dp_1'],
    ['amount', -50, 'USD', 'po_1'],
  ]);
});

test('reads completed payments with fees from PayPal’s activity download, and neither holds nor pending ones', () => {
  const text = `"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","Transaction ID","Reference Txn ID","Custom Number","Balance Impact"
"03/14/2026","08:00:00","PST","Ann","Mass Pay Payment","Completed","USD","-25.00","-0.50","-25.50","5TY1","","0197","Debit"
"03/14/2026","08:00:00","PST","Bo","Mass Pay Payment","Unclaimed","USD","-5.00","0.00","-5.00","5TY2","","0198","Debit"
"03/14/2026","08:00:00","PST","","General Hold","Completed","USD","-30.00","0.00","-30.00","5TY3","","","Debit"
"03/15/2026","08:00:00","PST","","General Withdrawal","Completed","USD","-100.00","0.00","-100.00","5TY4","","","Debit"`;
  const reading = READERS.paypal(text);
  expect(brief(reading)).toEqual([
    ['amount', -25, 'USD', '5TY1'],
    ['fee', -0.5, 'USD', '5TY1'],
    ['amount', -100, 'USD', '5TY4'],
  ]);
  expect(linesOf(reading)[0]!.occurredAt.toISOString()).toBe('2026-03-14T16:00:00.000Z');
  expect(linesOf(reading).map(({ isTransfer }) => isTransfer)).toEqual([false, false, true]);
});

test('reads a bank’s CSV by its headers, with lines above them, semicolons and decimal commas', () => {
  const text = `\uFEFFAccount;XX00 0000\nPeriod;March 2026\n\nBuchungstag;Betrag;Währung;Verwendungszweck;Name\n14.03.2026;1.250,00;USD;Deposit PM-ABCD2345 thank you;Ann GmbH\n15.03.2026;-10,00;USD;Fee;Bank\n`;
  const lines = linesOf(READERS.bank(text));
  expect(lines.map(({ amountMicros }) => amountMicros)).toEqual([1_250_000_000n, -10_000_000n]);
  expect(lines[0]!.references).toContain('PM-ABCD2345');
});

test('reads money in and money out from separate columns', () => {
  const text = 'Date,Description,Paid out,Paid in\n2026-03-14,Rent,10.00,\n2026-03-15,Salary,,20.00\n';
  expect(linesOf(READERS.bank(text)).map(({ amountMicros }) => amountMicros)).toEqual([
    -10_000_000n,
    20_000_000n,
  ]);
});

test.each([
  ['no header', 'stripe', 'a,b\n1,2', [[null, null]]],
  ['an empty file', 'bank', '', [[null, null]]],
  ['a quote that never ends', 'bank', 'Date,Amount,Reference\n2026-03-14,1.00,"A', [[2, null]]],
  [
    'each bad cell',
    'bank',
    'Date,Amount,Reference\n2026-03-14,1.00,A\nsoon,1.00,B\n2026-03-14,much,C\n2026-03-14,,D\n2026-03-14,"1,000",E',
    [
      [3, 'Date'],
      [4, 'Amount'],
      [5, 'Amount'],
      [6, 'Amount'],
    ],
  ],
  ['days that may be months', 'bank', 'Date,Amount,Reference\n3/4/2026,1.00,A', [[2, 'Date']]],
  ['more cells than columns', 'bank', 'Date,Amount,Reference\n2026-03-14,1,00,A', [[2, null]]],
] as const)('refuses a file with the place of each problem: %s', (_name, rail, text, places) => {
  const found = problemsOf(READERS[rail](text)).map(({ line, column }) => [line, column]);
  expect(found).toEqual(places);
});

const camt = (entries: string, version = '08', head = '') => `<?xml version="1.0" encoding="UTF-8"?>${head}
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt>
<GrpHdr><MsgId>1</MsgId><CreDtTm>2026-03-15T00:00:00Z</CreDtTm></GrpHdr>
<Stmt><Id>S1</Id><FrToDt><FrDtTm>2026-03-14T00:00:00Z</FrDtTm><ToDtTm>2026-03-15T00:00:00Z</ToDtTm></FrToDt>
<Acct><Id><IBAN>XX00</IBAN></Id></Acct>${entries}</Stmt></BkToCstmrStmt></Document>`;

const CREDIT = `<Ntry><Amt Ccy="USD">1250.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
<BookgDt><Dt>2026-03-14</Dt></BookgDt><AcctSvcrRef>B-77</AcctSvcrRef><NtryDtls><TxDtls>
<Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties><Dbtr><Pty><Nm>Ann &amp; Co</Nm></Pty></Dbtr></RltdPties>
<RmtInf><Ustrd>PM-ABCD2345</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
const BATCH = `<Ntry><Amt Ccy="USD">30.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-14</Dt></BookgDt>
<NtryDtls><TxDtls><Refs><EndToEndId>E1</EndToEndId></Refs><AmtDtls><TxAmt><Amt Ccy="USD">10.00</Amt></TxAmt></AmtDtls></TxDtls>
<TxDtls><Refs><EndToEndId>E2</EndToEndId></Refs><AmtDtls><TxAmt><Amt Ccy="USD">20.00</Amt></TxAmt></AmtDtls></TxDtls></NtryDtls></Ntry>`;
const PENDING = CREDIT.replace('BOOK', 'PDNG');

test.each(['02', '08'])(
  'camt.053.001.%s: reads booked entries, and payments of one booking separately',
  (version) => {
    const reading = READERS.bank(camt(CREDIT + BATCH + PENDING, version));
    expect(brief(reading)).toEqual([
      ['amount', 1_250, 'USD', 'B-77'],
      ['amount', -10, 'USD', 'E1'],
      ['amount', -20, 'USD', 'E2'],
    ]);
    expect(linesOf(reading)[0]).toMatchObject({ counterparty: 'Ann & Co' });
    expect(linesOf(reading)[0]!.references).toContain('PM-ABCD2345');
    expect('period' in reading && reading.period?.to.toISOString()).toBe('2026-03-15T00:00:00.000Z');
  },
);

const laughs = `<!DOCTYPE l [<!ENTITY a "ha">${Array.from({ length: 9 }, (_v, n) => `<!ENTITY ${String.fromCharCode(98 + n)} "${`&${String.fromCharCode(97 + n)};`.repeat(10)}">`).join('')}]>`;
const outside = '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/hostname">]>';

test.each([
  ['a billion laughs', camt(CREDIT.replace('PM-ABCD2345', '&j;'), '08', laughs)],
  ['an external entity', camt(CREDIT.replace('PM-ABCD2345', '&x;'), '08', outside)],
  ['a parameter entity', camt(CREDIT, '08', '<!DOCTYPE d [<!ENTITY % x SYSTEM "http://127.0.0.1:1/">%x;]>')],
  ['a lower-case doctype', camt(CREDIT, '08', '<!doctype d>')],
  ['tags a million deep', '<a>'.repeat(1_000_000)],
  ['tags that nest and end', `${'<a>'.repeat(5_000)}${'</a>'.repeat(5_000)}`],
  ['names of prototypes', '<Document><__proto__><x/></__proto__></Document>'],
  ['half a file', camt(CREDIT).slice(0, 600)],
  ['another message', '<Document><pain/></Document>'],
  ['an amount that is none', camt(CREDIT.replace('1250.00', '1e9'))],
  ['a date that is none', camt(CREDIT.replace('2026-03-14', '2026-02-30'))],
  ['numbers as entities', camt(CREDIT.replace('1250.00', '&#49;250.00'))],
])('refuses hostile or broken XML, and reads no other file: %s', (_name, xml) => {
  const problems = problemsOf(READERS.bank(xml));
  expect(problems).toHaveLength(1);
});

test('reads thousands of character references in a moment', () => {
  const xml = camt(CREDIT.replace('PM-ABCD2345', '&#65;'.repeat(200_000)));
  expect(linesOf(READERS.bank(xml))).toHaveLength(1);
});

test('reads the header of a file once, and each cell equally often, however many rows the file has', () => {
  const normalized = (rows: number): [header: number, cells: number] => {
    const normalize = vi.spyOn(String.prototype, 'normalize');
    READERS.bank(`Date,Note,Amount,Balance\n${'2026-03-14,Rent,5,"1,234"\n'.repeat(rows)}`);
    const texts = normalize.mock.contexts.map(String);
    normalize.mockRestore();
    return [texts.filter((text) => text === 'Note').length, texts.filter((text) => text === '1,234').length];
  };
  // The first rows are read once more by the search for the header. All three files have the same first rows.
  const [less, some, more] = [normalized(100), normalized(200), normalized(300)];
  expect([some[0], more[0]]).toEqual([less[0], less[0]]);
  expect(more[1] - some[1]).toBe(some[1] - less[1]);
});

test('reads or refuses any text without an exception', () => {
  const files = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 500 }),
    fc.mixedCase(fc.constantFrom(camt(CREDIT), 'Date,Amount,Reference\n2026-03-14,1.00,A\n')),
    fc
      .tuple(fc.nat(camt(CREDIT).length), fc.string({ maxLength: 20 }))
      .map(([at, text]) => camt(CREDIT).slice(0, at) + text + camt(CREDIT).slice(at + 1)),
  );
  fc.assert(
    fc.property(files, fc.constantFrom('stripe', 'paypal', 'bank'), (text, rail) => {
      expect(READERS[rail](text)).toBeTypeOf('object');
    }),
  );
});
