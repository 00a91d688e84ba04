import { micros } from '#contract/money.ts';
import { clopperPearson } from './clopper-pearson.ts';

/** Sums over the decided and undecided audits of this installation. Money in micro-dollars. */
export interface AuditSums {
  /** The money for which audits were drawn, whether a draw led to an audit or not, without what audits refused. */
  drawn: number;
  /** The audited part of that money. */
  audited: number;
  /**
   * Each audited amount is multiplied by (1 - p) / p with the probability p of its audit: it stands for the
   * amounts like it that were not audited. `squares` is the sum over people of their squared sums.
   */
  weight: number;
  squares: number;
  /** The parts of `weight` whose views are not paid, and whose audits are not decided. */
  bought: number;
  undecided: number;
}

/** With fewer independent audits the estimate says too little; only its upper bound is shown. */
export const MIN_AUDITS = 30;
const PER = 1_000_000_000;

/**
 * Returns the expected loss per $1,000 for which audits were drawn (Horvitz and Thompson): an audit of
 * probability p that finds bought views stands for (1 - p) / p as much money that was paid unaudited. The
 * interval is that of Clopper and Pearson for as many independent people as the weights are worth (Kish);
 * undecided audits count as bought at its upper end. Null if no audit is decided.
 */
export function lossOf({ drawn, audited, weight, squares, bought, undecided }: AuditSums) {
  if (!(weight > undecided) || drawn <= 0) return null;
  const people = (weight * weight) / squares;
  // Rounded so that the interval only grows.
  const trials = Math.max(1, Math.floor(people));
  const part = (of: number) => (of / weight) * trials;
  const low = clopperPearson(Math.floor(part(bought)), trials).low;
  const high = clopperPearson(Math.min(trials, Math.ceil(part(bought + undecided))), trials).high;
  const unaudited = Math.max(weight, drawn - audited);
  const per = (loss: number) => micros(BigInt(Math.round(Math.min(1, loss / drawn) * PER)));
  return {
    micros: per(bought),
    lowMicros: per(Math.min(bought, low * unaudited)),
    highMicros: per(Math.max(bought, high * unaudited)),
    isEnough: people >= MIN_AUDITS,
  };
}
