/**
 * How many histories a test of the money tries: few in every run, or those of them that fit into
 * `limitMs` where one is short; MONEY_RUNS of them where somebody has
 * the time (then also give vitest a `--testTimeout`).
 */
export function moneyRuns(few: number, limitMs?: number) {
  const asked = process.env.MONEY_RUNS;
  if (asked) return { numRuns: Number(asked) };
  if (limitMs === undefined) return { numRuns: few };
  return { numRuns: few, interruptAfterTimeLimit: limitMs, markInterruptAsFailure: false };
}

/** A request that is not answered for so long fails, and the search for a smaller one ends while the test may still report. */
const HOSTILE_LIMITS = { timeout: 15_000, interruptAfterTimeLimit: 45_000 };

/**
 * How many hostile requests each route gets: a few in every run, HOSTILE_RUNS of them where somebody has the time (then also
 * give vitest a `--testTimeout`). What hangs or fails is named before the test itself would time out.
 */
export function hostileRuns(few: number) {
  const asked = process.env.HOSTILE_RUNS;
  return asked ? { numRuns: Number(asked) } : { numRuns: few, ...HOSTILE_LIMITS };
}

/** How many events a burst has: enough to need many claims in every run, BURST_EVENTS of them where somebody has the time. */
export const burstOf = (few: number): number => Number(process.env.BURST_EVENTS ?? few);
