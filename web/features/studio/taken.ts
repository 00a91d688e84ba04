import type { TakenSecond } from '#contract/clips/clip-files.ts';
import type { StudioCut } from '#contract/media/studio.ts';

/** More bars could not be distinguished. */
const BARS = 300;

export interface TakenBar {
  /** Seconds of the source. */
  start: number;
  end: number;
  /** Relative to the second with the most clips: 0 to 1. */
  share: number;
  isApproved: boolean;
}

/** Expands rows that cover several seconds into single seconds. */
export const eachSecond = (rows: readonly TakenSecond[], widthSeconds: number): TakenSecond[] =>
  rows.flatMap((row) =>
    Array.from({ length: widthSeconds }, (_, further) => ({ ...row, second: row.second + further })),
  );

/** The bars of the stretch in view; each shows the second with the most clips among its seconds. */
export function takenBars(
  taken: readonly TakenSecond[],
  { from, span }: { from: number; span: number },
): TakenBar[] {
  const most = taken.reduce((highest, { clips }) => Math.max(highest, clips), 1);
  const width = Math.max(1, Math.ceil(span / BARS));
  const bars = new Map<number, TakenBar>();
  for (const { second, clips, approved } of taken) {
    if (second + 1 <= from || second >= from + span) continue;
    const start = Math.floor(second / width) * width;
    const bar = bars.get(start);
    bars.set(start, {
      start,
      end: start + width,
      share: Math.max(bar?.share ?? 0, clips / most),
      isApproved: bar?.isApproved || approved > 0,
    });
  }
  return [...bars.values()];
}

/** The seconds of the cuts that other clips already show; null when they show none. */
export function takenOf(
  cuts: readonly StudioCut[],
  taken: readonly TakenSecond[],
): { seconds: number; clips: number; approved: number } | null {
  const shown = taken.filter(({ second }) =>
    cuts.some(({ start, end }) => start < second + 1 && second < end),
  );
  if (shown.length === 0) return null;
  return shown.reduce(
    (most, { clips, approved }) => ({
      seconds: most.seconds + 1,
      clips: Math.max(most.clips, clips),
      approved: Math.max(most.approved, approved),
    }),
    { seconds: 0, clips: 0, approved: 0 },
  );
}

/** "3 s, by up to 2 clips"; "Nothing" when the cuts are new. */
export function takenText(of: ReturnType<typeof takenOf>): string {
  if (of === null) return 'Nothing';
  return of.clips === 1 ? `${of.seconds} s, by 1 clip` : `${of.seconds} s, by up to ${of.clips} clips`;
}
