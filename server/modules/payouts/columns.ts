import type { z } from 'zod';
import type { PayoutBatchRow } from '#contract/admin/admin-payouts.ts';
import type { payoutRoutes } from '#contract/payouts/payouts.ts';
import type { CsvColumns } from '#server/http/csv.ts';

type Row<Name extends 'clipperPayouts' | 'adminPayouts'> = z.output<
  (typeof payoutRoutes)[Name]['reply']
>['rows'][number];

const about: CsvColumns<Row<'clipperPayouts'>> = [
  ['Requested', (row) => row.requestedAt],
  ['Cause', (row) => row.cause],
  ['Amount (USD)', (row) => row.amountMicros],
  ['To', (row) => row.destination],
  ['State', (row) => row.state],
  ['Due', (row) => row.dueAt],
  ['Finished', (row) => row.finishedAt],
  ['Reference', (row) => row.reference],
  ['Reason', (row) => row.failure],
  ['Id', (row) => row.id],
];

export const clipperPayoutsColumns: CsvColumns<Row<'clipperPayouts'>> = about;

export const adminPayoutsColumns: CsvColumns<Row<'adminPayouts'>> = [
  ['Clipper', (row) => row.clipperUsername],
  ...about,
];

export const payoutBatchesColumns: CsvColumns<PayoutBatchRow> = [
  ['Batch', (row) => row.paypalBatchId ?? row.id],
  ['State', (row) => row.state],
  ['Payouts', (row) => row.payouts],
  ['Open', (row) => row.openPayouts],
  ['Amount (USD)', (row) => row.amountMicros],
  ['Created', (row) => row.createdAt],
  ['Sent', (row) => row.sentAt],
  ['Next check', (row) => row.nextStepAt],
  ['Problem', (row) => row.problem],
];
