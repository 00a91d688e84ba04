import type { z } from 'zod';
import type { submissionRoutes } from '#contract/submissions/submissions.ts';
import type { CsvColumns } from '#server/http/csv.ts';

type Row<Name extends 'clipperSubmissions' | 'hostSubmissions'> = z.output<
  (typeof submissionRoutes)[Name]['reply']
>['rows'][number];

/**
 * Returns the value only if the clip is rejected: a clip approved after an appeal still has the stored reason
 * of its rejection.
 */
const whenRejected = (row: { status: string }, value: string | null): string | null =>
  row.status === 'rejected' ? value : null;

const about: CsvColumns<Row<'clipperSubmissions'> | Row<'hostSubmissions'>> = [
  ['Listing', (row) => row.listingTitle],
  ['Clip link', (row) => row.url],
  ['Platform', (row) => row.platform],
  ['Reported views', (row) => row.reportedViews],
  ['Views', (row) => row.views],
  ['Counted by', (row) => row.countLevel],
  ['Verified views', (row) => row.verifiedViews],
  ['Score', (row) => row.verdict.score],
  ['Band', (row) => row.verdict.band],
  ['Status', (row) => row.status],
  ['Date', (row) => row.submittedAt],
  ['Reason', (row) => whenRejected(row, row.rejectReason)],
  ['Note', (row) => whenRejected(row, row.rejectNote)],
  ['Payout (USD)', (row) => row.payoutMicros],
  ['Id', (row) => row.id],
];

export const clipperSubmissionsColumns: CsvColumns<Row<'clipperSubmissions'>> = [
  ['Host', (row) => row.hostUsername],
  ...about,
];

export const hostSubmissionsColumns: CsvColumns<Row<'hostSubmissions'>> = [
  ['Clipper', (row) => row.clipperUsername],
  ...about,
];
