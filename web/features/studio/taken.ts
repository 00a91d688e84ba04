import type { TakenSecond } from '#contract/clips/clip-files.ts';
import type { StudioCut } from '#contract/studio.ts';

/** Maximum number of bars, because more could not be distinguished. */
const BARS = 300;

export interface TakenBar {
  /** Seconds of the source at which the bar begins and ends. */
  start: number;
  end: number;
  /** The number of clips as a share, 0 to 1, of the highest number in view. */
  share: number;
  isApproved: boolean;
}

/** Expands rows that cover several seconds into single seconds. */
export const eachSecond = (rows: readonly TakenSecond[], widthSeconds: number): TakenSecond[] =>
  rows.flatMap((row) =>
    Array.from({ length: widthSeconds }, (_, further) => ({ ...row, second: row.second + further })),
  );

/** Returns the bars of the part in view. Each bar shows the one of its seconds that most clips show. */
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

/** Returns the seconds of the cuts that other clips already show; null if there are none. */
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

/** Describes the seconds that other clips show: "3 s, by up to 2 clips", or "Nothing" if there are none. */
export function takenText(of: ReturnType<typeof takenOf>): string {
  if (of === null) return 'Nothing';
  return of.clips === 1 ? `${of.seconds} s, by 1 clip` : `${of.seconds} s, by up to ${of.clips} clips`;
}
