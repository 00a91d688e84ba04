import type { AdminAppeal } from '#contract/appeals.ts';
import type { CsvColumns } from '#server/http/csv.ts';

export const adminAppealsColumns: CsvColumns<AdminAppeal> = [
  ['Clipper', (row) => row.clipper],
  ['Host', (row) => row.host],
  ['Listing', (row) => row.listing],
  ['Appeals', (row) => row.of],
  ['Against', (row) => row.against],
  ['Text', (row) => row.text],
  ['State', (row) => row.state],
  ['Opened', (row) => row.openedAt],
  ['Decide by', (row) => row.decideBy],
  ['Decided', (row) => row.decidedAt],
  ['Decided by', (row) => row.decidedBy],
  ['Note', (row) => row.note],
  ['Score', (row) => row.verdict.score],
  ['Views', (row) => row.views],
  ['Set aside (USD)', (row) => row.reservedMicros],
  ['Submission', (row) => row.submissionId],
  ['Id', (row) => row.id],
];
