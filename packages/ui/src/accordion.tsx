import { useId, useState, type ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { cx } from './lib/cx.ts';

/** A stack of questions that open one by one. */
export function Accordion({ children }: { children: ReactNode }) {
  return <div className="sheet divide-y divide-line">{children}</div>;
}

export type AccordionItemProps = { title: ReactNode; children: ReactNode };

/** One question: a button in a heading, the answer below it. */
export function AccordionItem({ title, children }: AccordionItemProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div>
      <h3 className="font-body text-base font-semibold">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="flex min-h-12 w-full items-center justify-between gap-4 rounded-2 px-5 py-3 text-start hover:bg-sunken"
        >
          {title}
          <Icon name="chevron-down" className={cx('text-brand transition-transform', open && 'rotate-180')} />
        </button>
      </h3>
      <div id={id} hidden={!open} className="px-5 pt-1 pb-4 text-ink-2">
        {children}
      </div>
    </div>
  );
}
