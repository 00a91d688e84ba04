import { CircleCheck, CircleX, Clock, Loader, type LucideIcon, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';

export type Tone = 'green' | 'yellow' | 'red' | 'grey' | 'blue';

const tones: Record<Tone, string> = {
  green: 'bg-green-soft text-green',
  yellow: 'bg-amber-soft text-amber',
  red: 'bg-red-soft text-red',
  grey: 'bg-grey-soft text-muted',
  blue: 'bg-blue-soft text-blue',
};

const icons: Record<Tone, LucideIcon> = {
  green: CircleCheck,
  yellow: Clock,
  red: CircleX,
  grey: Undo2,
  blue: Loader,
};

const shape =
  'inline-flex h-5.5 items-center gap-1.25 whitespace-nowrap rounded-frame px-2 font-semibold font-stretch-88% text-xs [&_svg]:size-3.25 [&_svg]:stroke-[2.2]';

/**
 * Shows a status as text, colour and icon. The tone determines the icon, unless `icon` is given; null means
 * no icon.
 */
export function Badge({
  tone,
  icon,
  children,
}: {
  tone: Tone;
  icon?: LucideIcon | null;
  children: ReactNode;
}) {
  const Icon = icon === undefined ? icons[tone] : icon;
  return (
    <span className={cx(shape, tones[tone])}>
      {Icon ? <Icon aria-hidden /> : null}
      {children}
    </span>
  );
}

/** An outlined badge for a property, such as a role. A status needs a `Badge`. */
export function OutlineBadge({ icon: Icon, children }: { icon?: LucideIcon; children: ReactNode }) {
  return (
    <span className={cx(shape, 'text-muted shadow-[inset_0_0_0_1px_var(--color-line-strong)]')}>
      {Icon ? <Icon aria-hidden /> : null}
      {children}
    </span>
  );
}

/** A square before a word. With `live` the square is lit. */
export function LiveMark({ live, children }: { live: boolean; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5 font-semibold font-stretch-88% text-xs">
      <span
        aria-hidden="true"
        className={cx(
          'size-2 rounded-[2px]',
          live
            ? 'bg-signal shadow-[0_0_0_1px_var(--color-signal-line)]'
            : 'shadow-[inset_0_0_0_1.5px_var(--color-line-strong)]',
        )}
      />
      {children}
    </span>
  );
}
