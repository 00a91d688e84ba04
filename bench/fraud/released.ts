import { type CalibrationClass, sizeOf } from '#server/modules/scoring/score/calibration.ts';
import { type ScoreRules, shippedRules } from '#server/modules/scoring/score/rules.ts';
import { type ScoreBand, scoreClip } from '#server/modules/scoring/score/score.ts';
import type { LabelledClip } from './population.ts';
import type { Seller } from './sellers.ts';

/** The bands of one clip: by its counts alone, with its analytics, and with those that are there when it is counted last. */
export interface Released {
  fraud: boolean;
  seller: Seller | null;
  alone: ScoreBand;
  released: ScoreBand;
  late: ScoreBand;
  /** By counts alone and with analytics, where scores are compared with those of honest clips. */
  calibrated: ScoreBand;
  calibratedReleased: ScoreBand;
}

/** Nothing for a clip that is too young for analytics. */
export function judgeReleased(
  { scenario, history, analytics, lateAnalytics, seller }: LabelledClip,
  rules: ScoreRules = shippedRules,
): Released[] {
  if (!analytics) return [];
  const bandOf = (released: typeof lateAnalytics, by = shippedRules) =>
    scoreClip({ ...history, analytics: released }, by).band;
  return [
    {
      fraud: scenario.fraud,
      seller: scenario.fraud ? (seller ?? null) : null,
      alone: bandOf(null),
      released: bandOf(analytics),
      late: bandOf(lateAnalytics),
      calibrated: bandOf(null, rules),
      calibratedReleased: bandOf(analytics, rules),
    },
  ];
}

/** Rules with the scores of these honest clips, as the weekly job counts them. */
export function calibratedBy(clips: LabelledClip[]): ScoreRules {
  const classes = new Map<string, CalibrationClass & { scores: number[] }>();
  for (const { history } of clips) {
    const { platform } = history;
    const size = sizeOf(Math.max(...history.snapshots.map(({ views }) => views)));
    const { score, band } = scoreClip(history);
    if (band === 'not_enough_data') continue;
    const key = `${platform} ${size}`;
    const one = classes.get(key) ?? { platform, size, scores: new Array<number>(101).fill(0) };
    one.scores[score]!++;
    classes.set(key, one);
  }
  return { ...shippedRules, calibration: [...classes.values()] };
}

export function shares(clips: Released[]) {
  const of = (by: 'alone' | 'released' | 'late' | 'calibrated' | 'calibratedReleased') => {
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
  };
}
