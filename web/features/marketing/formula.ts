import { formatUsd, type Micros, micros, microsPerView } from '#contract/money.ts';

/** Earnings of views at a rate: views / 1,000 × rate, with the ledger's arithmetic. */
export const earned = (views: number, rateCentsPerMille: number): Micros =>
  micros(BigInt(views) * microsPerView(rateCentsPerMille));

/** "$30.00" */
export const earnedUsd = (views: number, rateCentsPerMille: number): string =>
  formatUsd(earned(views, rateCentsPerMille));
