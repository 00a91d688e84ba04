import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { prepareRows } from './prepare-rows.ts';
import { pointOf, readAmount, readMoney } from './read-amount.ts';
import { readMoment } from './read-moment.ts';
import { READERS } from './rules.ts';

const folder = new URL('../../testing/statements/', import.meta.url);
const text = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
interface Expected {
  lines: number;
  first: { day?: string; at?: string; amount: string; reference?: string };
}
const expected = Object.entries(JSON.parse(text('expected.json')) as Record<string, Expected>);
const railOf = (name: string) => (name.startsWith('paypal') ? 'paypal' : 'bank');

test.each(expected)('reads a statement in a bank’s real format: %s', (name, { lines, first }) => {
  const reading = READERS[railOf(name)](text(name));
  if (first.at?.includes('ask')) {
    expect('problems' in reading && reading.problems).toEqual([
      { line: 2, column: 'Date', says: expect.stringContaining('Day and month'), asks: 'dayOrder' },
    ]);
    return;
  }
  if ('problems' in reading) throw new Error(JSON.stringify(reading.problems));
  const moved = reading.lines.filter(({ part }) => part === 'amount');
  expect(moved).toHaveLength(lines);
  const [line] = moved;
  expect(Number(line!.amountMicros)).toBe(Number(first.amount) * 1_000_000);
  expect(line!.occurredAt.toISOString()).toContain(first.at?.replace('Z', '') ?? first.day);
  if (first.reference) expect(line!.references[0]).toBe(first.reference);
});

const paypal = (
  zone: string,
  date = '13/11/2026',
  more = '',
) => `"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","Transaction ID"
"${date}","10:15:00","${zone}","Sam","Mass Pay Payment","Completed","USD","-12.50","-0.55","-13.05","T1"
${more}`;

test.each([
  ['Europe/Berlin', '2026-11-13T09:15:00.000Z'],
  ['America/St_Johns', '2026-11-13T13:45:00.000Z'],
  ['Asia/Kathmandu', '2026-11-13T04:30:00.000Z'],
  ['America/Argentina/Buenos_Aires', '2026-11-13T13:15:00.000Z'],
  ['UTC+5:30', '2026-11-13T04:45:00.000Z'],
  ['GMT-08:00', '2026-11-13T18:15:00.000Z'],
  ['+0200', '2026-11-13T08:15:00.000Z'],
  ['MEZ', '2026-11-13T09:15:00.000Z'],
  ['AEDT', '2026-11-12T23:15:00.000Z'],
])('reads a time in its zone: %s', (zone, at) => {
  const reading = READERS.paypal(paypal(zone));
  expect('lines' in reading && reading.lines[0]!.occurredAt.toISOString()).toBe(at);
});

test.each(['IST', 'Mars/Olympus', 'XYZ', 'UTC+25', ''])('refuses a time in an unknown zone: “%s”', (zone) => {
  const reading = READERS.paypal(paypal(zone));
  expect('problems' in reading && reading.problems).toHaveLength(1);
});

test('refuses a time that clocks skip, and takes the earlier of two equal ones', () => {
  const at = (time: string, day: string) => readMoment(day, { time, zone: 'Europe/Berlin' });
  expect(at('02:30', '2026-03-29')).toBe(null);
  expect(at('02:30', '2026-10-25')).toEqual(new Date('2026-10-25T00:30:00Z'));
});

test('reads a date with an offset as the day that the bank wrote', () => {
  for (const offset of ['+14:00', '-12:00', 'Z', '+02:00'])
    expect(readMoment(`2026-05-16${offset}`)).toEqual(new Date('2026-05-16T12:00:00Z'));
});

test.each([
  [
    'a status that nobody knows',
    paypal(
      'PST',
      '13/11/2026',
      '"13/11/2026","1:00:00","PST","","Payment","Wobbly","USD","1.00","0.00","1.00","T2"',
    ),
  ],
  [
    'a report whose amounts are unsigned cents',
    paypal('PST').replace('"Net"', '"Transaction Debit or Credit"').replace('-13.05', 'DR'),
  ],
  ['net that is not gross and fee', paypal('PST').replace('-13.05', '-12.50')],
])('refuses an ambiguous row of PayPal: %s', (_name, file) => {
  expect('problems' in READERS.paypal(file)).toBe(true);
});

