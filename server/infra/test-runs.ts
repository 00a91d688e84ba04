/**
 * Which histories the tests of the money try: few and the same ones by default, so that a change that has nothing to do with
 * money is not stopped by one that nobody tried before; MONEY_RUNS new ones where somebody has the time.
 */
export function moneyRuns(few: number): { numRuns: number; seed?: number } {
  const asked = process.env.MONEY_RUNS;
  return asked ? { numRuns: Number(asked) } : { numRuns: few, seed: 7 };
}
