import type { PostPlatform } from '#contract/platforms/platforms.ts';
import {
  ASK_ERROR,
  ASK_FROM,
  type Calibrated,
  calibrate,
  calibratedSentence,
  HOLD_ERROR,
  type ScoreEvidence,
  sizeOf,
} from './calibration.ts';
import type { ScoreRules } from './rules.ts';

export type ScoreBand = 'not_enough_data' | 'clean' | 'needs_review' | 'hold';

export const REVIEW_FROM = 30;
export const HOLD_FROM = 60;

interface Scored {
  platform: PostPlatform;
  views: number;
  score: number;
  /** The score without the released figures; null if none are released. */
  countsScore: number | null;
  /** Sentence that says why the data is not enough; null if it is. */
  missing: string | null;
}

export interface Verdict {
  band: ScoreBand;
  /** One sentence or two that explain the band. */
  summary: string;
  /**
   * Share of comparable honest clips that have this score or a higher one; null if too few are known or their
   * class has an open drift.
   */
  p: number | null;
}

/**
 * Decides the band. With released figures, the score must be rare both among honest clips with figures and
 * among honest clips judged by counts. While too few clips with figures are known, figures can remove a hold
 * but not cause one: a person is asked instead.
 */
export function toVerdict(rules: ScoreRules, scored: Scored): Verdict {
  const { platform, views, score, countsScore, missing } = scored;
  const size = sizeOf(views);
  const compare = (evidence: ScoreEvidence, of: number) =>
    missing ? null : calibrate(rules, { platform, size, evidence }, of);
  const verdictOf = (of: number, calibrated: Calibrated | null): Verdict => {
    const band = bandOf(of, missing !== null, calibrated);
    const why = calibrated && band !== 'clean' ? ` ${calibratedSentence(calibrated)}` : '';
    return {
      band,
      summary: missing && band === 'not_enough_data' ? missing : summaryOf(band, of) + why,
      p: calibrated && !calibrated.isDrifted ? calibrated.p : null,
    };
  };
  if (countsScore === null) return verdictOf(score, compare('counts', score));
  const calibrated = compare('analytics', score);
  if (calibrated) return verdictOf(score, lessUnusual(calibrated, compare('counts', score)));
  const whole = verdictOf(score, null);
  const counts = verdictOf(countsScore, compare('counts', countsScore));
  if (whole.band === 'hold' && counts.band === 'hold') return counts;
  if (whole.band === 'hold')
    return {
      ...counts,
      band: 'needs_review',
      summary: `${summaryOf('needs_review', score)} ${FIGURES_ALONE}`,
    };
  const isCleared = score < countsScore;
  return whole.band === 'needs_review' || isCleared ? { ...whole, p: counts.p } : counts;
}

/**
 * Returns the comparison in which the score is less unusual. Few honest clips with figures are known, so the
 * comparison with them alone is weak.
 */
function lessUnusual(own: Calibrated, others: Calibrated | null): Calibrated {
  if (!others) return own;
  return { ...(own.p >= others.p ? own : others), isDrifted: own.isDrifted || others.isDrifted };
}

const FIGURES_ALONE =
  'Released figures alone hold no views until enough honest clips with such figures are known.';

/**
 * Asks a person about a clip that would be held, because so few clips are found bought that honest ones would be
 * too large a share of the held clips.
 */
export const downgradeToReview = <Held extends Verdict>(verdict: Held): Held => ({
  ...verdict,
  band: 'needs_review',
  summary: `${verdict.summary.replace(summaries.hold, REVIEWED_FIRST)} Few clips were found bought lately, so that holds nothing.`,
});

/**
 * Returns the band of a score. Too little data is never clean, and never excuses a suspicious score. If
 * enough honest clips of the class are known, a hold needs a score that hardly any of them has, and a person
 * is asked about a lower score that few of them have. While the class has a drift, a person is asked instead
 * of holding.
 */
function bandOf(score: number, missing: boolean, calibrated: Calibrated | null): ScoreBand {
  const none = missing ? 'not_enough_data' : 'clean';
  if (!calibrated) return score >= HOLD_FROM ? 'hold' : score >= REVIEW_FROM ? 'needs_review' : none;
  if (score >= HOLD_FROM)
    return calibrated.p <= HOLD_ERROR && !calibrated.isDrifted ? 'hold' : 'needs_review';
  return score >= ASK_FROM && calibrated.p <= ASK_ERROR ? 'needs_review' : none;
}

const summaries: Record<ScoreBand, string> = {
  not_enough_data: 'Not enough data yet.',
  clean: 'Nothing unusual so far.',
  needs_review:
    'Something is unusual. A reviewer may check it; without a decision the earnings are released seven days later.',
  hold: 'The views in doubt are held until a reviewer has checked them.',
};
const REVIEWED_FIRST = 'Something is very unusual. The earnings wait until a reviewer has checked the views.';

/** Returns the sentence that says what happens; from `HOLD_FROM` on, time alone releases nothing. */
const summaryOf = (band: ScoreBand, score: number): string =>
  band === 'needs_review' && score >= HOLD_FROM ? REVIEWED_FIRST : summaries[band];
