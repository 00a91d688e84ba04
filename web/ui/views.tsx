import { Tooltip } from './tooltip.tsx';

const full = new Intl.NumberFormat('en-US');
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** "847,293" */
export const formatCount = (count: number): string => full.format(count);

/** A count in full, or "847.3K" with the full figure on hover, on focus and for screen readers. */
export function Views({ count, abbreviated }: { count: number; abbreviated?: boolean }) {
  if (!abbreviated || count < 10_000) return <span className="whitespace-nowrap">{full.format(count)}</span>;
  return (
    <Tooltip text={`${full.format(count)} views`}>
      <button
        type="button"
        className="cursor-default whitespace-nowrap font-[inherit]"
        aria-label={`${full.format(count)} views`}
      >
        {short.format(count)}
      </button>
    </Tooltip>
  );
}
