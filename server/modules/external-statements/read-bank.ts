import { bankLine } from './bank-line.ts';
import type { OutsideLine, Reading } from './outside-line.ts';
import { readCamt } from './read-camt.ts';
import { type Row, readTable } from './read-table.ts';

const columns = {
  date: [
    'date',
    'bookingdate',
    'bookeddate',
    'transactiondate',
    'postingdate',
    'valuedate',
    'buchungstag',
    'datum',
  ],
  amount: ['amount', 'transactionamount', 'betrag', 'amountusd'],
  debit: ['debit', 'debitamount', 'paidout', 'withdrawal', 'withdrawals', 'moneyout'],
  credit: ['credit', 'creditamount', 'paidin', 'deposit', 'deposits', 'moneyin'],
  currency: ['currency', 'ccy', 'whrung', 'waehrung'],
  reference: [
    'reference',
    'bankreference',
    'transactionid',
    'transactionreference',
    'endtoendid',
    'id',
    'referenz',
  ],
  counterparty: ['counterparty', 'name', 'payee', 'payer', 'beneficiary', 'partner', 'sender'],
  description: [
    'description',
    'details',
    'memo',
    'narrative',
    'remittanceinformation',
    'text',
    'verwendungszweck',
  ],
} as const;

/** A bank's statement: camt.053, or CSV with a column for date, amount, reference, counterparty, description. */
export const readBank = (text: string): Reading =>
  /^\s*</.test(text.replace(/^\uFEFF/, '')) ? readCamt(text) : readBankCsv(text);

function readBankCsv(text: string): Reading {
  const table = readTable(text, columns, [
    'date',
    ['amount', 'debit', 'credit'],
    ['reference', 'description'],
  ]);
  if (!('rows' in table)) return table;
  const lines = table.read((row): OutsideLine[] => {
    const [occurredAt, currency] = [row.moment('date'), row.currency('currency', 'USD')];
    const amountMicros = table.has('amount') ? wanted(row) : twoColumns(row);
    if (!occurredAt || !currency || amountMicros === null) return [];
    const [reference, description] = [row.text('reference'), row.text('description')];
    return [
      bankLine({
        category: amountMicros < 0n ? 'debit' : 'credit',
        amountMicros,
        currency,
        occurredAt,
        named: [reference],
        counterparty: row.text('counterparty') || null,
        description: description || null,
      }),
    ];
  });
  return table.problems.length > 0 ? { problems: table.problems } : { lines, period: null };
}

type BankRow = Row<keyof typeof columns>;

const wanted = (row: BankRow): bigint | null => (row.required('amount') ? row.amount('amount') : null);

/** An amount from separate columns for money in and out, whatever their signs; a bank leaves one empty or zero. */
function twoColumns(row: BankRow): bigint | null {
  const [debit, credit] = [row.amount('debit') ?? 0n, row.amount('credit') ?? 0n];
  if (debit !== 0n && credit !== 0n) return row.note('debit', 'Debit and credit on one line.');
  if (debit === 0n && credit === 0n && !row.text('debit') && !row.text('credit'))
    return row.note('debit', 'Empty.');
  return credit !== 0n ? credit : debit > 0n ? -debit : debit;
}
