import { useEffect } from 'react';

/** The key of each command, named as `keyName` does. G and a letter opens a queue: 'queue m'. */
const commandKeys = {
  help: '?',
  search: '/',
  next: 'j',
  previous: 'k',
  close: 'Escape',
  reply: 'r',
  note: 'n',
  resolve: 'e',
  assign: 'a',
  status: 's',
  copyTrackingId: '.',
} as const;

export type Command = keyof typeof commandKeys | `queue ${string}`;

/** Finds the command of a key, or of a pair such as 'g m'. */
export function commandOf(keys: string): Command | undefined {
  if (keys.startsWith('g ')) return `queue ${keys.slice(2)}`;
  const commands = Object.keys(commandKeys) as (keyof typeof commandKeys)[];
  return commands.find((command) => commandKeys[command] === keys);
}

type Commands = Partial<Record<Command, (() => void) | undefined>>;

const offered = new Map<Command, () => void>();

/** Offers commands while the component is mounted; give them the functions that its buttons run. */
export function useCommands(commands: Commands): void {
  useEffect(() => {
    const own = Object.entries(commands).filter(([, run]) => run) as [Command, () => void][];
    for (const [command, run] of own) offered.set(command, run);
    return () => {
      for (const [command] of own) offered.delete(command);
    };
  });
}

/** Runs a command; false if no component offers it now. */
export function runCommand(command: Command): boolean {
  const run = offered.get(command);
  run?.();
  return run !== undefined;
}
