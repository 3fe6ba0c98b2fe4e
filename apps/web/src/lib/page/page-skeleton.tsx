import { CardSkeleton, SkeletonList } from '@baraza/ui';

/** Stands where a form or the details of something will be. */
export function PageSkeleton({ label }: { label: string }) {
  return (
    <SkeletonList label={label} count={1}>
      <CardSkeleton lines={6} />
    </SkeletonList>
  );
}
