import { Camera } from 'lucide-react';
import type { CountLevel } from '#contract/tracking.ts';
import { Tooltip } from '#web/ui/dialogs/tooltip.tsx';
import { OutlineBadge } from '#web/ui/pages/badge.tsx';
import { formatCount } from '#web/ui/texts/count.ts';

const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

interface ViewsProps {
  count: number;
  abbreviated?: boolean;
  /** Source of the count. Attested counts get a label. */
  level?: CountLevel;
}

/**
 * Shows a full count, or a short one like "847.3K" with the full count on hover, on focus and for screen
 * readers.
 */
export function Views({ level, ...rest }: ViewsProps) {
  if (level !== 'attested') return <Figure {...rest} />;
  return (
    <span className="inline-flex flex-col items-end gap-1">
      <Figure {...rest} />
      <OutlineBadge icon={Camera}>Attested</OutlineBadge>
    </span>
  );
}

function Figure({ count, abbreviated }: Omit<ViewsProps, 'level'>) {
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
