import { useNavigate } from 'react-router';
import { queuesOf } from '../features/complaint/queues.ts';
import { paths } from '../lib/router/paths.ts';
import { useMe } from '../lib/api/session.tsx';
import { useShortcuts, type Shortcuts } from '../lib/shortcut/use-shortcuts.ts';

/** The keys that work on every screen: help, search, and G with a letter for the queues. */
export function useDeskKeys(openHelp: () => void): void {
  const navigate = useNavigate();
  const { role } = useMe();
  const keys: Shortcuts = { '?': openHelp };
  if (role !== 'administrator') {
    keys['/'] = focusSearch;
    for (const queue of queuesOf(role)) {
      if (queue.shortcut) keys[`g ${queue.shortcut}`] = () => void navigate(paths.queue(queue.key));
    }
  }
  useShortcuts(keys);
}

/** The search stands in the bar, or above the list where the bar is too short for it. */
function focusSearch(): void {
  const boxes = [...document.querySelectorAll<HTMLInputElement>('.desk-search input')];
  const shown = boxes.find((box) => box.checkVisibility());
  shown?.focus();
  shown?.select();
}
