import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Reading } from './outside-line.ts';
import { READERS } from './rules.ts';

const linesOf = (reading: Reading) => {
  if ('problems' in reading) throw new Error(JSON.stringify(reading.problems));
  return reading.lines.map(({ occurredAt, amountMicros, part, currency, references }) =>
    [
      occurredAt.toISOString().slice(0, 10),
      (Number(amountMicros) / 1_000_000).toFixed(2),
      currency,
      part === 'fee' ? 'fee' : references[0],
    ].join(' '),
  );
};
const problemsOf = (reading: Reading) =>
  'problems' in reading ? reading.problems.map(({ line, column }) => [line, column]) : reading.lines.length;

test.each([
  [
    'Bank of America: a summary above, a row for the balance',
    `Description,,Summary Amt.
Beginning balance as of 11/01/2026,,"1,000.00"
Total credits,,"96.80"
Total debits,,"-25.00"
Ending balance as of 11/30/2026,,"1,071.80"

Date,Description,Amount,Running Bal.
11/01/2026,Beginning balance as of 11/01/2026,,"1,000.00"
11/19/2026,"WIRE FEE","-25.00","975.00"
11/20/2026,"HOST PM-AB12CD","96.80","1,071.80"
`,
    ['2026-11-19 -25.00 USD WIRE FEE', '2026-11-20 96.80 USD PM-AB12CD'],
  ],
  [
    'Chase: a comma ends each row',
    `Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #
CREDIT,11/20/2026,"HOST PM-AB12CD",96.80,ACH_CREDIT,1096.80,,
CHECK,11/19/2026,"CHECK 1234",-25.00,CHECK_PAID,1000.00,1234,
`,
    ['2026-11-20 96.80 USD PM-AB12CD', '2026-11-19 -25.00 USD 1234'],
  ],
  [
    'Mercury: what is pending or failed is not read',
    `Date (UTC),Description,Amount,Status,Source Account,Bank Description,Reference,Note,Timestamp
11-20-2026,Host,96.80,Sent,Checking,TRANSFER,PM-AB12CD,,11-20-2026 10:00:00
11-20-2026,Host,1.00,Pending,Checking,TRANSFER,PM-AB12CE,,
11-20-2026,Host,2.00,Failed,Checking,TRANSFER,PM-AB12CF,,
`,
    ['2026-11-20 96.80 USD PM-AB12CD'],
  ],
  [
    'Revolut: its fee is taken beside the amount',
    `Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance
TOPUP,Current,2026-11-19 22:10:00,2026-11-20 09:00:00,Payment from Host PM-AB12CD,96.80,0.00,EUR,COMPLETED,196.80
TRANSFER,Current,2026-11-20 10:00:00,2026-11-20 10:00:01,To Sam 20261120,-10.00,0.50,EUR,COMPLETED,186.30
TRANSFER,Current,2026-11-20 10:00:00,,To Sam,-10.00,0.00,EUR,PENDING,
`,
    ['2026-11-20 96.80 EUR PM-AB12CD', '2026-11-20 -10.00 EUR 20261120', '2026-11-20 -0.50 EUR fee'],
  ],
  [
    'Revolut in German',
    'Art,Produkt,Datum des Beginns,Datum des Abschlusses,Beschreibung,Betrag,Gebühr,Währung,Status,Kontostand\nTRANSFER,Aktuell,2026-11-20 10:00:00,2026-11-20 10:00:01,An Sam 20261120,-10.00,0.50,EUR,ABGESCHLOSSEN,186.30\n',
    ['2026-11-20 -10.00 EUR 20261120', '2026-11-20 -0.50 EUR fee'],
  ],
  [
    'Revolut Business: amount, fee and total',
    `Date started (UTC),Date completed (UTC),ID,Type,State,Description,Reference,Payer,Orig currency,Orig amount,Payment currency,Amount,Total amount,Exchange rate,Fee,Fee currency,Balance
2026-11-20,2026-11-21,abc-1,TRANSFER,COMPLETED,To Sam,PM-AB12CD,Ann,GBP,-8.00,USD,-10.00,-10.20,1.25,0.20,USD,90.00
`,
    ['2026-11-21 -10.00 USD PM-AB12CD', '2026-11-21 -0.20 USD fee'],
  ],
  [
    'Wise: the amount contains its fees',
    `"TransferWise ID",Date,"Date Time",Amount,Currency,Description,"Payment Reference","Running Balance","Payer Name","Payee Name",Merchant,"Total fees"
"TRANSFER-1",14-07-2026,"14-07-2026 10:00:00.000",100.00,USD,"Received money","PM-AB12CD",180.00,"Ann",,,0.00
"TRANSFER-2",13-07-2026,"13-07-2026 10:00:00.000",-20.42,USD,"Sent money",,80.00,,"Sam",,0.42
`,
    ['2026-07-14 100.00 USD PM-AB12CD', '2026-07-13 -20.42 USD TRANSFER-2'],
  ],
  [
    'Wise’s history: what left with its fee, what came, what was changed between own balances',
    readFileSync(new URL('../../testing/statements/wise-history.csv', import.meta.url), 'utf8'),
    [
      '2026-11-20 -120.00 EUR August rent 2026',
      '2026-11-20 -0.45 EUR fee',
      '2026-11-20 2500.00 GBP PM-AB12CD',
      '2026-11-19 -498.80 EUR BALANCE-1003',
      '2026-11-19 -1.20 EUR fee',
      '2026-11-19 430.00 GBP BALANCE-1003',
      '2026-11-18 -15.70 CAD CARD_TRANSACTION-41',
      '2026-11-18 -0.06 CAD fee',
      '2026-11-18 -23.32 USD CARD_TRANSACTION-41',
    ],
  ],
  [
    'N26: the currency in the header, the original one beside it',
    `"Booking Date","Value Date","Partner Name","Partner Iban",Type,"Payment Reference","Account Name","Amount (EUR)","Original Amount","Original Currency","Exchange Rate"
2026-11-20,2026-11-21,"Ann","XX00","Credit Transfer","PM-AB12CD","Main","96.80",100.00,USD,0.968
`,
    ['2026-11-20 96.80 EUR PM-AB12CD'],
  ],
  [
    'N26 before: a second amount in another currency',
    `"Date","Payee","Account number","Transaction type","Payment reference","Amount (EUR)","Amount (Foreign Currency)","Type Foreign Currency","Exchange Rate"
"2026-11-20","Ann","XX00","Income","PM-AB12CD","96.80","100.0","USD","0.968"
`,
    ['2026-11-20 96.80 EUR PM-AB12CD'],
  ],
  [
    'Sparkasse: years of two digits, and what is only noted',
    `"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Glaeubiger ID";"Mandatsreferenz";"Kundenreferenz (End-to-End)";"Beguenstigter/Zahlungspflichtiger";"Kontonummer/IBAN";"BIC (SWIFT-Code)";"Betrag";"Waehrung";"Info"
"XX00";"20.11.26";"20.11.26";"GUTSCHR. UEBERWEISUNG";"PM-AB12CD";"";"";"NOTPROVIDED";"Ann GmbH";"XX01";"X";"1.096,80";"EUR";"Umsatz gebucht"
"XX00";"21.11.26";"21.11.26";"LASTSCHRIFT";"Miete";"";"";"";"Bo";"XX02";"X";"-12,00";"EUR";"Umsatz vorgemerkt"
`,
    ['2026-11-20 1096.80 EUR PM-AB12CD'],
  ],
  [
    'DKB: a symbol in the header',
    `"Girokonto";"XX00"
"Kontostand vom 30.11.2026:";"1.000,00 €"
""
"Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"Verwendungszweck";"Umsatztyp";"IBAN";"Betrag (€)";"Gläubiger-ID";"Mandatsreferenz";"Kundenreferenz"
"20.11.26";"20.11.26";"Gebucht";"Ann";"Permille";"PM-AB12CD";"Eingang";"XX01";"96,8";"";"";""
`,
    ['2026-11-20 96.80 EUR PM-AB12CD'],
  ],
  [
    'ING: two columns of one name that agree',
    'Buchung;Wertstellungsdatum;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Saldo;Währung;Betrag;Währung\n20.11.2026;20.11.2026;Ann;Gutschrift;PM-AB12CD;1.096,80;EUR;96,80;EUR\n',
    ['2026-11-20 96.80 EUR PM-AB12CD'],
  ],
  [
    'a letter in a column without a name: Soll and Haben',
    'Buchungstag;Vorgang/Verwendungszweck;Währung;Umsatz; \n20.11.2026;PM-AB12CD;EUR;96,80;H\n21.11.2026;Gebühr;EUR;25,00;S\n',
    ['2026-11-20 96.80 EUR PM-AB12CD', '2026-11-21 -25.00 EUR Gebühr'],
  ],
  [
    'debit or credit in a column, amounts without signs',
    'Date,Description,Amount,Transaction Type\n2026-11-20,HOST PM-AB12CD,96.80,credit\n2026-11-21,FEE,25.00,debit\n',
    ['2026-11-20 96.80 USD PM-AB12CD', '2026-11-21 -25.00 USD FEE'],
  ],
  [
    'letters in the amount',
    'Date,Description,Amount\n2026-11-20,HOST PM-AB12CD,96.80 CR\n2026-11-21,FEE,25.00DR\n2026-11-21,TAX,"(1,000.00)"\n',
    ['2026-11-20 96.80 USD PM-AB12CD', '2026-11-21 -25.00 USD FEE', '2026-11-21 -1000.00 USD TAX'],
  ],
  [
    'the currency in each amount, several in a file',
    'Date|Description|Amount\n2026-11-20|HOST PM-AB12CD|€96.80\n2026-11-21|FEE|-US$25.00\n2026-11-21|TAX|GBP 1.00\n',
    ['2026-11-20 96.80 EUR PM-AB12CD', '2026-11-21 -25.00 USD FEE', '2026-11-21 1.00 GBP TAX'],
  ],
  [
    'the currency above the header',
    'Account holder "Permille"\nCurrency:,EUR\n\nDate,Description,Amount\n2026-11-20,HOST PM-AB12CD,96.80\n',
    ['2026-11-20 96.80 EUR PM-AB12CD'],
  ],
  [
    'gross, fee and net',
    'Date,Reference,Gross,Fee,Net,Currency\n2026-11-20,PM-AB12CD,100.00,-3.20,96.80,USD\n2026-11-21,OUT-77,-10.00,0.50,-10.50,USD\n',
    [
      '2026-11-20 100.00 USD PM-AB12CD',
      '2026-11-20 -3.20 USD fee',
      '2026-11-21 -10.00 USD OUT-77',
      '2026-11-21 -0.50 USD fee',
    ],
  ],
  [
    'totals and a note at the foot, empty rows of commas, a line break in quotes',
    'Date,Description,Amount,\n2026-11-20,"HOST\nPM-AB12CD",96.80,\n,,,\nTotal,,96.80,\n,Closing balance,1096.80,\nGenerated on 1 December,,,\n',
    ['2026-11-20 96.80 USD PM-AB12CD'],
  ],
  [
    'tabs, months by name and times of day',
    'sep=\t\nDate\tNarrative\tDebit\tCredit\n20 Nov 2026\tHOST PM-AB12CD\t-\t96.80\n21-Nov-26\tFEE\t25.00\t-\nDec 1, 2026 5:30 PM\tFEE\t1.00\t\n',
    ['2026-11-20 96.80 USD PM-AB12CD', '2026-11-21 -25.00 USD FEE', '2026-12-01 -1.00 USD FEE'],
  ],
  [
    'the order of day and month in the header',
    'Date (DD/MM/YYYY),Description,Amount\n03/04/2026,HOST PM-AB12CD,96.80\n',
    ['2026-04-03 96.80 USD PM-AB12CD'],
  ],
])('reads a bank’s file as it is written: %s', (_name, file, expected) => {
  expect(linesOf(READERS.bank(file))).toEqual(expected);
  expect(linesOf(READERS.bank(`\uFEFF${file.replace(/\n/g, '\r\n')}`))).toEqual(expected);
});

