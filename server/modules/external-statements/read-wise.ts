import { bankLine } from './bank-line.ts';
import { WISE_COLUMNS } from './column-names.ts';
import type { Chosen, Instructions } from './layout.ts';
import { readTable } from './open-table.ts';
import { type OutsideLine, type Reading, withFee } from './outside-line.ts';
import type { Row } from './read-table.ts';

const REQUIRED = [
  'id',
  'status',
  'direction',
  'created',
  'sourceAmount',
  'sourceCurrency',
  'targetAmount',
  'targetCurrency',
] as const;
const AMOUNTS = ['sourceAmount', 'sourceFee', 'targetAmount'] as const;

const mapsColumns = ({ mapping }: Chosen): boolean => Object.keys(mapping.columns).length > 0;

type WiseRow = Row<keyof typeof WISE_COLUMNS>;

/**
 * Whether the text is Wise's transaction history. It states the amounts that were sent and received, unlike
 * Wise's statement of one balance.
 */
export const isWiseHistory = (text: string): boolean =>
  /source amount \(after fees\)/i.test(text.slice(0, 4_000)) &&
  /target amount \(after fees\)/i.test(text.slice(0, 4_000));

/**
 * Reads Wise's transaction history. Its amounts have no signs; a column states whether money was sent, received or
 * converted. Returns null if an admin has mapped its columns.
 */
export function readWise(text: string, instructions: Instructions): Reading | null {
  const table = readTable(text, WISE_COLUMNS, { required: REQUIRED, amounts: AMOUNTS, instructions });
  if (!('rows' in table)) return table.seen && mapsColumns(table.seen) ? null : table;
  if (mapsColumns(table.chosen)) return null;
  table.keep((row) => row.filled().length > 0 && isFinal(row));
  const lines = table.read((row) => linesOf(row));
  const { problems, skipped, assumed } = table;
  if (problems.length > 0) return { problems, seen: table.seen() };
  return { lines, period: null, skipped, assumed: [...assumed], seen: table.seen() };
}

/** Whether a row moved money for good. A refunded payment left and returned, and has no second row. */
function isFinal(row: WiseRow): boolean {
  const [status, direction] = [row.text('status').toUpperCase(), row.text('direction').toUpperCase()];
  if (status === 'REFUNDED' && direction === 'OUT') return row.skip('Refunded: it left and came back');
  if (status === 'REFUNDED') {
    row.note('status', 'A refund of money in may be final or not. Import Wise’s balance statement instead.');
    return false;
  }
  const moved = row.hasMoved('status');
  return moved === false ? row.skip(`Not final: ${row.text('status').slice(0, 40)}`) : moved === true;
}

function linesOf(row: WiseRow): OutsideLine[] {
  const direction = row.required('direction')?.toUpperCase();
  if (direction === undefined) return [];
  if (direction === 'OUT') return out(row);
  if (direction === 'IN') return into(row);
  if (direction === 'NEUTRAL') {
    const [left, came] = [out(row), into(row)];
    return left.length > 0 && came.length > 0 ? [...left, ...came] : [];
  }
  row.note('direction', `“${direction.slice(0, 40)}” is no direction.`);
  return [];
}

/** Returns the lines of a payment that was sent. Its amount excludes the fee, which was taken separately. */
function out(row: WiseRow): OutsideLine[] {
  const amount = row.required('sourceAmount') === null ? null : row.amount('sourceAmount');
  const fee = row.isEmpty('sourceFee') ? 0n : row.amount('sourceFee');
  const line = lineOf(row, { currency: 'sourceCurrency', other: 'target' });
  if (amount === null || fee === null || !line) return [];
  const feeCurrency = row.text('sourceFeeCurrency');
  if (fee !== 0n && feeCurrency !== '' && feeCurrency !== row.text('sourceCurrency')) {
    row.note('sourceFeeCurrency', 'The fee has another currency than the amount.');
    return [];
  }
  return amount < 0n || fee < 0n ? signed(row) : withFee(line(-amount), fee);
}

/** Returns the line of a payment that was received, without fees. */
function into(row: WiseRow): OutsideLine[] {
  const amount = row.required('targetAmount') === null ? null : row.amount('targetAmount');
  const line = lineOf(row, { currency: 'targetCurrency', other: 'source' });
  if (amount === null || !line) return [];
  return amount < 0n ? signed(row) : withFee(line(amount), 0n);
}

function signed(row: WiseRow): OutsideLine[] {
  row.note('direction', 'The direction and a minus contradict each other.');
  return [];
}

function lineOf(
  row: WiseRow,
  { currency, other }: { currency: 'sourceCurrency' | 'targetCurrency'; other: 'source' | 'target' },
): ((amountMicros: bigint) => OutsideLine) | null {
  const code = row.currency(currency);
  const occurredAt = row.isEmpty('finished') ? row.moment('created') : row.moment('finished');
  const id = row.required('id');
  if (!code || !occurredAt || !id) return null;
  return (amountMicros) =>
    bankLine({
      category: amountMicros < 0n ? 'debit' : 'credit',
      amountMicros,
      currency: code,
      occurredAt,
      named: [row.text('reference'), id],
      counterparty: row.text(`${other}Name`) || null,
      description: row.text('note') || null,
    });
}
