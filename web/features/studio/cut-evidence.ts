import { formatUsd } from '#contract/money.ts';
import { CHAT_LAG, type Evidence, median, secondLevels, times, windowSums } from './suggestions.ts';

export interface CutEvidence {
  /** The cut's mean loudness and chat pace, as multiples of the median of all cuts of its length: "1.4×". */
  loudness: string;
  chat: string;
  /** Earnings of earlier clips of a part of this cut together: "$41.00"; null if none are known. */
  earned: string | null;
}

function ratioAt(levels: readonly number[], start: number, width: number): string {
  const sums = windowSums(levels, width);
  const usual = median(sums);
  return times(usual > 0 ? (sums[Math.min(start, sums.length - 1)] ?? 0) / usual : 0);
}

/** Returns what the evidence says about a cut from second `start` to `end` of the source. */
export function evidenceOf(
  { peaks, chat, earned }: Evidence,
  { start, end }: { start: number; end: number },
): CutEvidence {
  const width = end - start;
  const [best] = earned
    .filter((part) => part.start < end && start < part.end)
    .toSorted((a, b) => (a.earnedMicros < b.earnedMicros ? 1 : -1));
  return {
    loudness: ratioAt(secondLevels(peaks), start, width),
    chat: ratioAt(chat, start + CHAT_LAG, width),
    earned: best ? formatUsd(best.earnedMicros) : null,
  };
}
