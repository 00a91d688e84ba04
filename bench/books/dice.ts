/** Chances that are the same for the same seed. */
export interface Dice {
  /** A whole number from 0 to below this one. */
  below(count: number): number;
  /** From least to most, both included. */
  between(least: number, most: number): number;
  oneOf<T>(things: readonly T[]): T;
  /** True so many times of a hundred. */
  percent(share: number): boolean;
}

/** A 32-bit xorshift behind a multiplicative mix of the seed: small, and the same on every machine. */
export function diceOf(seed: number): Dice {
  let state = (Math.imul(seed, 2_654_435_761) ^ 0x9e3779b9) >>> 0 || 1;
  const below = (count: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return Math.floor((state / 2 ** 32) * count);
  };
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    oneOf: (things) => things[below(things.length)]!,
    percent: (share) => below(100) < share,
  };
}
