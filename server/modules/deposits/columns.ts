import type { z } from 'zod';
import type { depositRoutes } from '#contract/deposits.ts';
import type { CsvColumns } from '#server/http/csv.ts';

type Row<Name extends 'hostTransactions'> = z.output<(typeof depositRoutes)[Name]['reply']>['rows'][number];

export const hostTransactionsColumns: CsvColumns<Row<'hostTransactions'>> = [
  ['Date', (row) => row.date],
  ['Amount (USD)', (row) => row.amountMicros],
  ['Type', (row) => row.type],
  ['Listing', (row) => row.listingTitle],
  ['Status', (row) => row.status],
  ['Id', (row) => row.id],
];
