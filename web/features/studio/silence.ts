import type { StudioCut } from '#contract/studio.ts';

/** Number of peaks per second, enough to see speech and to cut between words. */
export const PEAKS_PER_SECOND = 10;

/** The loudest sample of each tenth of a second. The key is the number of the tenth in the source. */
export type Peaks = ReadonlyMap<number, number>;

export interface SilenceRule {
  /** Tenths of a second are silent if they are quieter than this share of the loudest peak. */
  below: number;
  /** Minimum length of a silence in seconds. Shorter pauses are part of speech. */
  least: number;
  /** Number of seconds that remain on each side of a removed silence, so that no word is cut off. */
  margin: number;
}

export const usualSilence: SilenceRule = { below: 0.05, least: 0.6, margin: 0.1 };

/**
 * Returns the highest peak. `Math.max` can't be used, because an hour has too many peaks for its arguments.
 */
export function loudest(peaks: Peaks): number {
  let most = 0;
  for (const peak of peaks.values()) if (peak > most) most = peak;
  return most;
}

/** Returns the parts of the cuts in which nobody speaks. */
export function silencesIn(
  cuts: readonly StudioCut[],
  peaks: Peaks,
  { below, least, margin }: SilenceRule = usualSilence,
): StudioCut[] {
  const limit = below * loudest(peaks);
  const found: StudioCut[] = [];
  for (const { start, end } of cuts) {
    let since: number | null = null;
    const [first, last] = [Math.ceil(start * PEAKS_PER_SECOND), Math.floor(end * PEAKS_PER_SECOND)];
    for (let tenth = first; tenth <= last; tenth += 1) {
      const peak = peaks.get(tenth);
      const quiet = tenth < last && peak !== undefined && peak <= limit;
      if (quiet) since ??= tenth;
      else if (since !== null) {
        const [from, to] = [since / PEAKS_PER_SECOND, tenth / PEAKS_PER_SECOND];
        if (to - from >= least) found.push({ start: from + margin, end: to - margin });
        since = null;
      }
    }
  }
  return found;
}

/**
 * Returns the loudest seconds, loudest first. Each is at least `apart` seconds away from every louder one.
 */
export function loudestSeconds(peaks: Peaks, most: number, apart: number): number[] {
  const sums = new Map<number, number>();
  for (const [tenth, peak] of peaks) {
    const second = Math.floor(tenth / PEAKS_PER_SECOND);
    sums.set(second, (sums.get(second) ?? 0) + peak);
  }
  const chosen: number[] = [];
  for (const [second] of [...sums].sort(([, a], [, b]) => b - a)) {
    if (chosen.length === most) break;
    if (chosen.every((other) => Math.abs(other - second) >= apart)) chosen.push(second);
  }
  return chosen;
}
