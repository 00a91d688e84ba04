import { formatUsd, formatUsdExact, isWholeCents, type Micros } from '#contract/money.ts';
import { cx } from '#web/ui/cx.ts';

export interface MoneyProps {
  micros: Micros;
  /** "+$3.00" for received money. */
  signed?: boolean;
  /** All digits, for the books: "$2.0035". */
  exact?: boolean;
  /** Shown instead of $0.00, such as "-". */
  zero?: string;
  className?: string;
}

/** Dollars with two decimals, cut to whole cents unless `exact`, in tabular digits; hover shows the cut digits. */
export function Money({ micros, signed, exact, zero, className }: MoneyProps) {
  const text = micros === 0n && zero !== undefined ? zero : (exact ? formatUsdExact : formatUsd)(micros);
  return (
    <span
      className={cx('whitespace-nowrap', className)}
      title={exact || isWholeCents(micros) ? undefined : formatUsdExact(micros)}
    >
      {signed && micros > 0n ? '+' : ''}
      {text}
    </span>
  );
}
