import type { PostPlatform } from '#contract/platforms.ts';
import { count } from './format.ts';

/** Honest clips of one platform and size, counted by their score: how many have 0, 1 … 100. */
export interface CalibrationClass {
  platform: PostPlatform;
  size: SizeClass;
  scores: readonly number[];
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

/** How unusual a score is among honest clips of the same platform and size. */
export interface Calibrated {
  /** The part of them, this clip among them, that has this score or a higher one: a conformal p-value. */
  p: number;
  clips: number;
}

/** null = this class has too few clips. */
export function calibrate(
  calibration: readonly CalibrationClass[],
  platform: PostPlatform,
  views: number,
  score: number,
): Calibrated | null {
  const size = sizeOf(views);
  const scores = calibration.find((one) => one.platform === platform && one.size === size)?.scores;
  const clips = scores?.reduce((sum, n) => sum + n, 0) ?? 0;
  if (!scores || clips < CALIBRATION_CLIPS) return null;
  const asHigh = scores.slice(score).reduce((sum, n) => sum + n, 0);
  return { p: (1 + asHigh) / (clips + 1), clips };
}

/** "Of 1,200 honest clips of this platform and size, 3 scored as high." */
export const calibratedSentence = ({ p, clips }: Calibrated): string =>
  `Of ${count(clips)} honest clips of this platform and size, ${count(Math.round(p * (clips + 1)) - 1)} scored as high.`;
