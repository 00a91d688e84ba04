import type { ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';

/** A grey bar. It should have the size of the content that will replace it. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx('shimmer block rounded-frame bg-sunken dark:bg-[#1f1f23]', className ?? 'h-3.5 w-full')}
    />
  );
}

/** A bar that replaces a figure or a word. It is as high as its line. */
export const FigureSkeleton = ({ className }: { className?: string }) => (
  <Skeleton className={cx('inline-block! h-[0.7em] w-[4.5em] max-w-full', className)} />
);

/**
 * Announces "Loading" once for a group of bars. In a column with staggered loading, the parts below wait for
 * it.
 */
export function Loading({ label = 'Loading', children }: { label?: string; children: ReactNode }) {
  return (
    <div role="status" aria-busy="true" data-loading>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}

/** Rows with a frame, two lines and a figure, like the rows of queues and lists. */
export function SkeletonRows({ rows = 3 }: { rows?: number }) {
  return (
    <Loading>
      <div className="flex flex-col gap-4">
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
          <div key={row} className="flex items-center gap-3">
            <Skeleton className="aspect-9/16 w-9" />
            <span className="flex flex-1 flex-col gap-2">
              <Skeleton className="h-3.5 w-3/5" />
              <Skeleton className="h-3 w-2/5" />
            </span>
            <Skeleton className="h-8 w-19" />
          </div>
        ))}
      </div>
    </Loading>
  );
}

/** The spinner that guards and redirects show, as specified. */
export function Spinner({ label = 'Loading' }: { label?: string }) {
  return (
    <div role="status" className="grid min-h-dvh place-items-center">
      <span
        className="size-7 animate-spin rounded-full border-2 border-line border-t-ink"
        aria-hidden="true"
      />
      <span className="sr-only">{label}</span>
    </div>
  );
}
