import type { Problem } from '@baraza/app';
import type { PartFold } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Step of each part on a phone. */
const stepOf = { what: 0, who: 1, where: 2, proof: 2, identity: 3 };
type Part = keyof typeof stepOf;

const fieldsOf = [
  ['audio', 'title', 'description'],
  ['mda', 'mdaJurisdiction', 'category'],
  ['area', 'location', 'incidentDate', 'lat', 'lon', 'accuracy', 'files'],
];
const stepOfField = (name: string) => {
  const step = fieldsOf.findIndex((names) => names.includes(name));
  return step < 0 ? stepOf.identity : step;
};

interface Checked {
  readonly problem: Problem | null;
  readonly checkFields: (names: readonly string[], event: FormEvent<HTMLFormElement>) => Promise<boolean>;
}

/** Opens one part of the form at a time on a phone; undefined on wide screens. */
export function useFolds(form: Checked, last: number) {
  // Kept while the form is open: turning the phone must not end a running recording.
  const [isPhone] = useState(() => matchMedia('(width < 48rem)').matches);
  const [step, setStep] = useState(0);
  const [reached, setReached] = useState(0);
  const { problem } = form;
  const show = (next: number) => {
    setStep(next);
    setReached((before) => Math.max(before, next));
  };
  useEffect(() => {
    const first = problem?.items[0];
    if (first) show(Math.min(stepOfField(first.id), last));
  }, [problem, last]);
  if (!isPhone) return undefined;
  const open = (next: number, part: Part) => {
    flushSync(() => show(next));
    document.getElementById(`part-${part}`)?.focus();
  };
  const partAt = (at: number) => (Object.keys(stepOf) as Part[]).find((part) => stepOf[part] === at)!;
  return {
    step,
    last,
    onBack: () => open(step - 1, partAt(step - 1)),
    onContinue: async (event: FormEvent<HTMLFormElement>) => {
      if (!(await form.checkFields(fieldsOf[step] ?? [], event))) return;
      const next = Math.max(step + 1, reached);
      open(next, partAt(next));
    },
    restart: () => {
      setStep(0);
      setReached(0);
    },
    fold: (part: Part, line: ReactNode): PartFold => {
      const at = stepOf[part];
      const folded = at <= reached ? 'done' : 'ahead';
      return {
        id: `part-${part}`,
        state: at === step ? 'open' : folded,
        line,
        changeText: t`Change`,
        onOpen: () => open(at, part),
      };
    },
  };
}