const PLAIN = 'Date,Description,Amount';
test.each([
  ['a dollar sign in a column of euros', `${PLAIN},Currency\n2026-11-20,A,$96.80,EUR`, [[2, 'Amount']]],
  ['two currencies in one amount', `${PLAIN} (EUR)\n2026-11-20,A,£96.80`, [[2, 'Amount (EUR)']]],
  ['a dollar sign in a file of euros', `Currency,EUR\n${PLAIN}\n2026-11-20,A,$96.80`, [[3, 'Amount']]],
  ['yen or yuan', `${PLAIN}\n2026-11-20,A,¥9680`, [[2, 'Amount']]],
  ['a currency that is none', `${PLAIN},Currency\n2026-11-20,A,96.80,XYZ`, [[2, 'Currency']]],
  ['a minus and a credit', `${PLAIN},Type\n2026-11-20,A,-96.80,Credit`, [[2, 'Amount']]],
  [
    'a debit without a minus beside amounts with one',
    `${PLAIN},Type\n2026-11-20,A,-96.80,Debit\n2026-11-21,B,5.00,Debit`,
    [[3, 'Amount']],
  ],
  [
    'a balance that moves the other way',
    `${PLAIN},Balance\n2026-11-20,A,10.00,110.00\n2026-11-21,B,5.00,115.00\n2026-11-22,C,7.00,108.00`,
    [[4, 'Balance']],
  ],
  ['a fee that may be inside the amount', `${PLAIN},Fee\n2026-11-20,A,96.80,3.20`, [[2, 'Fee']]],
  ['a total that is not the sum', `${PLAIN},Fee,Net\n2026-11-20,A,96.80,-3.20,96.80`, [[2, 'Net']]],
  [
    'cells moved by a comma',
    `${PLAIN},Balance\n2026-11-20,A,1.00,2.00\n2026-11-20,A, 12,96.80,2.00`,
    [[3, null]],
  ],
  ['a column twice that disagrees', `${PLAIN},Amount\n2026-11-20,A,1.00,2.00`, [[2, 'Amount']]],
  ['a state that nobody knows', `${PLAIN},Status\n2026-11-20,A,1.00,Wobbly`, [[2, 'Status']]],
  [
    'days and months that contradict',
    `${PLAIN}\n13/01/2026,A,1.00\n01/13/2026,A,1.00`,
    [
      [2, 'Date'],
      [3, 'Date'],
    ],
  ],
  ['a zone that nobody knows', `${PLAIN}\n2026-11-20 10:00 XYZT,A,1.00`, [[2, 'Date']]],
  ['an abbreviation of three countries', `${PLAIN}\n2026-11-20 10:00 IST,A,1.00`, [[2, 'Date']]],
  ['a year of two digits that may come first', `${PLAIN}\n26-11-20,A,1.00`, [[2, 'Date']]],
  ['a year of another calendar', `${PLAIN}\n20/11/2569,A,1.00`, [[2, 'Date']]],
  [
    'years of two digits in front, because the last numbers are too many years',
    `${PLAIN}\n26/11/18,A,1.00\n26/11/19,A,1.00\n26/11/20,A,1.00`,
    [
      [2, 'Date'],
      [3, 'Date'],
      [4, 'Date'],
    ],
  ],
  ['a direction in words that nobody knows', `${PLAIN},Direction\n2026-11-20,A,1.00,Uhm`, [[2, 'Direction']]],
  ['digits in odd groups', `${PLAIN}\n2026-11-20,A,12 50.00`, [[2, 'Amount']]],
  ['an amount without a day', `${PLAIN}\n,Payment,96.80`, [[2, 'Date']]],
])('refuses an ambiguous row and names it: %s', (_name, file, expected) => {
  expect(problemsOf(READERS.bank(file))).toEqual(expected);
});

