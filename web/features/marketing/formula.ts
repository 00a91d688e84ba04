import { formatUsd, type Micros, micros, microsPerView } from '#contract/money.ts';

/** What views earn at a rate: views / 1,000 × rate, by the same arithmetic as the ledger. */
export const earned = (views: number, rateCentsPerMille: number): Micros =>
  micros(BigInt(views) * microsPerView(rateCentsPerMille));

/** "$30.00" */
export const earnedUsd = (views: number, rateCentsPerMille: number): string =>
  formatUsd(earned(views, rateCentsPerMille));
