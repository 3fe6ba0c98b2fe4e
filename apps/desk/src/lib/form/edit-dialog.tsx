import { type FormOptions, useForm, ActionDialog, errorText, notify } from '@baraza/app';
import { ApiError } from '@baraza/contract/core/error';
import { Notice } from '@baraza/ui';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';

interface Versioned {
  readonly version: number;
}

type Values = Record<string, string>;

interface EditOptions<Out, V extends Values, T extends Versioned> extends Omit<
  FormOptions<Out, V>,
  'initial' | 'submit'
> {
  /** Current state of the edited item; undefined for a new one. */
  readonly of: T | undefined;
  readonly fill: (of: T | undefined) => V;
  /** Saves the values, based on the version seen. */
  readonly submit: (values: Out, seen: number | undefined) => Promise<void>;
}

/** Edits an item that others may change meanwhile: after a conflict, untouched fields take the newer values, and saving again overwrites the rest. */
export function useEditForm<Out, V extends Values, T extends Versioned>(options: EditOptions<Out, V, T>) {
  const { of, fill, submit, ...rest } = options;
  const [seen, setSeen] = useState(of);

  const adopt = (now: T) => {
    const before = fill(seen);
    for (const [name, value] of Object.entries(fill(now))) {
      if (form.values[name] === before[name]) form.set(name, value);
    }
    setSeen(now);
  };
  const form = useForm<Out, V>({
    ...rest,
    initial: fill(of),
    submit: async (values) => {
      try {
        await submit(values, seen?.version);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'VERSION_CONFLICT' && error.now) adopt(error.now as T);
        throw error;
      }
    },
  });
  return form;
}

type ConfirmDialogProps<T> = {
  title: string;
  /** The question, or what to choose. */
  children: ReactNode;
  yes: string;
  tone?: 'primary' | 'danger';
  act: () => Promise<T>;
  /** By what the action answered, where that matters. */
  doneText: string | ((reply: T) => string);
  onClose: () => void;
};

/** Confirms an action that others will notice. Shows its refusal; closes once it is done. */
export function ConfirmDialog<T>({ act, doneText, children, ...rest }: ConfirmDialogProps<T>) {
  const action = useMutation({
    mutationFn: (_doneText: typeof doneText) => act(),
    onSuccess: (reply, text) => {
      notify.success(typeof text === 'string' ? text : text(reply));
      rest.onClose();
    },
  });
  return (
    <ActionDialog {...rest} pending={action.isPending} onYes={() => action.mutate(doneText)}>
      {action.isError && (
        <Notice tone="danger" role="alert">
          {errorText(action.error)}
        </Notice>
      )}
      <div>{children}</div>
    </ActionDialog>
  );
}
