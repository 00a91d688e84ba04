import { formatCount } from './count.ts';
import { Tooltip } from './tooltip.tsx';

const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** A count in full, or "847.3K" with the full figure on hover, on focus and for screen readers. */
export function Views({ count, abbreviated }: { count: number; abbreviated?: boolean }) {
  if (!abbreviated || count < 10_000) return <span className="whitespace-nowrap">{formatCount(count)}</span>;
  return (
    <Tooltip text={`${formatCount(count)} views`}>
      <button
        type="button"
        className="cursor-default whitespace-nowrap font-[inherit]"
        aria-label={`${formatCount(count)} views`}
      >
        {short.format(count)}
      </button>
    </Tooltip>
  );
}
