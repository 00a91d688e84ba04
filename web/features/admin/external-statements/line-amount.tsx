import { formatUsdExact, type Micros } from '#contract/money.ts';
import { Money } from '#web/ui/texts/money.tsx';

interface Props {
  micros: Micros;
  currency: string;
  /** Adds a plus sign to received money: "+12.50 EUR". */
  signed?: boolean;
}

/** Shows all digits of an amount in the currency of its statement. */
export function LineAmount({ micros, currency, signed = false }: Props) {
  if (currency === 'USD') return <Money exact signed={signed} micros={micros} className="font-semibold" />;
  return (
    <span className="whitespace-nowrap font-semibold">
      {signed && micros > 0n ? '+' : ''}
      {formatUsdExact(micros).replace('$', '')} {currency}
    </span>
  );
}
