import { formatUsd, formatUsdExact, isWholeCents, type Micros } from '#contract/money.ts';
import { cx } from '#web/ui/cx.ts';

export interface MoneyProps {
  micros: Micros;
  /** True to add a plus sign to received money: "+$3.00". */
  signed?: boolean;
  /** True to show all digits, as books need them: "$2.0035". */
  exact?: boolean;
  /** Text for an amount of zero, such as "-". */
  zero?: string;
  className?: string;
}

/**
 * Shows dollars in tabular digits, with two decimals. They are cut to whole cents unless `exact` is set, and
 * hover then shows the cut digits.
 */
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
