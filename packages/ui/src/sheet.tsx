import { type ReactNode, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { Button } from './button.tsx';
import { cx } from './lib/cx.ts';
import { Icon } from './icon.tsx';

/** How a part is shown where only one part of a form is open. */
export interface PartFold {
  /** Id of the heading, which takes the focus when the part opens. */
  readonly id: string;
  readonly state: 'open' | 'done' | 'ahead';
  /** The answers of the part in one line. */
  readonly line: ReactNode;
  readonly changeText: string;
  readonly onOpen: () => void;
}

export type SheetPartProps = {
  number: number;
  title: ReactNode;
  inert?: boolean;
  fold?: PartFold | undefined;
  children: ReactNode;
};

/** Lays fields beside each other where there is room. */
export const besideEachOther = 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,14rem),1fr))] items-start gap-4';

/** Renders a numbered part of a form on a `sheet`, `inert` while it is sent; a perforation separates two parts. */
export function SheetPart({ number, title, inert, fold, children }: SheetPartProps) {
  const part = useRef<HTMLFieldSetElement>(null);
  const isFolded = fold !== undefined && fold.state !== 'open';
  const onOpen = fold?.onOpen;
  useEffect(() => {
    // The error summary announces with this event that it goes to a field.
    const open = () => isFolded && flushSync(() => onOpen?.());
    const box = part.current;
    box?.addEventListener('beforematch', open);
    return () => box?.removeEventListener('beforematch', open);
  }, [isFolded, onOpen]);
  return (
    <fieldset
      ref={part}
      hidden={fold?.state === 'ahead'}
      className={cx('sheet-part px-4 m:px-6', isFolded ? 'py-3' : 'py-5')}
    >
      {/* Floated, so that the legend lies inside the fieldset's box, under the perforation. */}
      <legend
        id={fold?.id}
        tabIndex={fold && -1}
        className={cx(
          'float-start flex w-full scroll-mt-20 items-center gap-2.5 font-display font-bold',
          isFolded ? 'text-md' : 'mb-4 text-h3',
        )}
      >
        <span
          aria-hidden="true"
          className="inline-grid size-7 shrink-0 place-items-center rounded-full bg-brand-soft text-md leading-none text-brand-soft-ink"
        >
          {isFolded ? <Icon name="check" size="s" /> : number}
        </span>
        {title}
      </legend>
      {isFolded && (
        <div className="clear-both flex items-center justify-between gap-3 ps-9.5">
          <span className="line-clamp-2 min-w-0 wrap-anywhere text-md text-ink-2">
            <bdi>{fold.line}</bdi>
          </span>
          <Button
            variant="quiet"
            aria-expanded={false}
            aria-describedby={fold.id}
            disabled={inert ?? false}
            onClick={fold.onOpen}
          >
            {fold.changeText}
          </Button>
        </div>
      )}
      <div
        inert={inert}
        hidden={isFolded}
        className={cx('clear-both grid-cols-[minmax(0,1fr)] gap-4.5', !isFolded && 'grid')}
      >
        {children}
      </div>
    </fieldset>
  );
}
