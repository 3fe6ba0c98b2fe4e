import { useNavigate } from '@baraza/app/router/router';
import { queuesOf } from '../features/complaint/queues.ts';
import { paths } from '../lib/router/paths.ts';
import { useMe } from '../lib/api/session.tsx';
import { useShortcuts } from '../lib/shortcut/shortcuts.ts';

/** Offers the shortcuts of every screen: help, and the queues. */
export function useDeskKeys(openHelp: () => void): void {
  const navigate = useNavigate();
  const { role } = useMe();
  const queues = role === 'administrator' ? [] : queuesOf(role).filter((queue) => queue.shortcut);
  const openQueues = queues.map(({ key, shortcut }) => [`g ${shortcut}`, () => navigate(paths.queue(key))]);
  useShortcuts({ '?': openHelp, ...Object.fromEntries(openQueues) });
}
