import type { ComponentProps, ReactNode } from 'react';
import { cx } from './lib/cx.ts';

/** A white sheet on the paper ground. With `SheetPart` children it becomes a form in perforated parts. */
export function Sheet({ className, ...rest }: ComponentProps<'div'>): ReactNode {
  return <div {...rest} className={cx('sheet', className)} />;
}

export type SheetPartProps = {
  /** The number in front of the title, on forms. */
  number?: number;
  title: ReactNode;
  children: ReactNode;
  /** A fieldset with a legend (form), or a section with a heading. */
  as?: 'fieldset' | 'section';
};

/** One part of a sheet; between two parts runs a perforation. */
export function SheetPart({ number, title, children, as = 'fieldset' }: SheetPartProps): ReactNode {
  const head = (
    <>
      {number !== undefined && (
        <span
          aria-hidden="true"
          className="inline-grid size-7 shrink-0 place-items-center rounded-full bg-brand-soft text-md leading-none text-brand-soft-ink"
        >
          {number}
        </span>
      )}
      {title}
    </>
  );
  const headClass = 'flex w-full items-center gap-2.5 font-display text-h3 font-bold';
  const Part = as;
  return (
    <Part className="sheet-part px-4 py-5 m:px-6">
      {as === 'fieldset' ? (
        // A floated legend lies inside the fieldset's box, under the perforation.
        <legend className={cx('float-start mb-4', headClass)}>{head}</legend>
      ) : (
        <h2 className={cx('mb-4', headClass)}>{head}</h2>
      )}
      <div className="clear-both grid grid-cols-[minmax(0,1fr)] gap-4.5">{children}</div>
    </Part>
  );
}
