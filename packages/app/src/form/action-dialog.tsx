import { Button, Dialog } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

export interface ActionDialogProps {
  title: string;
  /** 'l' is the 800 px dialog. */
  size?: 'm' | 'l';
  children: ReactNode;
  yes: string;
  tone?: 'primary' | 'danger';
  /** On the button that leaves everything as it is, "Cancel" unless given; null: the close button alone does that. */
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
