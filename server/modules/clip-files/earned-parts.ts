import { EARNED_CLIPPERS_LEAST, type EarnedPart } from '#contract/clips/clip-files.ts';
import { type Micros, micros } from '#contract/money.ts';
import type { Database } from '#server/infra/transaction.ts';
import { momentMap, secondsOfClippers } from './moment-map.ts';

/** A longer part is cut to the seconds that earned most, because a clip is short. */
const LONGEST_SECONDS = 60;
const MOST_PARTS = 5;

/**
 * Returns the parts of the listing's current source with the highest earnings. Money is only stated for
 * seconds that paid clips of several clippers show, and rounded, so that nobody's earnings can be read.
 */
export async function earnedParts(db: Database, listingId: string): Promise<EarnedPart[]> {
  const several = new Set(await secondsOfClippers(db, listingId, EARNED_CLIPPERS_LEAST));
  if (several.size === 0) return [];
  const { seconds, widthSeconds } = await momentMap(db, listingId);
  const stated = seconds.filter(({ second }) => several.has(second));
  return bestParts(stated, widthSeconds);
}

interface Earned {
  second: number;
  earnedMicros: Micros;
}

/** Joins neighbouring rows, each of which covers `width` seconds, and returns the parts that earned most. */
export function bestParts(rows: readonly Earned[], width: number): EarnedPart[] {
  const runs: Earned[][] = [];
  for (const row of rows) {
    const run = runs.at(-1);
    if (run && row.second === run.at(-1)!.second + width) run.push(row);
    else runs.push([row]);
  }
  return runs
    .map((run) => bestWindow(run, Math.max(1, Math.floor(LONGEST_SECONDS / width))))
    .map((part) => ({
      start: part[0]!.second,
      end: part.at(-1)!.second + width,
      earnedMicros: toTwoDigits(sumOf(part)),
    }))
    .sort((a, b) => Number(b.earnedMicros - a.earnedMicros) || a.start - b.start)
    .slice(0, MOST_PARTS);
}

const sumOf = (rows: readonly Earned[]): Micros =>
  micros(rows.reduce((sum, { earnedMicros }) => sum + earnedMicros, 0n));

/** Returns the `most` neighbouring rows that earned most, the first of equal ones. */
function bestWindow(run: readonly Earned[], most: number): readonly Earned[] {
  let sum = sumOf(run.slice(0, most));
  let [best, from]: [bigint, number] = [sum, 0];
  for (let at = most; at < run.length; at += 1) {
    sum = micros(sum + run[at]!.earnedMicros - run[at - most]!.earnedMicros);
    if (sum > best) [best, from] = [sum, at - most + 1];
  }
  return run.slice(from, from + most);
}

/** Rounds an amount down to two significant digits: 1,234,567 becomes 1,200,000. */
export function toTwoDigits(amount: Micros): Micros {
  const unit = 10n ** BigInt(Math.max(0, String(amount).length - 2));
  return micros((amount / unit) * unit);
}
