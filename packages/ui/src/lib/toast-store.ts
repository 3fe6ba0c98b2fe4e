/** One message at the edge of the screen. */
export type ToastItem = {
  id: number;
  text: string;
  tone: 'success' | 'error' | 'info';
  position: 'bottom' | 'top';
  /** Not read out, because other words on the page are (an error summary). */
  silent: boolean;
  /** Can be pressed as long as the toast is shown. */
  action?: ToastAction;
};

export type ToastAction = {
  /** Gets the seconds that are left: "Undo (10)". */
  label: (seconds: number) => string;
  seconds: number;
  run: () => void;
};

export type ToastOptions = { position?: 'bottom' | 'top'; silent?: boolean; action?: ToastAction };

/** The fixed numbers of the specification. */
export const TOAST_MS = 4000;
const TOAST_MAX = 3;
export const TOAST_SWIPE_PX = 20;

let items: ToastItem[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: ToastItem[]): void {
  items = next;
  for (const listener of listeners) listener();
}

/** Returns the shown toasts, oldest first; the same array until something changes. */
export function currentToasts(): ToastItem[] {
  return items;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Adds a toast; at most three stay at one edge, so the oldest go. */
function addToast(tone: ToastItem['tone'], text: string, options: ToastOptions = {}): number {
  const { position = 'bottom', silent = false, action } = options;
  const item = { id: ++lastId, text, tone, position, silent, action };
  const here = items.filter((other) => other.position === position);
  const tooMany = new Set(here.slice(0, Math.max(0, here.length + 1 - TOAST_MAX)));
  set([...items.filter((other) => !tooMany.has(other)), item]);
  return item.id;
}

export function removeToast(id: number): void {
  if (items.some((item) => item.id === id)) set(items.filter((item) => item.id !== id));
}

/** Shows a short message for four seconds. Say it on the page as well: four seconds are short for slow readers. */
export const toast = {
  success: (text: string, options?: ToastOptions): number => addToast('success', text, options),
  error: (text: string, options?: ToastOptions): number => addToast('error', text, options),
  info: (text: string, options?: ToastOptions): number => addToast('info', text, options),
  dismiss: removeToast,
};
