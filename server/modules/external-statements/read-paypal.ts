import { PAYPAL_COLUMNS } from './column-names.ts';
import { type Instructions, NO_INSTRUCTIONS } from './layout.ts';
import { readTable } from './open-table.ts';
import { failed, type OutsideLine, type Reading, withFee } from './outside-line.ts';
import type { Row } from './read-table.ts';
import { hasMoved } from './status-words.ts';

/** Whether the type is a temporary hold or its release. Neither moves money. */
export const isHold = (type: string): boolean =>
  /^T15\d\d$|^T1105$|\bhold\b|\beinbehalt\p{L}*|\bautorisierung\b/iu.test(type);
/** Whether the type is a transfer to or from the platform's bank. */
export const isPaypalTransfer = (type: string): boolean =>
  /^T0[34]\d\d$|\bwithdrawal\b|\bbank deposit\b|\btransfer (?:to|from) bank\b|\babbuchung\b|\babhebung\b|\bbankgutschrift\b|\bauf(?:s)? (?:das )?bankkonto\b/i.test(
    type,
  );

/**
 * Whether a transaction with this status is completed, or was completed and then reversed. A pending
 * transaction is imported from a later report.
 */
export const isDone = (status: string): boolean => hasMoved(status) === true;

/**
 * A file without these columns is not from PayPal. A monthly statement has no status, because it lists only
 * completed rows.
 */
const PAYPAL_REQUIRED = ['date', 'id', 'type', 'amount', 'currency', ['status', 'net']] as const;

type PaypalRow = Row<keyof typeof PAYPAL_COLUMNS>;

/** Reads PayPal's activity download or monthly statement in English or German, or a report with signed amounts as CSV. */
export function readPaypal(text: string, instructions: Instructions = NO_INSTRUCTIONS): Reading {
  const amounts = ['amount', 'fee', 'net'] as const;
  const table = readTable(text, PAYPAL_COLUMNS, { required: PAYPAL_REQUIRED, amounts, instructions });
  if (!('rows' in table)) return table;
  // These reports count cents and have the sign in a separate column.
  if (table.has('way'))
    return failed('PayPal’s settlement report has unsigned amounts. Import the activity download.');
  table.keep((row) => {
    if (row.text('id') !== '' || row.text('date') !== '') return true;
    return row.filled().length > 0 && row.skip('Neither date nor transaction ID');
  });
  const hasStatus = table.has('status');
  const lines = table.read((row): OutsideLine[] => {
    const [externalId, category] = [row.required('id'), row.required('type')];
    const moved = hasStatus ? row.hasMoved('status') : true;
    if (moved === null || !externalId || !category) return [];
    const why = !moved ? `Not final: ${row.text('status').slice(0, 40)}` : whyNoMovement(row, category);
    if (why) {
      row.skip(why);
      return [];
    }
    const occurredAt = momentOf(row, table.has('zone'));
    const currency = row.currency('currency');
    const amountMicros = row.required('amount') && row.amount('amount');
    const feeMicros = row.isEmpty('fee') ? 0n : row.amount('fee');
    if (!occurredAt || !currency || typeof amountMicros !== 'bigint' || feeMicros === null) return [];
    const netMicros = row.isEmpty('net') ? null : row.amount('net');
    if (netMicros !== null && netMicros !== amountMicros + feeMicros) {
      row.note('net', 'Gross, fee and net do not add up.');
      return [];
    }
    const named = [externalId, row.text('custom'), row.text('invoice'), row.text('related')];
    return withFee(
      {
        externalId,
        category,
        amountMicros,
        currency,
        occurredAt,
        references: named.filter(Boolean),
        counterparty: row.text('name') || null,
        description: null,
        isTransfer: isPaypalTransfer(category),
      },
      // PayPal writes a fee that it took as a negative number.
      -feeMicros,
    );
  });
  const { problems, skipped, assumed } = table;
  if (problems.length > 0) return { problems, seen: table.seen() };
  return { lines, period: null, skipped, assumed: [...assumed], seen: table.seen() };
}

function whyNoMovement(row: PaypalRow, category: string): string | null {
  if (isHold(category)) return `Held, not moved: ${category.slice(0, 40)}`;
  return /^memo$/i.test(row.text('impact')) ? 'Changes no balance' : null;
}

function momentOf(row: PaypalRow, hasZone: boolean): Date | null {
  if (hasZone && row.isEmpty('zone') && !row.isEmpty('time')) return row.note('zone', 'Empty.');
  return row.moment('date', { time: row.text('time'), zone: row.text('zone') });
}
