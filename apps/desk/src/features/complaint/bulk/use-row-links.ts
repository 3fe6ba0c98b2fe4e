import { useRef } from 'react';

/** Moves the focus among a list's rows, on their links or checkboxes; `rows` are in the order of the screen. */
export function useRowLinks(rows: readonly { readonly id: string }[]) {
  const links = useRef(new Map<string, HTMLElement>());

  const refOf = (id: string) => (link: HTMLElement | null) => {
    if (link) links.current.set(id, link);
    else links.current.delete(id);
  };
  const focus = (id: string): boolean => {
    const link = links.current.get(id);
    link?.focus();
    return link !== undefined;
  };
  const focusedIndex = () => rows.findIndex(({ id }) => links.current.get(id) === document.activeElement);
  /** Focuses the next or the previous row and returns its id. Without a focused row it begins at an end of the list. */
  const move = (step: 1 | -1): string | undefined => {
    const current = focusedIndex();
    const start = step > 0 ? 0 : rows.length - 1;
    const id = rows[current < 0 ? start : current + step]?.id;
    if (id !== undefined) focus(id);
    return id;
  };
  return { refOf, focus, move, focusedId: () => rows[focusedIndex()]?.id };
}

export type RowLinks = ReturnType<typeof useRowLinks>;
