/** Micro-dollars: 1 USD = 1,000,000. The only unit in which money is kept or computed. */
export type Micros = bigint & { readonly __unit: 'micros' };

const MICROS_PER_CENT = 10_000n;

export const micros = (value: bigint | string): Micros => BigInt(value) as Micros;
export const ZERO_MICROS = micros(0n);

/** Whole cents to micro-dollars; `cents` must be a safe integer. */
export function centsToMicros(cents: number): Micros {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`cents must be a whole number, got ${cents}`);
  return micros(BigInt(cents) * MICROS_PER_CENT);
}

/** Micro-dollars cut (never rounded up) to whole cents, still in micro-dollars. */
export const cutToCents = (amount: Micros): Micros => micros(amount - (amount % MICROS_PER_CENT));

export const isWholeCents = (amount: Micros): boolean => amount % MICROS_PER_CENT === 0n;

/** A rate of R cents per 1,000 views is exactly 10·R micro-dollars per view, so accrual never rounds. */
export const microsPerView = (rateCentsPerMille: number): Micros => micros(BigInt(rateCentsPerMille) * 10n);

/** "1,234.56": two decimals, thousands separators, cut towards zero. No sign of currency. */
export function formatAmount(amount: Micros): string {
  const negative = amount < 0n;
  const cents = (negative ? -amount : amount) / MICROS_PER_CENT;
  const dollars = (cents / 100n).toString().replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return `${negative ? '-' : ''}${dollars}.${(cents % 100n).toString().padStart(2, '0')}`;
}

/** "$1,234.56"; negative amounts as "-$1.00". */
export const formatUsd = (amount: Micros): string =>
  amount < 0n ? `-$${formatAmount(micros(-amount))}` : `$${formatAmount(amount)}`;

/** The same without cutting: at least two decimals, up to six. "$1,234.5678". */
export function formatUsdExact(amount: Micros): string {
  const positive = amount < 0n ? -amount : amount;
  const rest = (positive % MICROS_PER_CENT).toString().padStart(4, '0').replace(/0+$/, '');
  return `${amount < 0n ? '-' : ''}${formatUsd(micros(positive))}${rest}`;
}

/** Reads what a person types ("300", "$1,200.5"); null when it is not an amount of whole cents. */
export function parseUsd(text: string): Micros | null {
  const match = /^\$?(\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!match) return null;
  const dollars = BigInt(match[1]!.replaceAll(',', ''));
  const cents = BigInt((match[2] ?? '').padEnd(2, '0'));
  return micros((dollars * 100n + cents) * MICROS_PER_CENT);
}
