import { ActionDialog, errorText, notify } from '@baraza/app';
import { Notice } from '@baraza/ui';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';

type ConfirmDialogProps = {
  title: string;
  children: ReactNode;
  yes: string;
  ready?: boolean;
  act: () => Promise<unknown>;
  doneText: string;
  onClose: () => void;
};

/** Asks before an action that others will notice. Shows its refusal; closes once it is done. */
export function ConfirmDialog({ act, doneText, children, ...rest }: ConfirmDialogProps) {
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
      {children}
    </ActionDialog>
  );
}
