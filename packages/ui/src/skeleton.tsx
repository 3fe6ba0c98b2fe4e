import type { ReactNode } from 'react';
import { cx } from './lib/cx.ts';

/** Draws a grey bar in the place of a text or picture that is loading. Size it with classes. */
export function Skeleton({ className }: { className?: string }) {
  return <span className={cx('block rounded-1 bg-sunken', className)} />;
}

export type SkeletonListProps = {
  label: string;
  count: number;
  children?: ReactNode;
  className?: string;
};

/** Draws the shapes of a list that is loading. It waits 150 ms, against flicker. */
export function SkeletonList({ label, count, children, className }: SkeletonListProps) {
  return (
    <div role="status" className={cx('skeletons grid gap-3.5', className)}>
      <span className="sr-only">{label}</span>
      {Array.from({ length: count }, (_, i) => (
        <div key={i} aria-hidden="true" data-skeleton="">
          {children ?? <DocketSkeleton />}
        </div>
      ))}
    </div>
  );
}

/** Draws the shape of a docket. Nothing moves when the real one loads. */
function DocketSkeleton() {
  return (
    <div className="sheet docket">
      <div className="docket-body">
        <Skeleton className="my-1 h-4 w-32" />
        <Skeleton className="my-1 h-5 w-4/5" />
        <Skeleton className="my-1 h-4 w-48" />
        <Skeleton className="mt-2 h-4 w-56 max-m:hidden" />
      </div>
      <div className="docket-stub">
        <Skeleton className="my-2.5 h-4 w-52" />
        <Skeleton className="h-9 w-28 max-m:hidden" />
      </div>
    </div>
  );
}

/** Draws the shape of a plain card. */
export function CardSkeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div className="sheet grid gap-3 p-5">
      <Skeleton className="h-6 w-3/5" />
      {Array.from({ length: lines }, (_, i) => (
        <Skeleton key={i} className="h-4 w-full" />
      ))}
    </div>
  );
}
