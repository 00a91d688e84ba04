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
}

/** Nothing for a clip that is too young for analytics. */
export function judgeReleased({
  scenario,
  history,
  analytics,
  lateAnalytics,
  seller,
}: LabelledClip): Released[] {
  if (!analytics) return [];
  const bandOf = (released: typeof lateAnalytics) => scoreClip({ ...history, analytics: released }).band;
  return [
    {
      fraud: scenario.fraud,
      seller: scenario.fraud ? (seller ?? null) : null,
      alone: bandOf(null),
      released: bandOf(analytics),
      late: bandOf(lateAnalytics),
    },
  ];
}

export function shares(clips: Released[]) {
  const of = (by: 'alone' | 'released' | 'late') => {
    const share = (...bands: ScoreBand[]) =>
      clips.filter((clip) => bands.includes(clip[by])).length / clips.length;
    return { held: share('hold'), asked: share('needs_review'), seen: share('hold', 'needs_review') };
  };
  return { alone: of('alone'), released: of('released'), late: of('late') };
}
