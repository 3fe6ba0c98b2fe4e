import { Notice } from '@baraza/ui/notice';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ActionDialog } from './action-dialog.tsx';
import { errorText } from '../i18n/texts.ts';

type ConfirmDialogProps = {
  title: string;
  /** What will happen. */
  children: ReactNode;
  /** "Yes, remove" */
  yes: string;
  tone?: 'danger' | 'primary';
  /** False: something is still missing, such as a typed word. */
  ready?: boolean;
  act: () => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
};

/** Asks before an action that others will notice. Shows its refusal. */
export function ConfirmDialog({ act, onDone, children, tone = 'danger', ...rest }: ConfirmDialogProps): ReactNode {
  const doing = useMutation({ mutationFn: act, onSuccess: onDone });
  return (
    <ActionDialog {...rest} tone={tone} pending={doing.isPending} onYes={() => doing.mutate()}>
      {doing.isError && (
        <Notice tone="danger" role="alert">
          {errorText(doing.error)}
        </Notice>
      )}
      {children}
    </ActionDialog>
  );
}
