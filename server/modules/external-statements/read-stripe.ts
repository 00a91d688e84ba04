import { STRIPE_COLUMNS } from './column-names.ts';
import { type Instructions, NO_INSTRUCTIONS } from './layout.ts';
import { readTable } from './open-table.ts';
import { type OutsideLine, type Reading, withFee } from './outside-line.ts';

/** Stripe's types for transfers between its balance and the platform's bank. */
export const STRIPE_TRANSFERS = new Set([
  'payout',
  'payout_reversal',
  'payout_failure',
  'payout_cancel',
  'payout_minimum_balance_hold',
  'payout_minimum_balance_release',
  'topup',
  'topup_reversal',
]);

/** A file without these columns is not from Stripe. */
const STRIPE_REQUIRED = ['id', 'created', 'category', 'amount', 'fee', 'currency'] as const;

/** Reads Stripe's itemized "Balance change from activity", or the export of all balance transactions. */
export function readStripe(text: string, instructions: Instructions = NO_INSTRUCTIONS): Reading {
  const amounts = ['amount', 'fee'] as const;
  const table = readTable(text, STRIPE_COLUMNS, { required: STRIPE_REQUIRED, amounts, instructions });
  if (!('rows' in table)) return table;
  table.keep((row) => row.filled().length > 0);
  const lines = table.read((row): OutsideLine[] => {
    const [externalId, category] = [row.required('id'), row.required('category')];
    const [occurredAt, currency] = [row.moment('created'), row.currency('currency')];
    const amountMicros = row.required('amount') && row.amount('amount');
    const feeMicros = row.isEmpty('fee') ? 0n : row.amount('fee');
    if (!externalId || !category || !occurredAt || !currency || typeof amountMicros !== 'bigint') return [];
    if (feeMicros === null) return [];
    const named = [row.text('source'), row.text('payment'), row.text('charge'), externalId];
    return withFee(
      {
        externalId,
        category,
        amountMicros,
        currency,
        occurredAt,
        references: named.filter(Boolean),
        counterparty: null,
        description: row.text('description') || null,
        isTransfer: STRIPE_TRANSFERS.has(category),
      },
      feeMicros,
    );
  });
  return table.problems.length > 0 ? { problems: table.problems } : { lines, period: null };
}
