import { t } from '@lingui/core/macro';
import { useRef, useState, type ChangeEvent } from 'react';

type Values = Record<string, string>;
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Holds the values and errors of a step's fields. `prefix` stands before the ids. */
export function useStepFields<V extends Values>(prefix: string, initial: V) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Partial<Record<keyof V, string>>>({});
  const controls = useRef(new Map<string, Control>());
  const focus = (name: keyof V & string) => controls.current.get(name)?.focus();
  const set = (name: keyof V & string, value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    setErrors((before) => ({ ...before, [name]: undefined }));
  };
  /** Shows the errors and focuses the first field that has one; true if there are none. */
  const check = (problems: Partial<Record<keyof V & string, string | false>>): boolean => {
    const wrong = Object.entries(problems).filter(([, text]) => text) as [keyof V & string, string][];
    setErrors(Object.fromEntries(wrong) as Partial<Record<keyof V, string>>);
    const first = wrong[0];
    if (first) focus(first[0]);
    return !first;
  };
  /** Everything a field of the UI package needs beside its label. */
  const field = (name: keyof V & string) => ({
    id: `${prefix}-${name}`,
    ref: (control: Control | null) => {
      if (control) controls.current.set(name, control);
      else controls.current.delete(name);
    },
    value: values[name],
    error: errors[name],
    errorPrefix: t`Error:`,
    onChange: (event: ChangeEvent<Control>) => set(name, event.target.value),
  });
  return { values, field, check, focus };
}
