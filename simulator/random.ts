/** A generator of numbers in [0, 1): the same seed always gives the same sequence. */
export type Stream = () => number;

/** Makes a 32-bit seed from any labels (FNV-1a with a final avalanche), independent of the order of calls. */
export function seedFrom(...labels: (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const character of labels.join('\u0000')) {
    hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Returns a Mulberry32 generator whose seed is made from any labels. */
export function streamOf(...labels: (string | number)[]): Stream {
  let state = seedFrom(...labels);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Draws a uniform number in [low, high). */
export function between(stream: Stream, low: number, high: number): number {
  return low + (high - low) * stream();
}

/** Draws a standard normal number (Box-Muller); takes two numbers of the stream. */
export function normal(stream: Stream): number {
  const radius = Math.sqrt(-2 * Math.log(1 - stream()));
  return radius * Math.cos(2 * Math.PI * stream());
}

/** Draws a log-normal number with the given median; sigma is the spread of its logarithm. */
export function logNormal(stream: Stream, median: number, sigma: number): number {
  return median * Math.exp(sigma * normal(stream));
}

/** Draws the number of independent events of which `expected` happen on average (Poisson). */
export function happening(stream: Stream, expected: number): number {
  if (expected > 40) return Math.max(0, Math.round(expected + Math.sqrt(expected) * normal(stream)));
  const limit = Math.exp(-expected);
  let count = 0;
  for (let product = stream(); product > limit; product *= stream()) count += 1;
  return count;
}

/** Draws a text of the given length over an alphabet of at most 256 characters. */
export function text(stream: Stream, length: number, alphabet: string): string {
  let result = '';
  for (let index = 0; index < length; index += 1) result += alphabet[Math.floor(stream() * alphabet.length)];
  return result;
}
