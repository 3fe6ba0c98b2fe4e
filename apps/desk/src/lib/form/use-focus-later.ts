import { useEffect, useRef, useState, type RefObject } from 'react';

type Target = RefObject<HTMLElement | null>;

/** Moves the focus to the first visible one of `targets`, after rendering. */
export function useFocusLater(): (...targets: Target[]) => void {
  const wanted = useRef<Target[]>([]);
  const [, redraw] = useState(0);
  useEffect(() => {
    const target = wanted.current.find(({ current }) => current !== null);
    if (!target) return;
    wanted.current = [];
    target.current?.focus();
  });
  return (...targets) => {
    wanted.current = targets;
    redraw((count) => count + 1);
  };
}
