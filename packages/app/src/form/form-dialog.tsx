import { Button, Dialog } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import type { FormEvent, ReactNode } from 'react';
import type { Problem } from './use-form.ts';
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

interface ActionDialogProps {
  title: string;
  /** 'l' is the 800 px dialog. */
  size?: 'm' | 'l';
  children: ReactNode;
  yes: string;
  tone?: 'primary' | 'danger';
  /** Text of the cancel button, "Cancel" by default; null for none, with the close button instead. */
  keep?: string | null;
  ready?: boolean;
  pending: boolean;
  pendingText?: string;
  onClose: () => void;
}

type Does = { /** The form inside that the button sends. */ form: string } | { onYes: () => void };

/** Frames a dialog with one action: its content, a way out, and the button that runs it. */
export function ActionDialog(props: ActionDialogProps & Does) {
  const { title, size, children, yes, tone = 'primary', ready = true, pending, pendingText, onClose } = props;
  const keep = props.keep === undefined ? t`Cancel` : props.keep;
  const does = 'form' in props ? ({ type: 'submit', form: props.form } as const) : { onClick: props.onYes };
  return (
    <Dialog
      onClose={onClose}
      title={title}
      closeLabel={t`Close`}
      size={size}
      dismissable={!pending}
      footer={
        <>
          {keep !== null && <Button onClick={onClose}>{keep}</Button>}
          <Button {...does} variant={tone} disabled={!ready} loading={pending} loadingText={pendingText ?? t`Saving`}>
            {yes}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
