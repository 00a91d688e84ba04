import type { CohortRow } from '#contract/cohorts.ts';
import type { CsvColumns } from '#server/http/csv.ts';

export const cohortColumns: CsvColumns<CohortRow> = [
  ['Found', (row) => row.foundAt],
  ['Changed', (row) => row.changedAt],
  ['State', (row) => row.state],
  ['People', (row) => row.members],
  ['Some of them', (row) => row.names.join(' ')],
  ['Clips', (row) => row.clips],
  ['Joined by', (row) => row.kinds.join(' ')],
  ['Pending (USD)', (row) => row.pendingMicros],
  ['Id', (row) => row.id],
];