test('reads fee, type and transfer of PayPal’s German statement', () => {
  const file = `"Datum","Uhrzeit","Zeitzone","Beschreibung","Währung","Brutto","Entgelt","Netto","Guthaben","Transaktionscode","Absender E-Mail-Adresse","Name","Name der Bank","Bankkonto","Versand- und Bearbeitungsgebühr","Umsatzsteuer","Rechnungsnummer","Zugehöriger Transaktionscode"
"01.06.2026","10:15:00","Europe/Berlin","Massenzahlung","USD","-1.012,50","-0,55","-1.013,05","732,06","T1","a@people.example","Sam","","","0,00","0,00","",""
"01.06.2026","10:15:00","Europe/Berlin","Allgemeine Abbuchung","USD","-100,00","0,00","-100,00","632,06","T2","","","","","0,00","0,00","",""
"01.06.2026","10:15:00","Europe/Berlin","Einbehaltung für offene Autorisierung","USD","-1,00","0,00","-1,00","631,06","T3","","","","","0,00","0,00","",""`;
  const reading = READERS.paypal(file);
  if ('problems' in reading) throw new Error(JSON.stringify(reading.problems));
  const brief = reading.lines.map((line) => [
    line.externalId,
    line.part,
    Number(line.amountMicros),
    line.isTransfer,
  ]);
  expect(brief).toEqual([
    ['T1', 'amount', -1_012_500_000, false],
    ['T1', 'fee', -550_000, false],
    ['T2', 'amount', -100_000_000, true],
  ]);
});

const entry = (date: string, amount = '<Amt Ccy="USD">429.56</Amt>') =>
  `<Ntry>${amount}<CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>${date}<NtryDtls><TxDtls><RltdPties><Dbtr><Nm>M&#252;ller &#x26; S&#xf6;hne</Nm></Dbtr></RltdPties><RmtInf><Ustrd>PM-AB12CD</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
const statements = (...of: string[]) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>${of.map((one) => `<Stmt><Id>1</Id>${one}</Stmt>`).join('')}</BkToCstmrStmt></Document>`;
const DAY = '<BookgDt><Dt>2026-05-16</Dt></BookgDt>';

test.each([
  [
    'a business application header',
    `<BizMsg xmlns="x"><h:AppHdr xmlns:h="y"><h:BizMsgIdr>1</h:BizMsgIdr></h:AppHdr>${statements(entry(DAY))}</BizMsg>`,
    1,
  ],
  ['an envelope with a body', `<Envelope><Header/><Body>${statements(entry(DAY))}</Body></Envelope>`, 1],
  ['several statements', statements(entry(DAY), entry(DAY)), 2],
  ['several documents', `<Msgs>${statements(entry(DAY))}${statements(entry(DAY))}</Msgs>`, 2],
  ['only a value date', statements(entry('<BookgDt/><ValDt><Dt>2026-05-16</Dt></ValDt>')), 1],
  [
    'a moment with an offset',
    statements(entry('<BookgDt><DtTm>2026-05-16T08:00:00.000+02:00</DtTm></BookgDt>')),
    1,
  ],
  [
    'a mark before it, declared as UTF-16',
    `\uFEFF<?xml version="1.0" encoding="UTF-16"?>${statements(entry(DAY))}`,
    1,
  ],
  ['zeros on both sides', statements(entry(DAY, '<Amt Ccy="USD">00429.5600000</Amt>')), 1],
])('reads camt.053 inside %s', (_name, xml, count) => {
  const reading = READERS.bank(xml);
  if ('problems' in reading) throw new Error(JSON.stringify(reading.problems));
  expect(reading.lines).toHaveLength(count);
  for (const line of reading.lines) {
    expect(line).toMatchObject({ amountMicros: 429_560_000n, counterparty: 'Müller & Söhne' });
    expect(line.occurredAt.toISOString().slice(0, 10)).toBe('2026-05-16');
  }
});

