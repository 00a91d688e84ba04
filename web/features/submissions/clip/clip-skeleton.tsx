import { Loading, Skeleton } from '#web/ui/pages/skeleton.tsx';

export const clipColumns =
  'grid grid-cols-[15.5rem_minmax(0,1fr)] items-start gap-7 max-[62.5rem]:grid-cols-1 max-[62.5rem]:gap-5 print:block';

/** Placeholders with the height of a clip's sections. */
export function SectionsSkeleton() {
  return (
    <Loading label="Loading clip">
      <div className="flex flex-col gap-5">
        <Skeleton className="h-36 rounded-panel" />
        <Skeleton className="h-44 rounded-panel" />
        <Skeleton className="h-72 rounded-panel" />
      </div>
    </Loading>
  );
}

export function ClipSkeleton() {
  return (
    <div className={clipColumns}>
      <Skeleton className="aspect-9/16 w-full max-[62.5rem]:w-36" />
      <SectionsSkeleton />
    </div>
  );
}
