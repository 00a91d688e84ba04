import type { SuspenseItem } from '#contract/suspense.ts';
import type { CsvColumns } from '#server/http/csv.ts';

export const suspenseColumns: CsvColumns<SuspenseItem> = [
  ['Arrived', (row) => row.arrivedAt],
  ['Cause', (row) => row.cause],
  ['Amount (USD)', (row) => row.amountMicros],
  ['At', (row) => row.rail],
  ['Reference', (row) => row.reference],
  ['State', (row) => row.state],
  ['Resolved', (row) => row.resolvedAt],
  ['Sent by', (row) => row.sentRail],
  ['Sent under', (row) => row.sentReference],
  ['Reason', (row) => row.reason],
  ['Closed account', (row) => row.ownerId],
  ['Id', (row) => row.id],
];
