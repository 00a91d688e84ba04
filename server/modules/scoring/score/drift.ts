import { ASK_ERROR, ASK_FROM, CALIBRATION_CLIPS, HOLD_ERROR } from './calibration.ts';
import { HOLD_FROM } from './verdict.ts';

/**
 * `part` is the promised share of clips, from score `from` on. `bet` is the factor by which the test assumes
 * that this share has grown. A rare event must become more frequent by a larger factor to be found in time.
 */
export const promises = {
  held: { part: HOLD_ERROR, from: HOLD_FROM, bet: 4 },
  asked: { part: ASK_ERROR, from: ASK_FROM, bet: 2 },
} as const;
export type DriftPromise = keyof typeof promises;

/**
 * Least average number of honest clips between two false alarms. The CUSUM statistic never exceeds the
 * Shiryaev-Roberts statistic, which grows by one per clip on average.
 */
export const CLIPS_BETWEEN_FALSE_ALARMS = 20_000;
const names = Object.keys(promises) as DriftPromise[];
const ALARM = Math.log(CLIPS_BETWEEN_FALSE_ALARMS * names.length);

export interface Drift {
  promise: DriftPromise;
  /**
   * Indices of the first and last clip that show the drift. `above` is the number of clips between them that
   * would have been held (for `asked`: held or asked about).
   */
  from: number;
  to: number;
  above: number;
}

/**
 * Finds the first drift among the scores (0-100) of honest clips of one class, in the order in which they were
 * found honest; null = none. Clips before `testedFrom` and the first CALIBRATION_CLIPS are not tested. Pure; linear
 * in the clips.
 *
 * Each clip's p-value is computed from all honest clips before it. While the clips are exchangeable, a clip breaks
 * the promise with at most the promised probability, whatever happened before, so a bet against the promise wins
 * nothing on average. Large winnings since they were last zero therefore show that the clips have changed. Source:
 * the conformal CUSUM procedure (Vovk, Nouretdinov, Gammerman, "Validity and efficiency of the conformal CUSUM
 * procedure", arXiv:2412.03464; Vovk et al., "Retrain or not retrain", arXiv:2102.10439).
 */
export function findDrift(scores: readonly number[], testedFrom = 0): Drift | null {
  const counts = new Array<number>(101).fill(0);
  const runs = names.map((promise) => ({ promise, from: 0, won: 0, above: 0 }));
  for (const [at, score] of scores.entries()) {
    if (at >= Math.max(testedFrom, CALIBRATION_CLIPS)) {
      let asHigh = 1;
      for (let higher = score; higher <= 100; higher++) asHigh += counts[higher]!;
      const p = asHigh / (at + 1);
      for (const run of runs) {
        const { part, from, bet } = promises[run.promise];
        const isAbove = score >= from && p <= part;
        const won = run.won + Math.log(isAbove ? bet : (1 - bet * part) / (1 - part));
        if (won <= 0) Object.assign(run, { from: at + 1, won: 0, above: 0 });
        else if (run.won === 0) Object.assign(run, { from: at, won, above: 1 });
        else Object.assign(run, { won, above: run.above + Number(isAbove) });
      }
      const found = runs.find(({ won }) => won >= ALARM);
      if (found) return { promise: found.promise, from: found.from, to: at, above: found.above };
    }
    counts[score]!++;
  }
  return null;
}
