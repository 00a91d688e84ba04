import { readAmounts } from './bank-amount.ts';
import { bankLine } from './bank-line.ts';
import type { BankRow } from './bank-table.ts';
import { isBalance, isTotal } from './cell-words.ts';
import { findContradictions } from './check-balance.ts';
import { BANK_COLUMNS } from './column-names.ts';
import { type Instructions, NO_INSTRUCTIONS } from './layout.ts';
import { readTable } from './open-table.ts';
import { type OutsideLine, type Reading, withFee } from './outside-line.ts';
import { readCamt } from './read-camt.ts';
import { isWiseHistory, readWise } from './read-wise.ts';

const AMOUNTS = ['amount', 'debit', 'credit', 'balance', 'fee', 'net'] as const;

/** The columns without which a bank's file can't be read. */
const BANK_REQUIRED = [
  'date',
  ['amount', 'debit', 'credit'],
  ['description', 'reference', 'paymentReference', 'moreText'],
] as const;

/**
 * Reads a bank's statement: camt.053, Wise's history, or CSV with columns for date, amount, reference,
 * counterparty and description.
 */
export function readBank(text: string, instructions: Instructions = NO_INSTRUCTIONS): Reading {
  if (/^\s*</.test(text.replace(/^\uFEFF/, ''))) return readCamt(text);
  return (isWiseHistory(text) ? readWise(text, instructions) : null) ?? readBankCsv(text, instructions);
}

function readBankCsv(text: string, instructions: Instructions): Reading {
  const table = readTable(text, BANK_COLUMNS, { required: BANK_REQUIRED, amounts: AMOUNTS, instructions });
  if (!('rows' in table)) return table;
  table.keep(isMovement);
  const { readAmount, currency } = readAmounts(table);
  const moved: { row: BankRow; total: bigint; currency: string }[] = [];
  const lines = table.read((row): OutsideLine[] => {
    const occurredAt = row.moment('date');
    const amount = readAmount(row);
    const code = amount && currency(row, amount);
    if (!occurredAt || !amount || !code) return [];
    const { amountMicros, feeMicros } = amount;
    moved.push({ row, total: amountMicros - feeMicros, currency: code });
    const [first, ...others] = [...row.texts('description'), ...row.every('moreText')].filter(isNew);
    return withFee(
      bankLine({
        category: amountMicros < 0n ? 'debit' : 'credit',
        amountMicros,
        currency: code,
        occurredAt,
        named: [row.text('reference')],
        counterparty: row.text('counterparty') || null,
        description: row.text('description') || null,
        more: {
          named: [...row.every('paymentReference'), ...row.every('reference')],
          counterparty: row.every('participant')[0] ?? null,
          description: (row.text('description') ? others : [first, ...others]).filter(Boolean).join(' '),
        },
      }),
      feeMicros,
    );
  });
  const balances = findContradictions(moved);
  const { problems, skipped, assumed } = table;
  if (problems.length > 0) return { problems, seen: table.seen() };
  return { lines, period: null, skipped, balances, assumed: [...assumed], seen: table.seen() };
}

const isNew = (text: string, at: number, all: readonly string[]): boolean => all.indexOf(text) === at;

/**
 * Whether a row is a final movement. Sums, balances and empty rows are skipped; unknown status words are
 * noted as problems.
 */
function isMovement(row: BankRow): boolean {
  if (row.filled().length === 0) return false;
  const hasAmount = (['amount', 'debit', 'credit'] as const).some((column) => !row.isEmpty(column));
  const texts = [...row.every('description'), ...row.every('moreText'), ...row.filled().slice(0, 1)];
  if (!hasAmount && texts.some(isBalance)) return row.skip('Balance');
  if (!hasAmount && row.text('date') === '') return row.skip('Neither date nor amount');
  // The row is a note that the bank wrote below its rows.
  if (!hasAmount && row.filled().length === 1 && /\p{L}{3}/u.test(row.text('date'))) return row.skip('Note');
  if (row.text('date') === '' && texts.some(isTotal)) return row.skip('Sum');
  if (isTotal(row.text('date'))) return row.skip('Sum');
  const isNameless = row.text('reference') === '' && row.text('counterparty') === '';
  if (isNameless && texts.some(isBalance)) return row.skip('Balance');
  if (/vorgemerkt|\bpending\b/i.test(row.text('info'))) return row.skip('Not final');
  if (row.text('status') === '') return true;
  const moved = row.hasMoved('status');
  return moved === false ? row.skip(`Not final: ${row.text('status').slice(0, 40)}`) : moved === true;
}
