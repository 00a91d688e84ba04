import type { z } from 'zod';
import type { AdminDeposit } from '#contract/admin/admin-deposits.ts';
import type { depositRoutes, HostDeposit } from '#contract/deposits/deposits.ts';
import type { CsvColumns } from '#server/http/csv.ts';

type Row<Name extends 'hostTransactions'> = z.output<(typeof depositRoutes)[Name]['reply']>['rows'][number];

export const hostTransactionsColumns: CsvColumns<Row<'hostTransactions'>> = [
  ['Date', (row) => row.date],
  ['Amount (USD)', (row) => row.amountMicros],
  ['Type', (row) => row.type],
  ['Listing', (row) => row.listingTitle],
  ['Status', (row) => row.status],
  ['Spent (USD)', (row) => row.spentMicros],
  ['Balance (USD)', (row) => row.balanceMicros],
  ['Id', (row) => row.id],
];

const depositColumns: CsvColumns<HostDeposit | AdminDeposit> = [
  ['Date', (row) => row.createdAt],
  ['Amount (USD)', (row) => row.amountMicros],
  ['Paid by', (row) => row.rail],
  ['State', (row) => row.state],
  ['Confirmed', (row) => row.confirmedAt],
  ['Refunded (USD)', (row) => row.refundedMicros],
  ['Refund', (row) => row.refundState],
  ['Reference', (row) => row.reference],
  ['Note', (row) => row.failure],
];

export const hostDepositsColumns: CsvColumns<HostDeposit> = [
  ...depositColumns,
  ['Unspent (USD)', (row) => row.unspentMicros],
  ['Id', (row) => row.id],
];

export const adminDepositsColumns: CsvColumns<AdminDeposit> = [
  ['Host', (row) => row.hostUsername],
  ...depositColumns,
  ['Bank reference', (row) => row.bankReference],
  ['Id', (row) => row.id],
];
