import type { ScoreRules, ScoreWeek } from '#contract/scoring/score-rules.ts';
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

/** A signal has one row, or one row per platform if its thresholds differ by platform. */
interface ThresholdRow {
  signal: ScoreRules['signals'][number];
  ramp: ScoreRules['signals'][number]['ramps'][number] | null;
}

export const thresholdsOf = (signals: ScoreRules['signals']): ThresholdRow[] =>
  signals.flatMap<ThresholdRow>((signal) =>
    signal.ramps.length > 0 ? signal.ramps.map((ramp) => ({ signal, ramp })) : { signal, ramp: null },
  );

export const scoreRuleColumns: CsvColumns<ThresholdRow> = [
  ['Signal', ({ signal }) => signal.name],
  ['Platform', ({ ramp }) => ramp?.platform ?? null],
  ['Suspicion from', ({ ramp }) => ramp?.weak ?? null],
  ['Full at', ({ ramp }) => ramp?.strong ?? null],
  ['Weight', ({ signal }) => signal.weight],
  ['Weight as shipped', ({ signal }) => signal.shippedWeight],
  ['Id', ({ signal }) => signal.id],
];
