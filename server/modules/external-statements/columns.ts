import type {
  ExternalLine,
  MissingMovement,
  RailSummary,
} from '#contract/external-statements/external-statements.ts';
import type { CsvColumns } from '#server/http/csv.ts';

export const externalLineColumns: CsvColumns<ExternalLine> = [
  ['When', (row) => row.occurredAt],
  ['Account', (row) => row.rail],
  ['What', (row) => (row.isFee ? `${row.category} (fee)` : row.category)],
  ['Reference', (row) => row.reference],
  ['Counterparty', (row) => row.counterparty],
  ['Text', (row) => row.description],
  ['Amount', (row) => row.amountMicros],
  ['Currency', (row) => row.currency],
  ['State', (row) => row.state],
  ['Booked (USD)', (row) => row.bookedMicros],
  ['Booked as', (row) => row.bookedAs],
  ['Explanation', (row) => row.note?.reason ?? null],
  ['Id', (row) => row.id],
];

export const missingMovementColumns: CsvColumns<MissingMovement> = [
  ['When', (row) => row.occurredAt],
  ['Account', (row) => row.rail],
  ['Booked as', (row) => row.name],
  ['Reference', (row) => row.reference],
  ['Amount (USD)', (row) => row.amountMicros],
  ['Explanation', (row) => row.note?.reason ?? null],
  ['Entry id', (row) => row.id],
];

/**
 * Columns of the CSV export, with the same values as on the page. Values that are unknown for an account
 * without statements are empty.
 */
export const railSummaryColumns: CsvColumns<Omit<RailSummary, 'canFetch'>> = [
  ['Account', (row) => row.rail],
  ['From', (row) => row.period?.from ?? null],
  ['To', (row) => row.period?.to ?? null],
  ['By statements (USD)', (row) => (row.period && row.rail !== 'manual' ? row.outsideMicros : null)],
  ['By our books (USD)', (row) => row.bookedMicros],
  ['Matched', (row) => row.matched],
  ['Differs', (row) => row.differs],
  ['Only in statements', (row) => row.onlyOutside],
  ['Only in our books', (row) => row.onlyBooked],
  ['Internal', (row) => row.internal],
  ['Explained', (row) => row.explained],
  ['Last import', (row) => row.lastImport?.at ?? null],
];
