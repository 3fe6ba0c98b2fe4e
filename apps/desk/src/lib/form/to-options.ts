import { say } from '@baraza/app';
import type { Named } from '@baraza/contract';

/** Converts named items to options of a select. */
export const toOptions = (named: readonly Named[] = []) =>
  named.map(({ id, name }) => ({ value: id, label: say(name) }));
