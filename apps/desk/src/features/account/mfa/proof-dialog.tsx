import { endMfa } from '@baraza/contract';
import { TextField } from '@baraza/ui/fields';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { FormDialog } from '@baraza/app/form/form-dialog';
import { useForm } from '@baraza/app/form';
import { SecretField } from '@baraza/app/form/secret-field';

type ProofDialogProps = {
  title: string;
  /** What will happen. */
  children: ReactNode;
  yes: string;
  act: (proof: { currentPassword: string; code: string }) => Promise<void>;
  onClose: () => void;
};

/** Asks for password and code before an action that weighs much. */
export function ProofDialog({ title, children, yes, act, onClose }: ProofDialogProps): ReactNode {
  const form = useForm({
    schema: endMfa.body,
    initial: { currentPassword: '', code: '' },
    labels: { currentPassword: t`Current Password`, code: t`Code of your app, or a recovery code` },
    prefix: 'proof-',
    submit: act,
  });
  return (
    <FormDialog form={form} title={title} yes={yes} onClose={onClose}>
      <p className="text-ink-2">{children}</p>
      <SecretField {...form.field('currentPassword')} autoComplete="current-password" required />
      <TextField {...form.field('code')} autoComplete="one-time-code" maxLength={40} required />
    </FormDialog>
  );
}