const WISE =
  'ID,Status,Direction,Created on,Finished on,Source fee amount,Source fee currency,Target fee amount,Target fee currency,Source name,Source amount (after fees),Source currency,Target name,Target amount (after fees),Target currency,Exchange rate,Reference,Batch,Created by,Category,Note';
const wise = (more: Record<number, string>) =>
  `${WISE}\n${['T-1', 'COMPLETED', 'OUT', '2026-11-20 10:00:00', '2026-11-20 10:00:01', '0.45', 'EUR', '', '', 'We', '120.00', 'EUR', 'Ann', '120.00', 'EUR', '1', 'R', '', '', '', ''].map((cell, at) => more[at] ?? cell).join()}\n`;
test.each([
  ['a direction that nobody knows', wise({ 2: 'SIDEWAYS' }), [[2, 'Direction']]],
  ['a fee in another currency', wise({ 6: 'USD' }), [[2, 'Source fee currency']]],
  ['a minus beside a direction', wise({ 10: '-120.00' }), [[2, 'Direction']]],
  ['a refund of money in', wise({ 1: 'REFUNDED', 2: 'IN' }), [[2, 'Status']]],
  ['a state that nobody knows', wise({ 1: 'WOBBLY' }), [[2, 'Status']]],
  ['no amount', wise({ 10: '' }), [[2, 'Source amount (after fees)']]],
])('refuses an ambiguous row of Wise’s history, and names it: %s', (_name, file, expected) => {
  expect(problemsOf(READERS.bank(file))).toEqual(expected);
});

