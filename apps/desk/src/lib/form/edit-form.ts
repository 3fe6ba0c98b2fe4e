import type { FormOptions } from '@baraza/app/form';
import { ApiError } from '@baraza/contract/core/error';
import { useEffect, useState } from 'react';
import { useForm } from './form.ts';
import { mergeEdits } from './merge-edits.ts';

interface Versioned {
  readonly version: number;
}

/** Beside the fields: what is changed, as somebody who has seen this version; neither where something new is made. */
export interface Edited {
  readonly id?: string | undefined;
  readonly version?: number | undefined;
}

type Values = Record<string, string>;

interface EditOptions<Out, V extends Values, T extends Versioned> extends Omit<
  FormOptions<Out, V>,
  'initial' | 'submit'
> {
  /** What is changed, as it stands now; undefined: something new is made. */
  readonly of: T | undefined;
  /** What the fields hold for it. */
  readonly fill: (of: T | undefined) => V;
  /** How a field of it reads, where that is something else than the field holds. */
  readonly read?: (of: T) => Partial<V>;
  /** Saves as somebody who has seen this version. Answers what it is then, where the form stays. */
  readonly submit: (values: Out, seen: number | undefined) => Promise<T | undefined | void>;
}

/** A field that somebody else changed while the form was open. */
export interface SeenChange {
  readonly label: string;
  readonly now: string;
  /** What was typed there still stands, and takes its place when it is saved. */
  readonly kept: boolean;
}

/**
 * A form over something that others may change while it is open. When they did, saving is refused once: the fields that were
 * not touched take what is there now, the others keep what was typed, and `changes` says what is what. Saving again is meant.
 */
export function useEditForm<Out, V extends Values, T extends Versioned>(options: EditOptions<Out, V, T>) {
  const { of, fill, read, submit, ...rest } = options;
  const [seen, setSeen] = useState(of);
  const [changes, setChanges] = useState<readonly SeenChange[]>([]);

  const merge = (now: T, mine: V) => mergeEdits(fill(seen), fill(now), mine);
  const adopt = (now: T, values: V) => {
    for (const [name, value] of Object.entries(values)) form.set(name, value);
    setSeen(now);
  };
  const form = useForm<Out, V>({
    ...rest,
    initial: fill(of),
    submit: async (values) => {
      try {
        const saved = await submit(values, seen?.version);
        setChanges([]);
        if (saved) adopt(saved, fill(saved));
      } catch (error) {
        if (error instanceof ApiError && error.code === 'VERSION_CONFLICT' && error.now) {
          const now = error.now as T;
          const { values: merged, changed } = merge(now, form.values);
          const words = { ...fill(now), ...read?.(now) };
          setChanges(changed.map(({ field, kept }) => ({ label: rest.labels[field], now: words[field] ?? '', kept })));
          adopt(now, merged);
        }
        throw error;
      }
    },
  });

  // It was read anew, or one's own other button changed it: as long as that touches nothing typed, there is nothing to ask.
  useEffect(() => {
    if (!of || !seen || of.version <= seen.version) return;
    const { values, changed } = merge(of, form.values);
    if (changed.every(({ kept }) => !kept)) adopt(of, values);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [of?.version]);

  return { ...form, changes };
}
