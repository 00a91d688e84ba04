/**
 * Converts dollars to micro-dollars. This file shares no arithmetic with the product, so that an error there
 * can't hide here.
 */
export const usd = (dollars: number): bigint => BigInt(Math.round(dollars * 100)) * 10_000n;
export const wholeCents = (amount: bigint): bigint => amount - (amount % 10_000n);
export const least = (one: bigint, ...others: bigint[]): bigint =>
  others.reduce((a, b) => (b < a ? b : a), one);
export const positive = (amount: bigint): bigint => (amount > 0n ? amount : 0n);
export const sum = (amounts: Iterable<bigint>): bigint => {
  let all = 0n;
  for (const amount of amounts) all += amount;
  return all;
};
export const dollars = (amount: bigint): string => {
  const text = (amount < 0n ? -amount : amount).toString().padStart(7, '0');
  return `${amount < 0n ? '-' : ''}$${text.slice(0, -6)}.${text.slice(-6).replace(/0{1,4}$/, '')}`;
};
