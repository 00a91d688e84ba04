import type { ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';

export interface EmptyStateProps {
  title: string;
  /** Text about why there is nothing, and the next step. */
  children?: ReactNode;
  action?: ReactNode;
  /** Level of the heading; 2 if no titled panel surrounds it. */
  level?: 2 | 3;
  className?: string;
}

const ghost = 'aspect-9/16 w-7.5 rounded-[3px] border border-dashed border-line-strong';

/** Three empty frames, with a text about what will appear here. */
export function EmptyState({ title, children, action, level = 3, className }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={cx('flex flex-col items-start gap-2.5 px-4.5 py-7 max-md:px-4', className)}>
      <span className="flex gap-0.75" aria-hidden="true">
        <i className={ghost} />
        <i className={cx(ghost, 'border-solid bg-sunken')} />
        <i className={ghost} />
      </span>
      <Heading className="font-bold text-md leading-[1.3]">{title}</Heading>
      {children ? <p className="max-w-120 text-pretty text-muted">{children}</p> : null}
      {action}
    </div>
  );
}
