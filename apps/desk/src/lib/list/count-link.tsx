import { formatCount, Link } from '@baraza/app';
import type { ReactNode } from 'react';
import { paths } from '../router/paths.ts';

type CountLinkProps = {
  count: number;
  queue: string;
  filters: Readonly<Record<string, string>>;
  /** Read before the number. */
  label: string;
  className?: string;
  /** Shown instead of the number alone. */
  words?: string;
};

/** Links a number of complaints to their list. */
export function CountLink({ count, queue, filters, label, className, words }: CountLinkProps): ReactNode {
  if (count === 0) return '0';
  return (
    <Link to={paths.listOf(queue, filters)} className={className} aria-label={`${label}: ${formatCount(count)}`}>
      {words ?? formatCount(count)}
    </Link>
  );
}
