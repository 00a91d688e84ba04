/** Micro-dollars: 1 USD = 1,000,000. Money is stored and computed in no other unit. */
export type Micros = bigint & { readonly __unit: 'micros' };

export const MICROS_PER_DOLLAR = 1_000_000n;
const MICROS_PER_CENT = 10_000n;

export const micros = (value: bigint | string): Micros => BigInt(value) as Micros;
export const ZERO_MICROS = micros(0n);

/** Converts whole cents to micro-dollars. `cents` must be a safe integer. */
export function centsToMicros(cents: number): Micros {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`cents must be a whole number, got ${cents}`);
  return micros(BigInt(cents) * MICROS_PER_CENT);
}

/** Converts micro-dollars to whole cents, cut towards zero. */
export const toCents = (amount: Micros): number => Number(amount / MICROS_PER_CENT);

/** Cuts an amount to whole cents and returns it in micro-dollars. It is never rounded up. */
export const cutToCents = (amount: Micros): Micros => micros(amount - (amount % MICROS_PER_CENT));

/**
 * Rounds an amount up to whole cents and returns it in micro-dollars: the least amount in cents that
 * suffices.
 */
export const raiseToCents = (amount: Micros): Micros => cutToCents(micros(amount + MICROS_PER_CENT - 1n));

export const isWholeCents = (amount: Micros): boolean => amount % MICROS_PER_CENT === 0n;

/** A rate of R cents per 1,000 views is exactly 10·R micro-dollars per view, so accrual never rounds. */
export const microsPerView = (rateCentsPerMille: number): Micros => micros(BigInt(rateCentsPerMille) * 10n);

export const sumOf = (amounts: readonly Micros[]): Micros =>
  micros(amounts.reduce((sum, amount) => sum + amount, 0n));

/**
 * Splits amounts shown with their total into whole cents that add up to the total cut to whole cents
 * (decision 0048). Each amount is cut, and the lost cents are added to the largest fractions (the last ones
 * among equals). Amounts of whole cents stay unchanged, so a withdrawable or refundable amount is never shown
 * too high.
 */
export function splitCents(parts: readonly Micros[]): Micros[] {
  const shown = parts.map(cutToCents);
  let lost = (cutToCents(sumOf(parts)) - sumOf(shown)) / MICROS_PER_CENT;
  const byFraction = parts
    .map((part, at) => ({ at, fraction: part - shown[at]! }))
    .toSorted((a, b) => (a.fraction === b.fraction ? b.at - a.at : a.fraction > b.fraction ? -1 : 1));
  for (const { at } of byFraction) {
    if (lost <= 0n) break;
    shown[at] = micros(shown[at]! + MICROS_PER_CENT);
    lost -= 1n;
  }
  return shown;
}

/**
 * Formats an amount with all digits, for files and other systems: "1234.5678". At least `decimals` digits
 * follow the point.
 */
export function formatDecimal(amount: bigint, decimals = 2): string {
  const positive = amount < 0n ? -amount : amount;
  const rest = (positive % MICROS_PER_DOLLAR)
    .toString()
    .padStart(6, '0')
    .replace(/0{1,6}$/, '');
  return `${amount < 0n ? '-' : ''}${positive / MICROS_PER_DOLLAR}.${rest.padEnd(decimals, '0')}`;
}

const grouped = (decimal: string): string => decimal.replace(/\B(?=(?:\d{3}){1,9}\.)/g, ',');
const inDollars = (text: string): string => text.replace(/^-?/, '$&$$');

/**
 * Formats an amount with two decimals and thousands separators, cut towards zero and without a currency sign:
 * "1,234.56".
 */
export const formatAmount = (amount: Micros): string => grouped(formatDecimal(cutToCents(amount)));

/**
 * Formats an amount as "$1,234.56". Negative amounts look like "-$1.00", and a positive amount below a cent
 * like "<$0.01".
 */
export const formatUsd = (amount: Micros): string =>
  amount !== 0n && amount / MICROS_PER_CENT === 0n
    ? `${amount < 0n ? '-' : ''}<$0.01`
    : inDollars(formatAmount(amount));

/**
 * Formats amounts that are shown with their total. Their cents add up, and a positive amount below a cent is
 * not shown as zero.
 */
export const formatParts = (parts: readonly Micros[]): string[] =>
  splitCents(parts).map((shown, at) => formatUsd(shown === 0n ? parts[at]! : shown));

/**
 * Formats an amount with all its digits, at least two and at most six decimals: "$1,234.5678". Books use
 * this, because their amounts must add up exactly.
 */
export const formatUsdExact = (amount: Micros): string => inDollars(grouped(formatDecimal(amount)));

/** Formats a rate given in cents per 1,000 views: 200 is "$2.00". */
export const formatRate = (rateCentsPerMille: number): string => formatUsd(centsToMicros(rateCentsPerMille));

/** Parses a typed amount ("300", "$1,200.5"). Returns null unless it is whole cents. */
export function parseUsd(text: string): Micros | null {
  const match = /^\$?(\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!match) return null;
  const dollars = BigInt(match[1]!.replaceAll(',', ''));
  const cents = BigInt((match[2] ?? '').padEnd(2, '0'));
  return micros(dollars * MICROS_PER_DOLLAR + cents * MICROS_PER_CENT);
}
