import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react';
import { Icon } from './icon.tsx';

export type ErrorSummaryProps = {
  title: string;
  message?: ReactNode;
  /** One line per field; `id` is the id given to the field. */
  items?: Array<{ id: string; text: string }>;
  /** Change it at each submit (a count), so that a second failure takes focus again. */
  attempt?: number;
};

/** Moves the focus to a field; opens the part of the form that holds it, as find-in-page does. */
export function goToField(id: string): void {
  const field = document.getElementById(id);
  field?.dispatchEvent(new Event('beforematch', { bubbles: true }));
  field?.focus();
  (document.getElementById(`${id}-label`) ?? field)?.scrollIntoView({ block: 'center' });
}

/** Lists a form's errors after a failed submit and links to the fields. It takes the focus. */
export function ErrorSummary({ title, message, items, attempt }: ErrorSummaryProps) {
  const box = useRef<HTMLElement>(null);
  const titleId = useId();
  useEffect(() => box.current?.focus(), [attempt]);

  const goTo = (event: MouseEvent, id: string) => {
    if (!document.getElementById(id)) return;
    event.preventDefault();
    goToField(id);
  };

  return (
    <section
      ref={box}
      role="alert"
      tabIndex={-1}
      aria-labelledby={titleId}
      className="grid gap-2.5 rounded-2 border-3 border-danger bg-surface px-5 pt-4.5 pb-5"
    >
      <h2 id={titleId} className="flex items-center gap-2.5 text-h3">
        <Icon name="warning" className="text-danger" />
        {title}
      </h2>
      {message && <p className="font-semibold">{message}</p>}
      {items && items.length > 0 && (
        <ul className="grid gap-1.5">
          {items.map((item) => (
            <li key={item.id}>
              <a href={`#${item.id}`} onClick={(e) => goTo(e, item.id)} className="font-semibold text-danger-ink">
                {item.text}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
