import { formatUsdExact, type Micros } from '#contract/money.ts';
import { Money } from '#web/ui/texts/money.tsx';

interface Props {
  micros: Micros;
  currency: string;
  /** "+12.50 EUR" for received money. */
  signed?: boolean;
}

/** All digits of an amount, in the currency of its statement. */
export function LineAmount({ micros, currency, signed = false }: Props) {
  if (currency === 'USD') return <Money exact signed={signed} micros={micros} className="font-semibold" />;
  return (
    <span className="whitespace-nowrap font-semibold">
      {signed && micros > 0n ? '+' : ''}
      {formatUsdExact(micros).replace('$', '')} {currency}
    </span>
  );
}
