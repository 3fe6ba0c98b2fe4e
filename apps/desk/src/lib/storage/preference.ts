import { readItem, useStored, writeItem } from './storage.ts';

export interface Preference<T extends string> {
  readonly get: () => T;
  readonly set: (value: T) => void;
}

function preference<const T extends string>(key: string, values: readonly [T, ...T[]]): Preference<T> {
  const stored = readItem(key);
  let value: T = values.find((candidate) => candidate === stored) ?? values[0];
  return {
    get: () => value,
    set: (next) => {
      value = next;
      writeItem(key, next);
    },
  };
}

/** Returns the current choice, and a function to change it. */
export function usePreference<T extends string>(preferred: Preference<T>): [T, (value: T) => void] {
  return [useStored(preferred.get), preferred.set];
}

/** Whether single-key shortcuts are on. People must be able to turn them off (WCAG 2.1.4). */
export const shortcutsPreference = preference('desk.shortcuts', ['on', 'off']);
/** Whether complaints that look alike stand together in lists. */
export const togetherPreference = preference('desk.together', ['off', 'on']);
/** Whether to open the next complaint after sending. */
export const afterSendPreference = preference('desk.afterSend', ['next', 'stay']);
