/** Half of one in twenty: the probability that the true share is below, and that it is above the interval. */
const TAIL = 0.025;

/** Returns the 95% interval of a share of which `hits` of `trials` were found. It never covers less than 95%. */
export function clopperPearson(hits: number, trials: number): { low: number; high: number } {
  return {
    low: hits === 0 ? 0 : root((share) => 1 - atMost(hits - 1, trials, share), TAIL),
    high: hits === trials ? 1 : root((share) => -atMost(hits, trials, share), -TAIL),
  };
}

/** The probability of at most `hits` hits. Summed by logarithms, because single terms are tiny. */
function atMost(hits: number, trials: number, share: number): number {
  let term = trials * Math.log1p(-share);
  let sum = Math.exp(term);
  for (let k = 1; k <= hits; k++) {
    term += Math.log(((trials - k + 1) / k) * (share / (1 - share)));
    sum += Math.exp(term);
  }
  return sum;
}

/** Finds by bisection where a rising function of a share has this value. */
function root(of: (share: number) => number, value: number): number {
  let [low, high] = [0, 1];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (of(middle) < value) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
