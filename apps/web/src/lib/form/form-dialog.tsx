import { Button } from '@baraza/ui/button';
import { Dialog } from '@baraza/ui/dialog';
import { t } from '@lingui/core/macro';
import type { FormEvent, ReactNode } from 'react';

interface FormDialogProps {
  /** Of the form: the buttons stand outside of it. */
  id: string;
  title: string;
  /** 'l' is the 800 px dialog. */
  size?: 'm' | 'l';
  /** On a button that leaves everything as it is: "Keep it". Without one the close button alone does that. */
  keep?: string;
  /** On the button that sends the form. */
  yes: string;
  tone?: 'primary' | 'danger';
  pendingText?: string;
  /** False: too little is filled in yet. */
  ready?: boolean;
  pending: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog. While it is being sent it stays, and is not sent twice. */
export function FormDialog(props: FormDialogProps): ReactNode {
  const { id, title, size, keep, yes, tone = 'primary', pendingText, ready = true, pending, onClose, children } = props;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (ready && !pending) props.onSubmit(event);
  };
  return (
    <Dialog
      open
      size={size}
      onClose={onClose}
      title={title}
      closeLabel={t`Close`}
      dismissable={!pending}
      footer={
        <>
          {keep && (
            <Button onClick={onClose} disabled={pending}>
              {keep}
            </Button>
          )}
          <Button
            type="submit"
            form={id}
            variant={tone}
            disabled={!ready}
            loading={pending}
            loadingText={pendingText ?? t`Sending`}
          >
            {yes}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="grid gap-4">
        {children}
      </form>
    </Dialog>
  );
}
