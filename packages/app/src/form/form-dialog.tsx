import { t } from '@lingui/core/macro';
import type { FormEvent } from 'react';
import type { Problem } from '../form.ts';
import { ActionDialog, type ActionDialogProps } from './action-dialog.tsx';
import { FormProblem } from './form-problem.tsx';

interface FormDialogProps extends Omit<ActionDialogProps, 'yes' | 'pending'> {
  form: {
    readonly formId: string;
    readonly pending: boolean;
    readonly problem?: Problem | null;
    readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  };
  yes?: string;
}

/** Shows a form in a dialog, with its problem above the fields. */
export function FormDialog({ form, yes, children, ...rest }: FormDialogProps) {
  const { formId, pending, problem = null } = form;
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!pending) form.onSubmit(event);
  };
  return (
    <ActionDialog {...rest} form={formId} yes={yes ?? t`Save`} pending={pending}>
      <form id={formId} noValidate className="grid gap-4.5" onSubmit={onSubmit}>
        <FormProblem problem={problem} />
        {children}
      </form>
    </ActionDialog>
  );
}
