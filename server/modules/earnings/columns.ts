import type { z } from 'zod';
import type { DebtRow } from '#contract/earnings/debts.ts';
import type { earningsRoutes } from '#contract/earnings/earnings.ts';
import type { CsvColumns } from '#server/http/csv.ts';

type Row<Name extends 'clipperEarningRows'> = z.output<
  (typeof earningsRoutes)[Name]['reply']
>['rows'][number];

export const clipperEarningRowsColumns: CsvColumns<Row<'clipperEarningRows'>> = [
  ['Listing', (row) => row.listingTitle],
  ['Views', (row) => row.views],
  ['Counted by', (row) => row.countLevel],
  ['Earned (USD)', (row) => row.earnedMicros],
  ['Last 24 hours (USD)', (row) => row.lastDayMicros],
  ['Approved', (row) => row.approvedAt],
  ['Submission', (row) => row.submissionId],
];

export const adminDebtsColumns: CsvColumns<DebtRow> = [
  ['Clipper', (row) => row.clipper],
  ['Owed (USD)', (row) => row.owedMicros],
  ['Since', (row) => row.since],
  ['Clipper id', (row) => row.id],
];
