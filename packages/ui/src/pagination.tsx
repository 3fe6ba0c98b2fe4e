import type { ReactNode } from 'react';
import { Button } from './button.tsx';

export type PaginationProps = {
  label: string;
  summary?: ReactNode;
  previousText: string;
  nextText: string;
  /** Leave out at the first page and at the last. */
  onPrevious?: () => void;
  onNext?: () => void;
};

/** Turns pages: Previous and Next, never endless scrolling. */
export function Pagination({ label, summary, previousText, nextText, onPrevious, onNext }: PaginationProps) {
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-between gap-3 text-md text-ink-2">
      <span className="tabular-nums">{summary}</span>
      <span className="flex gap-2">
        <Button onClick={onPrevious} disabled={!onPrevious}>
          {previousText}
        </Button>
        <Button onClick={onNext} disabled={!onNext}>
          {nextText}
        </Button>
      </span>
    </nav>
  );
}
