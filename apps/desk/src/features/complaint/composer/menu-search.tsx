import { TextField } from '@baraza/ui/text-field';
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';

type MenuSearchProps = { label: string; value: string; onChange: (value: string) => void; onEnter: () => void };

/** Renders the search field of a composer menu; it takes the focus when the menu opens. */
export function MenuSearch({ label, value, onChange, onEnter }: MenuSearchProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  // The menu takes the focus when it opens; the search takes it from there.
  useEffect(() => {
    const frame = requestAnimationFrame(() => input.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Enter would send what is being written around the menu.
    event.preventDefault();
    event.stopPropagation();
    onEnter();
  };
  return (
    <div className="p-1.5">
      <TextField
        ref={input}
        type="search"
        icon="search"
        label={label}
        labelHidden
        placeholder={label}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}
