import { formatUsd, type Micros, micros, microsPerView } from '#contract/money.ts';

/** Returns what views earn at a rate, by the ledger's formula: views / 1,000 × rate. */
export const earned = (views: number, rateCentsPerMille: number): Micros =>
  micros(BigInt(views) * microsPerView(rateCentsPerMille));

/** Returns the same as a text, such as "$30.00". */
export const earnedUsd = (views: number, rateCentsPerMille: number): string =>
  formatUsd(earned(views, rateCentsPerMille));
