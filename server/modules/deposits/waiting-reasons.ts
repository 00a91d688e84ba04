import { momentText } from '#contract/dates.ts';
import { formatUsd, type Micros, micros, splitCents } from '#contract/money.ts';
import type { Unseasoned } from './seasoning.ts';

/**
 * Explains to a clipper why released earnings can't be paid out yet, with one sentence for each amount. The
 * amounts are in cents and add up.
 * @param shownMicros the waiting part of the available balance, as shown beside the sentences
 */
export function waitingReasons(
  { questionedMicros, lostMicros, until }: Unseasoned,
  shownMicros: Micros,
): string[] {
  const lost = lostMicros < shownMicros ? lostMicros : shownMicros;
  const left = shownMicros - lost;
  const questioned = questionedMicros < left ? questionedMicros : left;
  const [seasons, atBank, taken] = splitCents([micros(left - questioned), micros(questioned), lost]);
  return [
    until &&
      seasons! > 0n &&
      `${formatUsd(seasons!)} was funded by a host's new card and can be withdrawn from ${momentText(until)}.`,
    atBank! > 0n &&
      `${formatUsd(atBank!)} was paid by a host's card deposit that the bank questions. It waits until the bank has decided.`,
    taken! > 0n &&
      `${formatUsd(taken!)} was funded by a host's card deposit that the bank took back. Our team decides whether it can be withdrawn.`,
  ].filter((reason) => typeof reason === 'string');
}
