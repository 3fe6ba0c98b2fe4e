import { FormDialog, notify, SecretField, useForm } from '@baraza/app';
import {
  type AccessChange,
  confirmAccessChange,
  declineAccessChange,
  listAccessChanges,
  undoAccessChange,
} from '@baraza/contract';
import { TextField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useMe } from '../../../lib/api/session.tsx';
import { useEndpoint } from '../../../lib/api/use-endpoint.ts';
import { ConfirmDialog } from '../../../lib/form/edit-dialog.tsx';
import { AccessChangeText } from './access-change-text.tsx';

export type AccessChangeDialogProps = { change: AccessChange; onClose: () => void };

/** Confirms a change requested by somebody else, with password and code. */
export function ConfirmAccessDialog({ change: latest, onClose }: AccessChangeDialogProps) {
  const { mfa } = useMe();
  // What is confirmed is what the dialog first showed, whatever the list says by now.
  const [change] = useState(latest);
  const confirm = useEndpoint(confirmAccessChange, listAccessChanges);
  const form = useForm({
    schema: confirmAccessChange.body,
    initial: { currentPassword: '', code: '' },
    labels: { currentPassword: t`Your own password`, code: t`Code from your app, or a recovery code` },
    prepare: (values) => ({ ...values, version: change.version }),
    submit: async (body) => {
      await confirm.mutateAsync({ params: { id: change.id }, body });
      notify.success(t`Confirmed. All administrators and oversight get a mail.`);
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={t`Confirm this change?`} yes={t`Confirm change`} onClose={onClose}>
      <AccessChangeText change={change} />
      <p className="text-ink-2">{t`Confirm only after talking to the person who asked for it.`}</p>
      <SecretField {...form.field('currentPassword')} autoComplete="current-password" required />
      {mfa && <TextField {...form.field('code')} autoComplete="one-time-code" maxLength={40} required />}
    </FormDialog>
  );
}

/** Declines a waiting change, or withdraws an own one, after confirmation. */
export function DeclineAccessDialog({ change: latest, onClose }: AccessChangeDialogProps) {
  const [change] = useState(latest);
  const decline = useEndpoint(declineAccessChange, listAccessChanges);
  const isMine = latest.by.id === useMe().id;
  const { id, version } = change;
  return (
    <ConfirmDialog
      title={isMine ? t`Withdraw this change?` : t`Decline this change?`}
      yes={isMine ? t`Withdraw it` : t`Decline it`}
      act={() => decline.mutateAsync({ params: { id }, query: { version } })}
      doneText={t`Change declined. All stays as it was.`}
      onClose={onClose}
    >
      <AccessChangeText change={change} />
    </ConfirmDialog>
  );
}

/** Undoes a change that was made, after confirmation. */
export function UndoAccessDialog({ change: latest, onClose }: AccessChangeDialogProps) {
  const [change] = useState(latest);
  const undo = useEndpoint(undoAccessChange, listAccessChanges);
  const { id, version } = change;
  return (
    <ConfirmDialog
      title={t`Undo this change?`}
      yes={t`Undo change`}
      tone="danger"
      act={() => undo.mutateAsync({ params: { id }, body: { version } })}
      doneText={t`Undone. All is as it was before the change.`}
      onClose={onClose}
    >
      <AccessChangeText change={change} />
    </ConfirmDialog>
  );
}
