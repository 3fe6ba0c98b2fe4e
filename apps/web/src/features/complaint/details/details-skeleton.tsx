import { CardSkeleton, Skeleton, SkeletonList } from '@baraza/ui';

/** The shape of the details while they are on their way. */
export function DetailsSkeleton({ label }: { label: string }) {
  return (
    <SkeletonList label={label} count={1}>
      <div className="grid gap-4">
        <div className="sheet grid gap-3 px-6 py-5.5">
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-8 w-4/5" />
          <Skeleton className="h-4 w-56 max-w-full" />
          <Skeleton className="h-4 w-72 max-w-full" />
        </div>
        <CardSkeleton lines={6} />
      </div>
    </SkeletonList>
  );
}
