import { Button } from '@baraza/ui/button';
import { Dialog } from '@baraza/ui/dialog';
import { Notice } from '@baraza/ui/notice';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from './texts.ts';

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

/** Asks before something is done that others will notice. A refusal is said here, and nothing is lost. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  const { title, children, yes, tone = 'danger', ready = true, act, onDone, onClose } = props;
  const doing = useMutation({ mutationFn: act, onSuccess: onDone });
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      closeLabel={t`Close`}
      dismissable={!doing.isPending}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            variant={tone}
            disabled={!ready}
            loading={doing.isPending}
            loadingText={t`Saving`}
            onClick={() => doing.mutate()}
          >
            {yes}
          </Button>
        </>
      }
    >
      {doing.isError && (
        <Notice tone="danger" role="alert">
          {errorText(doing.error)}
        </Notice>
      )}
      {children}
    </Dialog>
  );
}
