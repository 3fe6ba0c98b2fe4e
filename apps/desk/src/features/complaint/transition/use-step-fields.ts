import { t } from '@lingui/core/macro';
import { useState, type ChangeEvent } from 'react';

type Values = Record<string, string>;

/** The fields of a step: what is in them, and what is missing. `prefix` stands before the ids. */
export function useStepFields<V extends Values>(prefix: string, initial: V) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Partial<Record<keyof V, string>>>({});
  const id = (name: keyof V & string) => `${prefix}-${name}`;
  const set = (name: keyof V & string, value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    setErrors((before) => ({ ...before, [name]: undefined }));
  };
  /** Shows what is wrong and leads to the first of it; true when nothing is. */
  const check = (found: Partial<Record<keyof V & string, string | false>>): boolean => {
    const wrong = Object.entries(found).filter(([, text]) => text) as [keyof V & string, string][];
    setErrors(Object.fromEntries(wrong) as Partial<Record<keyof V, string>>);
    const first = wrong[0];
    if (first) document.getElementById(id(first[0]))?.focus();
    return !first;
  };
  /** Everything a field of the UI package needs beside its label. */
  const field = (name: keyof V & string) => ({
    id: id(name),
    value: values[name],
    error: errors[name],
    errorPrefix: t`Error:`,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      set(name, event.target.value),
  });
  return { values, id, field, check };
}
