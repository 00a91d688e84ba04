/** Random choices that are reproducible from the seed. */
export interface Dice {
  /** Returns an integer from 0 up to, but not including, `count`. */
  below(count: number): number;
  /** Returns an integer from `least` to `most`, both included. */
  between(least: number, most: number): number;
  oneOf<T>(things: readonly T[]): T;
  /** Returns true with this probability in percent. */
  percent(share: number): boolean;
}

/**
 * Makes a 32-bit xorshift generator from a multiplicative mix of the seed. It gives the same numbers on every
 * machine.
 */
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
