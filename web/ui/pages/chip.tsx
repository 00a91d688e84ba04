import { X } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from '#web/ui/cx.ts';

export interface ChipProps extends Omit<ComponentProps<'button'>, 'type'> {
  /** True for an active filter, which is dark and has a cross. */
  pressed: boolean;
}

export function Chip({ pressed, className, children, ...rest }: ChipProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-pressed={pressed}
      className={cx(
        'inline-flex h-8.5 items-center gap-1.5 whitespace-nowrap rounded-control border px-2.75 font-medium text-sm [&_svg]:size-3.75',
        pressed ? 'border-ink bg-ink text-bg' : 'border-line bg-surface hover:border-line-strong',
        className,
      )}
    >
      {children}
      {pressed ? <X aria-hidden /> : null}
    </button>
  );
}
