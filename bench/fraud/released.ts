import { addScores, type CalibrationClass, sizeOf } from '#server/modules/scoring/score/calibration.ts';
import { type ScoreRules, shippedRules } from '#server/modules/scoring/score/rules.ts';
import { scoreClip } from '#server/modules/scoring/score/score.ts';
import type { ScoreBand } from '#server/modules/scoring/score/verdict.ts';
import type { LabelledClip } from './population.ts';
import type { Seller } from './sellers.ts';

/**
 * The bands of one clip: by its counts alone, with its analytics, and with the analytics that were available
 * at its last count.
 */
export interface Released {
  fraud: boolean;
  seller: Seller | null;
  alone: ScoreBand;
  released: ScoreBand;
  late: ScoreBand;
  /**
   * The bands by counts alone and with analytics, each calibrated by scores of honest clips of both kinds.
   */
  calibrated: ScoreBand;
  calibratedReleased: ScoreBand;
  /** The band with analytics, calibrated by honest clips' counts alone. */
  halfCalibrated: ScoreBand;
}

/** Judges a clip; null if it is too young for analytics. */
export function judgeReleased(
  { scenario, history, analytics, lateAnalytics, seller }: LabelledClip,
  rules: ScoreRules = shippedRules,
): Released[] {
  if (!analytics) return [];
  const bandOf = (released: typeof lateAnalytics, by = shippedRules) =>
    scoreClip({ ...history, analytics: released }, by).band;
  const ofCounts = rules.calibration.filter(({ evidence }) => evidence === 'counts');
  return [
    {
      fraud: scenario.fraud,
      seller: scenario.fraud ? (seller ?? null) : null,
      alone: bandOf(null),
      released: bandOf(analytics),
      late: bandOf(lateAnalytics),
      calibrated: bandOf(null, rules),
      calibratedReleased: bandOf(analytics, rules),
      halfCalibrated: bandOf(analytics, { ...rules, calibration: ofCounts }),
    },
  ];
}

/**
 * Returns rules with the scores of these honest clips, as the weekly job computes them: each clip by its
 * counts alone, and with its analytics.
 */
export function calibratedBy(clips: LabelledClip[]): ScoreRules {
  const classes: CalibrationClass[] = [];
  for (const { history, analytics } of clips) {
    const { platform } = history;
    const size = sizeOf(Math.max(...history.snapshots.map(({ views }) => views)));
    for (const released of analytics ? [null, analytics] : [null]) {
      const { score, band, evidence } = scoreClip({ ...history, analytics: released });
      if (band === 'not_enough_data') continue;
      addScores(classes, { platform, size, evidence }, score, 1);
    }
  }
  return { ...shippedRules, calibration: classes };
}

export function shares(clips: Released[]) {
  const of = (by: Exclude<keyof Released, 'fraud' | 'seller'>) => {
    const share = (...bands: ScoreBand[]) =>
      clips.filter((clip) => bands.includes(clip[by])).length / clips.length;
    return { held: share('hold'), asked: share('needs_review'), seen: share('hold', 'needs_review') };
  };
  return {
    alone: of('alone'),
    released: of('released'),
    late: of('late'),
    calibrated: of('calibrated'),
    calibratedReleased: of('calibratedReleased'),
    halfCalibrated: of('halfCalibrated'),
  };
}
