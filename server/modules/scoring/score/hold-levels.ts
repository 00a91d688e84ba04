import { HOLD_ERROR } from './calibration.ts';

/**
 * Largest share of honest clips among the clips that are held or that a person finds bought after being asked
 * instead of a hold.
 */
export const FALSE_HOLDS = 0.1;
/** Before the first discovery, the levels of all clips sum to at most this. */
const START = FALSE_HOLDS / 2;
/**
 * A discovery raises the levels of this many following clips equally, and the levels of later clips less and
 * less.
 */
const EVEN = 100;
/** A discovery raises the levels of clips after this many places too little for any p-value. */
export const HORIZON = 10_000;

const shareOf = (distance: number) => (distance <= EVEN ? 1 : (EVEN / distance) ** 2);
/**
 * Upper bound of the sum of all shares: EVEN shares of 1, plus the later squares, whose sum is less than
 * EVEN.
 */
const ALL_SHARES = 2 * EVEN;
/**
 * Returns the fraction of a discovery's amount that is added to the level of the clip `distance` places
 * later. The fraction never grows with the distance, and all fractions sum to at most 1.
 */
const spent = (distance: number): number => shareOf(distance) / ALL_SHARES;

/**
 * Discoveries of a platform: clips that were held, or that a person found bought. Each is given as the number
 * of clips that had a place when it was made.
 */
export interface Discoveries {
  /** Discoveries in the last HORIZON places, ascending. */
  lately: readonly number[];
  /** Whether there are discoveries from before the last HORIZON places. */
  hasEarlier: boolean;
}

/**
 * Returns the level of the clip at `place` (1, 2 …). The clip may be held if its p-value is at most this
 * level. Asynchronous LORD++ (Zrnic, Ramdas, Jordan, "Asynchronous online testing of multiple hypotheses",
 * JMLR 22, 2021), never above HOLD_ERROR. Only discoveries made before the clip got its place count, so a
 * given level never depends on later clips. Pure.
 */
export function levelAt(place: number, { lately, hasEarlier }: Discoveries): number {
  let level = START * spent(place);
  for (const [at, madeAfter] of lately.entries()) {
    if (madeAfter >= place) break;
    const isFirst = at === 0 && !hasEarlier;
    level += (isFirst ? FALSE_HOLDS - START : FALSE_HOLDS) * spent(place - madeAfter);
  }
  return Math.min(HOLD_ERROR, level);
}
