import { limit } from '@baraza/contract';
import { useEffect, useState } from 'react';

/** Pause between two looks at fields that a browser fills without an event (ms). */
const lookMs = 250;

interface FilledForm<Name extends string> {
  readonly values: Readonly<Record<Name, string>>;
  readonly set: (name: Name, value: string) => void;
  readonly id: (name: Name) => string;
}

/** Whether each field is long enough to submit, typed or filled in by the browser; the button sleeps until then. */
export function useWakes<Name extends string>({ values, set, id }: FilledForm<Name>): boolean {
  const [isFilled, setFilled] = useState(false);
  const isAwake = isFilled || Object.values<string>(values).every((value) => value.length > limit.wakeLength);
  useEffect(() => {
    if (isAwake) return;
    const look = () => {
      const inputs = (Object.keys(values) as Name[]).flatMap((name) => {
        const input = document.getElementById(id(name));
        return input instanceof HTMLInputElement ? [{ name, input }] : [];
      });
      for (const { name, input } of inputs) if (input.value !== values[name]) set(name, input.value);
      // Chromium hides what it filled in until the page is touched.
      setFilled(inputs.length > 0 && inputs.every(({ input }) => isAutofilled(input)));
    };
    const timer = setInterval(look, lookMs);
    return () => clearInterval(timer);
  });
  return isAwake;
}

function isAutofilled(input: HTMLInputElement): boolean {
  try {
    return input.matches(':autofill');
  } catch {
    // An older browser does not know the word.
    return false;
  }
}
