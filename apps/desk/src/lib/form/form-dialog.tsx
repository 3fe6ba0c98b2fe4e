import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { ActionDialog } from './action-dialog.tsx';
import { ChangesNotice } from './changes-notice.tsx';
import type { SeenChange } from './edit-form.ts';
import type { useForm } from './form.ts';
import { FormProblem } from './form-problem.tsx';

type FormDialogProps = {
  /** The result of `useForm` or `useEditForm`. Its `prefix` also names the form, so that no two dialogs share an id. */
  form: Pick<ReturnType<typeof useForm>, 'id' | 'onSubmit' | 'pending' | 'problem'> & {
    readonly changes?: readonly SeenChange[];
  };
  title: string;
  /** 'l' is the 800 px dialog. */
  size?: 'm' | 'l';
  /** On the button; "Save" unless given. */
  yes?: string;
  tone?: 'primary' | 'danger';
  /** False: too little is typed yet. */
  ready?: boolean;
  /** The fields. */
  children: ReactNode;
  onClose: () => void;
};

/** Shows a form in a dialog, with its problem above the fields. */
export function FormDialog({ form, yes, children, ...rest }: FormDialogProps): ReactNode {
  const id = form.id('form');
  return (
    <ActionDialog {...rest} form={id} yes={yes ?? t`Save`} pending={form.pending}>
      <form id={id} noValidate className="grid gap-4.5" onSubmit={form.onSubmit}>
        <FormProblem problem={form.problem} />
        {form.changes && <ChangesNotice changes={form.changes} />}
        {children}
      </form>
    </ActionDialog>
  );
}
