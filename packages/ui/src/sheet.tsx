import type { ReactNode } from 'react';

export type SheetPartProps = {
  number: number;
  title: ReactNode;
  inert?: boolean;
  children: ReactNode;
};

/** Lays fields beside each other where there is room. */
export const besideEachOther = 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,14rem),1fr))] items-start gap-4';

/** Renders a numbered part of a form on a `sheet`, `inert` while it is sent; a perforation separates two parts. */
export function SheetPart({ number, title, inert, children }: SheetPartProps) {
  return (
    <fieldset className="sheet-part px-4 py-5 m:px-6">
      {/* Floated, so that the legend lies inside the fieldset's box, under the perforation. */}
      <legend className="float-start mb-4 flex w-full items-center gap-2.5 font-display text-h3 font-bold">
        <span
          aria-hidden="true"
          className="inline-grid size-7 shrink-0 place-items-center rounded-full bg-brand-soft text-md leading-none text-brand-soft-ink"
        >
          {number}
        </span>
        {title}
      </legend>
      <div inert={inert} className="clear-both grid grid-cols-[minmax(0,1fr)] gap-4.5">
        {children}
      </div>
    </fieldset>
  );
}
