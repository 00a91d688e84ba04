import { type ReactNode, useId } from 'react';
import { cx } from '#web/ui/cx.ts';
import { FigureSkeleton } from './skeleton.tsx';

export interface StatCardProps {
  label: ReactNode;
  /** The formatted figure; undefined while it loads. */
  value: ReactNode;
  hint?: ReactNode;
}

/** One figure on a light ground. Several of them are in a `StatRow`. */
export function StatCard({ label, value, hint }: StatCardProps) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-2 border-line border-t border-l px-4.5 pt-4 pb-3.5">
      <dt id={id} className="label">
        {label}
      </dt>
      <dd>
        {/* biome-ignore lint/a11y/useSemanticElements: a figure with its hint, no part of a form */}
        <div role="group" aria-labelledby={id} className="flex flex-col gap-1.5">
          <span className="num text-figure">{value ?? <FigureSkeleton />}</span>
          {hint || value === undefined ? (
            <span className="text-muted text-sm">{hint ?? <FigureSkeleton />}</span>
          ) : null}
        </div>
      </dd>
    </div>
  );
}

const columns: Record<2 | 3 | 4, string> = {
  2: 'sm:grid-cols-2',
  3: 'sm:grid-cols-3',
  4: 'grid-cols-2 lg:grid-cols-4',
};

/** A ruled strip of stat cards, with four in a row, or two in a row on a phone. */
export function StatRow({ count = 4, children }: { count?: 2 | 3 | 4; children: ReactNode }) {
  return (
    <div className="overflow-hidden rounded-panel border border-line bg-surface">
      <dl className={cx('-mt-px -ml-px grid', columns[count])}>{children}</dl>
    </div>
  );
}