test('states the balances of camt.053, and lists entries that are not final', () => {
  const balance = (code: string, amount: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`;
  const xml = statements(
    `${balance('OPBD', '100.00')}${balance('CLBD', '530.00')}${entry(DAY)}${entry(DAY).replace('BOOK', 'PDNG')}`,
  );
  expect(READERS.bank(xml)).toMatchObject({
    lines: { length: 1 },
    balances: [
      { currency: 'USD', openingMicros: 100_000_000n, closingMicros: 530_000_000n, offMicros: 440_000n },
    ],
    skipped: [{ text: 'entry 2', why: 'Not final' }],
  });
});

test.each([
  ['no date at all', statements(entry(''))],
  [
    'a booking date that is none beside a value date',
    statements(entry('<BookgDt><Dt>2026-02-30</Dt></BookgDt><ValDt><Dt>2026-03-01</Dt></ValDt>')),
  ],
  ['an amount of thirteen digits', statements(entry(DAY, '<Amt Ccy="USD">1234567890123</Amt>'))],
  ['a state that nobody knows', statements(entry(DAY).replace('BOOK', 'WHAT'))],
  ['a state of the bank’s own', statements(entry(DAY).replace('BOOK', '<Prtry>done</Prtry>'))],
  [
    'a report of the day instead of a statement',
    statements(entry(DAY)).replaceAll('BkToCstmrStmt', 'BkToCstmrAcctRpt'),
  ],
])('refuses an ambiguous camt.053: %s', (_name, xml) => {
  expect('problems' in READERS.bank(xml) && READERS.bank(xml)).toMatchObject({ problems: { length: 1 } });
});

const locales = [
  'en-US',
  'de-DE',
  'de-CH',
  'de-AT',
  'fr-FR',
  'en-IN',
  'hi-IN',
  'pt-BR',
  'es-ES',
  'sv-SE',
  'nb-NO',
  'pl-PL',
  'en-ZA',
  'ar-EG',
  'fa-IR',
  'bn-BD',
  'ja-JP',
  'he-IL',
  'et-EE',
  'lt-LT',
  'tr-TR',
  'it-CH',
  'th-TH',
  'mr-IN',
];

test('reads an amount as any locale formats it, with or without its currency', () => {
  const cents = fc.integer({ min: -99_999_999_999, max: 99_999_999_999 });
  const plain = fc.constantFrom<Intl.NumberFormatOptions>(
    {},
    { style: 'currency', currency: 'EUR' },
    { style: 'currency', currency: 'USD', currencyDisplay: 'code' },
    { style: 'currency', currency: 'USD', currencySign: 'accounting' },
  );
  fc.assert(
    fc.property(fc.constantFrom(...locales), cents, plain, (locale, amount, options) => {
      const written = new Intl.NumberFormat(locale, {
        ...options,
        minimumFractionDigits: 2,
        maximumFractionDigits: 2,
      }).format(amount / 100);
      const read = readMoney(written);
      // Some locales write the currency's name in non-Latin letters. Their amounts are refused, never
      // misread.
      if (read === null) expect(options.style).toBe('currency');
      else expect(read === 'unclear' ? read : read.micros, written).toBe(BigInt(amount) * 10_000n);
    }),
  );
});

test.each([
  ['12.-', 12_000_000n],
  ['12,–', 12_000_000n],
  ['1,23,456.00', 123_456_000_000n],
  ['12,50 S', -12_500_000n],
  ['12,50H', 12_500_000n],
  ['12.50 DR', -12_500_000n],
  ['Cr 12.50', 12_500_000n],
  ['($12.50)', -12_500_000n],
  ['-12.50 CR', null],
  ['1 2', null],
  ['12.50 USD EUR', null],
  ['5%', null],
  ['1.234.56', null],
])('reads an amount with its letters and dashes, or not at all: %s', (cell, micros) => {
  expect(readAmount(cell)).toBe(micros);
});

test('reads an ambiguous amount by the groups and decimals of other amounts in its file', () => {
  expect([readMoney('1,000', pointOf(['1,096.80'])), pointOf(['1,096.80', '1.096,80'])]).toMatchObject([
    { micros: 1_000_000_000n },
    null,
  ]);
  expect(readMoney('1,000', pointOf(['12.50']))).toBe('unclear');
});

test('gives a line the identity by which earlier releases stored it, even if more of it is read now', () => {
  const file =
    'Date,Amount,Reference,Description,Name,Note\n2026-03-14,50.00,BANK-REF-1,Pay PM-ABCD2345,Ann,More 1234567\n';
  const prepared = prepareRows('bank', READERS.bank(file));
  if ('problems' in prepared) throw new Error('not read');
  const [row] = JSON.parse(prepared.rows) as { external_id: string; reference_keys: string[] }[];
  expect(row!.reference_keys).toContain('1234567');
  expect(row!.external_id).toBe('0e4c83a5db7986fd3fa1a85fb485861fec8fcf10-1');
});
