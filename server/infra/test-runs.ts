/** How many histories the tests of the money try: few by default, MONEY_RUNS of them where somebody has the time. */
export const moneyRuns = (few: number): number => Number(process.env.MONEY_RUNS ?? few);
