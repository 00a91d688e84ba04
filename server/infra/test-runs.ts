/**
 * How many histories a test of the money tries: few and a short while in every run, MONEY_RUNS of them where somebody has
 * the time (then also give vitest a `--testTimeout`).
 */
export function moneyRuns(few: number) {
  const asked = process.env.MONEY_RUNS;
  if (asked) return { numRuns: Number(asked) };
  return { numRuns: few, interruptAfterTimeLimit: 20_000, markInterruptAsFailure: false };
}

/** How many hostile requests each route gets: a few in every run, HOSTILE_RUNS of them where somebody has the time. */
export const hostileRuns = (few: number): { numRuns: number } => ({
  numRuns: Number(process.env.HOSTILE_RUNS ?? few),
});
