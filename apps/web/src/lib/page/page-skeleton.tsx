import { CardSkeleton, SkeletonList } from '@baraza/ui';

/** Placeholder of a form or details page that is loading. */
export function PageSkeleton({ label }: { label: string }) {
  return (
    <SkeletonList label={label} count={1}>
      <CardSkeleton lines={6} />
    </SkeletonList>
  );
}
