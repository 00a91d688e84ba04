/**
 * Returns the number of histories that a money test tries: `few` in an ordinary run, or fewer if `limitMs` is
 * short. MONEY_RUNS sets another number (then also give vitest a `--testTimeout`).
 */
export function moneyRuns(few: number, limitMs?: number) {
  const asked = process.env.MONEY_RUNS;
  if (asked) return { numRuns: Number(asked) };
  if (limitMs === undefined) return { numRuns: few };
  return { numRuns: few, interruptAfterTimeLimit: limitMs, markInterruptAsFailure: false };
}

/** A request without an answer fails after `timeout`. Shrinking stops while the test can still report. */
const HOSTILE_LIMITS = { timeout: 15_000, interruptAfterTimeLimit: 45_000 };

/**
 * Returns the number of hostile requests per route: `few` in an ordinary run, or HOSTILE_RUNS (then also give
 * vitest a `--testTimeout`). A request that hangs or fails is reported before the test itself times out.
 */
export function hostileRuns(few: number) {
  const asked = process.env.HOSTILE_RUNS;
  return asked ? { numRuns: Number(asked) } : { numRuns: few, ...HOSTILE_LIMITS };
}

/** Returns the number of events that a test sends at once: `few` in an ordinary run, or BURST_EVENTS. */
export const burstOf = (few: number): number => Number(process.env.BURST_EVENTS ?? few);
