import { type ReactNode, useId } from 'react';
import { cx } from '#web/ui/cx.ts';

export interface PanelProps {
  title?: ReactNode;
  /** A button, legend or link at the right of the title. */
  action?: ReactNode;
  /** True for no padding, around tables and lists that have padding. */
  flush?: boolean;
  className?: string;
  children?: ReactNode;
}

/** A titled region of a page. */
export function Panel({ title, action, flush, className, children }: PanelProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={title ? id : undefined}
      className={cx('min-w-0 rounded-panel border border-line bg-surface', className)}
    >
      {title ? (
        <div className="flex min-h-13 flex-wrap items-center justify-between gap-x-3 gap-y-2 border-line border-b px-4.5 py-2.5 max-md:px-4">
          <h2 id={id} className="font-bold text-md leading-[1.3]">
            {title}
          </h2>
          {action ? <div className="flex flex-wrap items-center gap-2">{action}</div> : null}
        </div>
      ) : null}
      {flush ? children : <div className="p-4.5 max-md:p-4">{children}</div>}
    </section>
  );
}

/** Names and right-aligned values in two columns, for bills, facts and terms. */
export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="grid grid-cols-[fit-content(calc(100%-5rem))_minmax(0,1fr)] gap-x-4 gap-y-2.25">
    {children}
  </dl>
);

/** One row of `Facts`. Renders nothing without a value: null, undefined, false or ''. */
export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  if (!children && children !== 0) return null;
  return (
    <div className="contents">
      <dt className="text-muted">{name}</dt>
      <dd className="wrap-anywhere text-right font-semibold">{children}</dd>
    </div>
  );
}
