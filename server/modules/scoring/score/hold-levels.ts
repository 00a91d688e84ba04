import { HOLD_ERROR } from './calibration.ts';

/** Of the clips that are held, or that a person finds bought after being asked in place of a hold, at most this part is honest. */
export const FALSE_HOLDS = 0.1;
/** What may be spent before the first discovery. */
const START = FALSE_HOLDS / 2;
/** A discovery pays for this many clips evenly, and for later ones less and less. */
const EVEN = 100;
/** What a discovery gives to clips after it beyond this many is too little for any p-value. */
export const HORIZON = 10_000;

const shareOf = (distance: number) => (distance <= EVEN ? 1 : (EVEN / distance) ** 2);
/** The sum of all shares: EVEN, and the rest of the squares, which is less than EVEN. */
const ALL_SHARES = 2 * EVEN;
/** How much of what a discovery gives goes to the clip so many places later; never grows, and sums to at most 1. */
const spent = (distance: number): number => shareOf(distance) / ALL_SHARES;

/** Discoveries of a platform: how many clips had a place when each was made. */
export interface Discoveries {
  /** Those of the last HORIZON places, ascending. */
  lately: readonly number[];
  /** Whether there are earlier ones. */
  hasEarlier: boolean;
}

/**
 * The part of honest clips that may score as high as the clip of this place (1, 2 …) if it is held: asynchronous LORD++ (Zrnic,
 * Ramdas, Jordan, "Asynchronous online testing of multiple hypotheses", JMLR 22, 2021), never above HOLD_ERROR. Only discoveries made
 * before the clip got its place count, so that a level, once given, never depends on later clips. Pure.
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
