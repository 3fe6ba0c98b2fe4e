import { FormDialog, type FormOptions, useForm, ActionDialog, errorText, notify } from '@baraza/app';
import { ApiError } from '@baraza/contract/core/error';
import { Notice } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import { type ComponentProps, useEffect, useState, type ReactNode } from 'react';
import { mergeEdits } from './merge-edits.ts';

type EditDialogProps = ComponentProps<typeof FormDialog> & { form: { readonly changes: readonly SeenChange[] } };

/** Shows the form of `useEditForm` in a dialog. */
export function EditDialog({ children, ...rest }: EditDialogProps) {
  return (
    <FormDialog {...rest}>
      <ChangesNotice changes={rest.form.changes} />
      {children}
    </FormDialog>
  );
}

/** Lists others' changes since the form opened, and what was kept of one's own. */
export function ChangesNotice({ changes }: { changes: readonly SeenChange[] }) {
  if (changes.length === 0) return null;
  return (
    <Notice tone="warning" title={t`Changed by somebody else meanwhile`}>
      <ul className="grid gap-1.5">
        {changes.map(({ label, now, kept }) => (
          <li key={label} className="break-words">
            <b>{label}</b>: <bdi>{now || '–'}</bdi>{' '}
            {kept ? t`What you wrote is still there, and replaces this when you save.` : t`It is in the form already.`}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

interface Versioned {
  readonly version: number;
}

type Values = Record<string, string>;

interface EditOptions<Out, V extends Values, T extends Versioned> extends Omit<
  FormOptions<Out, V>,
  'initial' | 'submit'
> {
  /** The current state of what is edited; undefined for something new. */
  readonly of: T | undefined;
  readonly fill: (of: T | undefined) => V;
  /** Returns how values read to a person, where that differs from the field. */
  readonly read?: (of: T) => Partial<V>;
  /** Saves, based on the version seen. Returns the new state where the form stays open. */
  readonly submit: (values: Out, seen: number | undefined) => Promise<T | undefined | void>;
}

interface SeenChange {
  readonly label: string;
  readonly now: string;
  readonly kept: boolean;
}

/** Edits what others may change meanwhile: untouched fields take their values, and `changes` lists them; saving again overwrites. */
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

type ConfirmDialogProps = {
  title: string;
  /** The question as one paragraph. */
  children: ReactNode;
  /** What stands below it. */
  more?: ReactNode;
  yes: string;
  ready?: boolean;
  act: () => Promise<unknown>;
  doneText: string;
  onClose: () => void;
};

/** Asks before an action that others will notice. Shows its refusal; closes once it is done. */
export function ConfirmDialog({ act, doneText, children, more, ...rest }: ConfirmDialogProps) {
  const action = useMutation({
    mutationFn: (_doneText: string) => act(),
    onSuccess: (_reply, text) => {
      notify.success(text);
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
      <p>{children}</p>
      {more}
    </ActionDialog>
  );
}
