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

/** How many hostile requests each route gets: a few in every run, HOSTILE_RUNS of them where somebody has the time. */
export const hostileRuns = (few: number): { numRuns: number } => ({
  numRuns: Number(process.env.HOSTILE_RUNS ?? few),
});

/** How many events a burst has: enough to need many claims in every run, BURST_EVENTS of them where somebody has the time. */
export const burstOf = (few: number): number => Number(process.env.BURST_EVENTS ?? few);
