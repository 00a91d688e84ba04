import type { StudioCut } from '#contract/studio.ts';

/** Seconds of a new cut for which only one end is given. */
const FIRST_LENGTH = 20;

/** Returns the length of the clip in seconds. */
export const clipLength = (cuts: readonly StudioCut[]): number =>
  cuts.reduce((sum, { start, end }) => sum + end - start, 0);

const replaced = (cuts: readonly StudioCut[], at: number, cut: StudioCut): StudioCut[] =>
  cuts.length === 0 ? [cut] : cuts.map((old, index) => (index === at ? cut : old));

/**
 * Moves the start of cut `at`. If the cut would be empty, its end is moved behind the start. If there are no
 * cuts, creates the first one.
 */
export function setIn(
  cuts: readonly StudioCut[],
  at: number,
  seconds: number,
  duration: number,
): StudioCut[] {
  const end = cuts[at]?.end ?? 0;
  return replaced(cuts, at, {
    start: seconds,
    end: end > seconds ? end : Math.min(duration, seconds + FIRST_LENGTH),
  });
}

/** Moves the end of cut `at`. If the cut would be empty, its start is moved before the end. */
export function setOut(cuts: readonly StudioCut[], at: number, seconds: number): StudioCut[] {
  const start = cuts[at]?.start ?? seconds;
  return replaced(cuts, at, {
    start: start < seconds ? start : Math.max(0, seconds - FIRST_LENGTH),
    end: seconds,
  });
}

/** Adds a cut at the end. */
export const addCut = (cuts: readonly StudioCut[], seconds: number, duration: number): StudioCut[] => [
  ...cuts,
  { start: seconds, end: Math.min(duration, seconds + FIRST_LENGTH) },
];

/** Adds a cut at the end, unless the clip has it already. */
export const withMoment = (cuts: readonly StudioCut[], moment: StudioCut): StudioCut[] =>
  cuts.some(({ start, end }) => start === moment.start && end === moment.end) ? [...cuts] : [...cuts, moment];

export const removeCut = (cuts: readonly StudioCut[], at: number): StudioCut[] =>
  cuts.filter((_, index) => index !== at);

/** Splits the cut that contains this second; returns the same cuts if none does. */
export function splitCut(cuts: readonly StudioCut[], seconds: number): StudioCut[] {
  return cuts.flatMap((cut) =>
    cut.start < seconds && seconds < cut.end
      ? [
          { start: cut.start, end: seconds },
          { start: seconds, end: cut.end },
        ]
      : [cut],
  );
}

/** Swaps a cut with the previous one. */
export function moveEarlier(cuts: readonly StudioCut[], at: number): StudioCut[] {
  const [before, cut] = [cuts[at - 1], cuts[at]];
  return before && cut ? cuts.toSpliced(at - 1, 2, cut, before) : [...cuts];
}

/** Removes these parts of the source from the cuts. Remainders shorter than `least` are removed too. */
export function withoutStretches(
  cuts: readonly StudioCut[],
  stretches: readonly StudioCut[],
  least: number,
): StudioCut[] {
  return cuts.flatMap((cut) => {
    let rest: StudioCut[] = [cut];
    for (const gone of stretches) {
      rest = rest.flatMap(({ start, end }) =>
        gone.end <= start || end <= gone.start
          ? [{ start, end }]
          : [
              { start, end: Math.min(end, gone.start) },
              { start: Math.max(start, gone.end), end },
            ],
      );
    }
    return rest.filter(({ start, end }) => end - start >= least);
  });
}

/**
 * Returns the first second of the clip that shows this second of the source; null if the clip doesn't show
 * it.
 */
export function clipSecond(cuts: readonly StudioCut[], at: number): number | null {
  let begin = 0;
  for (const { start, end } of cuts) {
    if (start <= at && at < end) return begin + at - start;
    begin += end - start;
  }
  return null;
}
