import type { PostPlatform } from '#contract/platforms.ts';
import { count } from './format.ts';

/** What a score is made of: counts alone, or also what the account's owner released. */
export const scoreEvidences = ['counts', 'analytics'] as const;
export type ScoreEvidence = (typeof scoreEvidences)[number];

/** Clips of one platform and size whose scores are made of the same. */
export interface ScoreClass {
  platform: PostPlatform;
  size: SizeClass;
  evidence: ScoreEvidence;
}

export const isSameClass =
  (a: ScoreClass) =>
  (b: ScoreClass): boolean =>
    a.platform === b.platform && a.size === b.size && a.evidence === b.evidence;

/** Honest clips of a class, counted by their score: how many have 0, 1 … 100. */
export interface CalibrationClass extends ScoreClass {
  scores: number[];
}

/** Adds so many clips of a class with a score to those that were counted before. */
export function addScores(
  classes: CalibrationClass[],
  { platform, size, evidence }: ScoreClass,
  score: number,
  clips: number,
): void {
  let one = classes.find(isSameClass({ platform, size, evidence }));
  if (!one) {
    one = { platform, size, evidence, scores: new Array<number>(101).fill(0) };
    classes.push(one);
  }
  one.scores[score]! += clips;
}

/** Small clips have few likes and much chance; large ones come from strangers. Their scores differ. */
export const sizeClasses = ['small', 'medium', 'large'] as const;
export type SizeClass = (typeof sizeClasses)[number];
export const sizeOf = (views: number): SizeClass =>
  views < 10_000 ? 'small' : views < 100_000 ? 'medium' : 'large';

/** With fewer clips of a class its thresholds stay those that people set. */
export const CALIBRATION_CLIPS = 400;
/** Of honest clips like these, at most this part is held. */
export const HOLD_ERROR = 0.005;
/** At most this part is held or asked about. */
export const ASK_ERROR = 0.04;
/** A lower score names nothing that a person could check. */
export const ASK_FROM = 12;

/** How unusual a score is among honest clips of its class. */
export interface Calibrated {
  /** The part of them, this clip among them, that has this score or a higher one: a conformal p-value. */
  p: number;
  clips: number;
  evidence: ScoreEvidence;
  /** Honest clips have changed since they were counted: p says less than it seems to. */
  isDrifted: boolean;
}

/** null = this class has too few clips. */
export function calibrate(
  { calibration, drifted }: { calibration: readonly CalibrationClass[]; drifted: readonly ScoreClass[] },
  of: ScoreClass,
  score: number,
): Calibrated | null {
  const isOfIt = isSameClass(of);
  const scores = calibration.find(isOfIt)?.scores;
  const clips = scores?.reduce((sum, n) => sum + n, 0) ?? 0;
  if (!scores || clips < CALIBRATION_CLIPS) return null;
  const asHigh = scores.slice(score).reduce((sum, n) => sum + n, 0);
  const p = (1 + asHigh) / (clips + 1);
  return { p, clips, evidence: of.evidence, isDrifted: drifted.some(isOfIt) };
}

/**
 * "Of 1,200 honest clips of this platform and size, 3 scored as high." After a drift also why that holds nothing.
 */
export const calibratedSentence = ({ p, clips, evidence, isDrifted }: Calibrated): string =>
  `Of ${count(clips)} honest clips of this platform and size${
    evidence === 'analytics' ? ' with released figures' : ''
  }, ${count(Math.round(p * (clips + 1)) - 1)} scored as high.${
    isDrifted ? ' Honest clips have scored higher lately, so nothing is held because of it.' : ''
  }`;
