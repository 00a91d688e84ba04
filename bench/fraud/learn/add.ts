import { boost, type Setting, sumOf, type Tree, toTable } from './boost.ts';
import type { Example } from './examples.ts';
import { figures } from './figures.ts';

/** Trees whose log-odds add to the score of the rules. */
export type Model = readonly Tree[];

const setting: Setting = { trees: 150, depth: 3, rate: 0.1, leastWeight: 5, ridge: 5, seed: 1 };
/** A false hold of an honest clip costs as much as this many missed bought clips. */
const HONEST_WEIGHT = 6;
/** The sum of all signals' shares at the hold threshold: −ln(1 − 0.60). */
const HOLD_SHARE = -Math.log(0.4);
/**
 * The model adds a share for log-odds above `from`, divided by `scale`. The most that it adds is too little
 * for a hold alone.
 */
const speaks = { from: 1.54, scale: 3, most: 0.7 };

/** Fits the model on top of the rules: boosting starts at the rules' log-odds. */
export function learn(examples: readonly Example[]): Model {
  const label = Uint8Array.from(examples, ({ bought }) => (bought ? 1 : 0));
  const weight = Float64Array.from(label, (bought) => (bought ? 1 : HONEST_WEIGHT));
  const directions = figures.map(({ direction }) => direction);
  const table = toTable(
    examples.map((example) => example.figures),
    directions,
    label,
    weight,
  );
  return boost(table, setting, oddsOfRules(examples, label, weight));
}

/**
 * Returns log-odds as a function of the rules' share: a logistic regression of one variable, by Newton's
 * method.
 */
function oddsOfRules(examples: readonly Example[], label: Uint8Array, weight: Float64Array): Float64Array {
  const shares = Float64Array.from(examples, ({ share }) => Math.min(2.5, share));
  let [a, b] = [-3, 3];
  for (let step = 0; step < 30; step++) {
    let [g0, g1, h00, h01, h11] = [0, 0, 0, 0, 0];
    for (const [i, share] of shares.entries()) {
      const odds = 1 / (1 + Math.exp(-a - b * share));
      const [g, h] = [weight[i]! * (label[i]! - odds), weight[i]! * odds * (1 - odds)];
      g0 += g;
      g1 += g * share;
      h00 += h;
      h01 += h * share;
      h11 += h * share * share;
    }
    const determinant = h00 * h11 - h01 * h01;
    a += (h11 * g0 - h01 * g1) / determinant;
    b += (h00 * g1 - h01 * g0) / determinant;
  }
  return shares.map((share) => a + b * share);
}

/** Whether the rules, together with the model if given, hold the clip. */
export function isHeld({ share, figures: row }: Example, model: Model | null): boolean {
  if (!model) return share >= HOLD_SHARE;
  const added = (sumOf(model, row) - speaks.from) / speaks.scale;
  return share + Math.min(speaks.most, Math.max(0, added)) >= HOLD_SHARE;
}
