/** Seeded randomness: the same seed gives the same clips on every machine. */
export interface Random {
  unit(): number;
  between(low: number, high: number): number;
  /** Uniform on a logarithmic scale, for sizes that span orders of magnitude. */
  logBetween(low: number, high: number): number;
  normal(): number;
  logNormal(median: number, sigma: number): number;
  poisson(mean: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
}

/** Mulberry32. Its 32 bits of state are enough for synthetic curves, and it needs no package. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const unit = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const normal = () => Math.sqrt(-2 * Math.log(1 - unit())) * Math.cos(2 * Math.PI * unit());
  const poisson = (mean: number) => {
    if (mean <= 0) return 0;
    if (mean > 40) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()));
    const limit = Math.exp(-mean);
    let count = 0;
    for (let product = unit(); product > limit; product *= unit()) count++;
    return count;
  };
  const between = (low: number, high: number) => low + (high - low) * unit();
  return {
    unit,
    between,
    logBetween: (low, high) => Math.exp(between(Math.log(low), Math.log(high))),
    normal,
    logNormal: (median, sigma) => median * Math.exp(sigma * normal()),
    poisson,
    chance: (probability) => unit() < probability,
    pick: (from) => from[Math.floor(unit() * from.length)]!,
  };
}
