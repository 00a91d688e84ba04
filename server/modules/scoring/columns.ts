import type { ScoreWeek } from '#contract/score-rules.ts';
import type { CsvColumns } from '#server/http/csv.ts';

export const scoreWeekColumns: CsvColumns<ScoreWeek> = [
  ['Week from', (row) => row.week],
  ['Platform', (row) => row.platform],
  ['Judged', (row) => row.judged],
  ['Asked about', (row) => row.asked],
  ['Held', (row) => row.held],
  ['Upheld', (row) => row.upheld],
  ['Overturned', (row) => row.overturned],
  ['Lapsed', (row) => row.lapsed],
  ['Undecided', (row) => row.undecided],
  ['Missed', (row) => row.missed],
];