test('lists the rows of Wise’s history that did not move money', () => {
  const reading = READERS.bank(
    readFileSync(new URL('../../testing/statements/wise-history.csv', import.meta.url), 'utf8'),
  );
  expect('lines' in reading && reading.skipped?.map(({ why }) => why)).toEqual([
    'Not final: CANCELLED',
    'Refunded: it left and came back',
  ]);
});

test.each([
  ['a column for out and one for in', 'Date,Text,Debit,Credit,Currency\n2026-11-20,A,1.00,,EUR\n', []],
  ['amounts with a plus', 'Date,Text,Amount,Currency\n2026-11-20,A,+1.00,EUR\n', []],
  ['amounts without any sign', 'Date,Text,Amount,Currency\n2026-11-20,A,1.00,EUR\n', ['moneyIn']],
  ['a direction in a column', 'Date,Text,Amount,Currency,Type\n2026-11-20,A,1.00,EUR,Credit\n', []],
  ['no currency', 'Date,Text,Amount\n2026-11-20,A,-1.00\n', ['currency']],
  ['a dollar of no country', 'Date,Text,Amount\n2026-11-20,A,-$1.00\n', ['currency']],
  ['times without zone', 'Date,Text,Amount (EUR)\n2026-11-20 10:00,A,-1.00\n', ['zone']],
  ['times with a zone in the header', 'Date (UTC),Text,Amount (EUR)\n2026-11-20 10:00,A,-1.00\n', []],
])('names what is assumed of a file: %s', (_name, file, assumed) => {
  const reading = READERS.bank(file);
  expect('lines' in reading && reading.assumed).toEqual(assumed);
});

test.each([
  ['oldest first', '2026-11-20,A,1.00,11.00\n2026-11-21,B,-3.00,8.00\n', [10, 8, 0]],
  ['newest first', '2026-11-21,B,-3.00,8.00\n2026-11-20,A,1.00,11.00\n', [10, 8, 0]],
  [
    'with a row missing between',
    '2026-11-20,A,1.00,11.00\n2026-11-21,B,-3.00,8.00\n2026-11-23,D,1.00,14.00\n',
    [10, 14, 5],
  ],
])('states the balances of a file and by how much the entries miss them: %s', (_name, rows, expected) => {
  const reading = READERS.bank(`Date,Text,Amount,Balance\n${rows}`);
  const [balance] = ('lines' in reading && reading.balances) || [];
  const { openingMicros, closingMicros, offMicros } = balance!;
  expect([openingMicros, closingMicros, offMicros].map((of) => Number(of) / 1_000_000)).toEqual(expected);
});
