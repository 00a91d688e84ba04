import type { EarnedPart } from '#contract/clips/clip-files.ts';
import type { ListingPage } from '#contract/listings/listings.ts';
import { formatUsd } from '#contract/money.ts';
import { PEAKS_PER_SECOND, type Peaks } from './silence.ts';

export interface Suggestion {
  /** The evidence for the moment. */
  kind: 'loud' | 'chat' | 'earned';
  /** Seconds of the source. */
  start: number;
  end: number;
  why: string;
}

type Lengths = Pick<ListingPage['rules'], 'minSeconds' | 'maxSeconds'>;

const USUAL_SECONDS = 30;
const MOST_LOUD = 3;
/** A further loud moment must exceed the median level by this factor. */
const LOUDER = 1.15;

/** Returns the length of a suggested cut in seconds: half a minute, or what the listing and the source allow. */
export function suggestedLength({ minSeconds, maxSeconds }: Lengths, duration: number): number {
  const allowed = Math.min(Math.max(USUAL_SECONDS, minSeconds ?? 0), maxSeconds ?? Number.POSITIVE_INFINITY);
  return Math.min(allowed, duration);
}

/** Returns the sum of `levels` over each window of so many seconds, by the window's first second. */
export function windowSums(levels: readonly number[], width: number): number[] {
  const sums: number[] = [];
  let sum = 0;
  for (const [second, level] of levels.entries()) {
    sum += level - (levels[second - width] ?? 0);
    if (second >= width - 1) sums.push(sum);
  }
  return sums;
}

/** Returns the mean peak of each second. */
export function secondLevels(peaks: Peaks): number[] {
  const levels: number[] = [];
  for (const [tenth, peak] of peaks) {
    const second = Math.floor(tenth / PEAKS_PER_SECOND);
    levels[second] = (levels[second] ?? 0) + peak / PEAKS_PER_SECOND;
  }
  return Array.from(levels, (level) => level ?? 0);
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Returns the windows with the highest sums, highest first, none of which overlap. */
function bestWindows(levels: readonly number[], width: number, most: number) {
  const sums = windowSums(levels, width);
  const usual = median(sums);
  const chosen: { start: number; sum: number; ratio: number }[] = [];
  for (const [start, sum] of [...sums.entries()].sort(([, a], [, b]) => b - a)) {
    if (chosen.length === most) break;
    if (sum > 0 && chosen.every((other) => Math.abs(other.start - start) >= width))
      chosen.push({ start, sum, ratio: usual > 0 ? sum / usual : Number.POSITIVE_INFINITY });
  }
  return chosen;
}

/** Formats a factor with one decimal: "1.4×". */
export const times = (ratio: number): string => `${Number(ratio.toFixed(1))}×`;

/** Suggests the loudest part, and others that are clearly louder than usual. */
function loudMoments(peaks: Peaks, length: number): Suggestion[] {
  const levels = secondLevels(peaks);
  // The sound can be shorter than the picture.
  const width = Math.max(1, Math.min(Math.floor(length), levels.length));
  return bestWindows(levels, width, MOST_LOUD).flatMap(({ start, ratio }, place) => {
    if (place > 0 && !(ratio >= LOUDER)) return [];
    const why =
      place === 0
        ? `Loudest ${width} s of the recording`
        : `${Number.isFinite(ratio) ? times(ratio) : 'Far above'} the usual loudness`;
    return [{ kind: 'loud' as const, start, end: start + width, why }];
  });
}

/** Suggests the parts that paid clips showed, cut to the suggested length. */
const earnedMoments = (parts: readonly EarnedPart[], length: number, duration: number): Suggestion[] =>
  parts
    .filter(({ start }) => start < duration)
    .map(({ start, end, earnedMicros }) => ({
      kind: 'earned',
      start,
      end: Math.min(duration, Math.max(end, start + length)),
      why: `Earlier clips of this part earned about ${formatUsd(earnedMicros)}`,
    }));

/** Chat reacts this many seconds after the moment. */
export const CHAT_LAG = 5;
/** A chat moment must exceed the median pace by this factor, and have at least this many messages. */
const FASTER = 2;
const LEAST_MESSAGES = 10;

/** Suggests the parts during which chat was clearly faster than usual. */
function chatMoments(perSecond: readonly number[], length: number, duration: number): Suggestion[] {
  const width = Math.max(1, Math.min(Math.floor(length), perSecond.length));
  const sums = windowSums(perSecond, width);
  return bestWindows(perSecond, width, MOST_LOUD)
    .filter(({ ratio, sum }) => ratio >= FASTER && sum >= LEAST_MESSAGES)
    .map(({ start, sum, ratio }) => {
      // Of the equal windows around a short burst, the middle one has it in its middle.
      const equal = sums.slice(start).findIndex((other) => other !== sum);
      const middle = start + Math.floor(Math.max(0, equal - 1) / 2);
      const from = Math.max(0, middle - CHAT_LAG);
      return {
        kind: 'chat' as const,
        start: from,
        end: Math.min(duration, from + width),
        why: `Chat ${Number.isFinite(ratio) ? times(ratio) : 'far above'} its usual pace`,
      };
    });
}

export interface Evidence {
  chat: readonly number[];
  peaks: Peaks;
  earned: readonly EarnedPart[];
}

/** Returns suggested moments of a source, those that earned first. */
export function suggestMoments(
  { peaks, earned, chat }: Evidence,
  { rules, duration }: { rules: Lengths; duration: number },
): Suggestion[] {
  const length = suggestedLength(rules, duration);
  return [
    ...earnedMoments(earned, length, duration),
    ...chatMoments(chat, length, duration),
    ...loudMoments(peaks, length),
  ];
}
