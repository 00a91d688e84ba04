import { Skeleton, SkeletonRows } from './skeleton.tsx';

/**
 * A page that is still loading. It appears after 300 ms, so that a page that is there sooner doesn't flash, and is as
 * high as the window, so that the footer does not jump.
 */
export const PageSkeleton = () => (
  <div className="late flex min-h-dvh flex-col gap-5">
    <Skeleton className="h-8 w-52 max-w-full" />
    <div className="rounded-panel border border-line bg-surface p-4.5">
      <SkeletonRows rows={4} />
    </div>
  </div>
);
