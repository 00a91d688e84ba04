import type { PostPlatform } from '#contract/platforms/platforms.ts';
import { count } from './format.ts';

/** The data behind a score: public counts alone, or also figures that the account's owner released. */
export const scoreEvidences = ['counts', 'analytics'] as const;
export type ScoreEvidence = (typeof scoreEvidences)[number];

/** Clips whose scores can be compared: same platform, size and evidence. */
export interface ScoreClass {
  platform: PostPlatform;
  size: SizeClass;
  evidence: ScoreEvidence;
}

export const isSameClass =
  (a: ScoreClass) =>
  (b: ScoreClass): boolean =>
    a.platform === b.platform && a.size === b.size && a.evidence === b.evidence;

/** Honest clips of a class by score: `scores[s]` is the number with score s, 0 to 100. */
export interface CalibrationClass extends ScoreClass {
  scores: number[];
}

/** Adds `clips` clips with one score to their class. */
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

/**
 * Classes of clips by their number of views. Small clips have few likes, which vary much by chance, and large
 * clips are watched by strangers, so their scores differ.
 */
export const sizeClasses = ['small', 'medium', 'large'] as const;
export type SizeClass = (typeof sizeClasses)[number];
export const sizeOf = (views: number): SizeClass =>
  views < 10_000 ? 'small' : views < 100_000 ? 'medium' : 'large';

/** A class with fewer clips keeps the thresholds that people set. */
export const CALIBRATION_CLIPS = 400;
/** At most this share of honest clips of a class is held. */
export const HOLD_ERROR = 0.005;
/** At most this share of honest clips is held or asked about. */
export const ASK_ERROR = 0.04;
/** Nobody is asked about a lower score, because it names nothing that a person could check. */
export const ASK_FROM = 12;

/** A score compared with the honest clips of its class. */
export interface Calibrated {
  /** Conformal p-value: the share of honest clips, counting this clip, that have this score or a higher one. */
  p: number;
  clips: number;
  evidence: ScoreEvidence;
  /** True while a drift of the class is open. In that time `p` is unreliable. */
  isDrifted: boolean;
}

/**
 * Compares a score with those of the honest clips of its class. Returns null if the class has too few clips.
 */
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
 * Returns for example "Of 1,200 honest clips of this platform and size, 3 scored as high.", and after a drift why
 * the clip is not held.
 */
export const calibratedSentence = ({ p, clips, evidence, isDrifted }: Calibrated): string =>
  `Of ${count(clips)} honest clips of this platform and size${
    evidence === 'analytics' ? ' with released figures' : ''
  }, ${count(Math.round(p * (clips + 1)) - 1)} scored as high.${
    isDrifted ? ' Honest clips have scored higher lately, so nothing is held because of it.' : ''
  }`;
