import { useNavigate } from 'react-router';
import { queuesOf } from '../features/complaint/queues.ts';
import { paths } from '../lib/router/paths.ts';
import { useMe } from '../lib/api/session.tsx';
import { useCommands } from '../lib/shortcut/commands.ts';
import { useShortcuts } from '../lib/shortcut/use-shortcuts.ts';

/** Turns the shortcuts on, and offers the commands of every screen: help, and the queues. */
export function useDeskKeys(openHelp: () => void): void {
  const navigate = useNavigate();
  const { role } = useMe();
  const queues = role === 'administrator' ? [] : queuesOf(role).filter((queue) => queue.shortcut);
  const openQueues = queues.map(({ key, shortcut }) => [`queue ${shortcut}`, () => void navigate(paths.queue(key))]);
  useCommands({ help: openHelp, ...Object.fromEntries(openQueues) });
  useShortcuts();
}
