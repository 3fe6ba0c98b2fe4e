import { PasswordFields, usePasswordForm } from '@baraza/app/account/password-form';
import { FormDialog } from '@baraza/app/form/form-dialog';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

/** Changes the password, which ends all other sessions. */
export function PasswordDialog({ onClose }: { onClose: () => void }): ReactNode {
  const form = usePasswordForm(onClose);
  return (
    <FormDialog form={form} title={t`Change password`} ready={form.canSubmit} onClose={onClose}>
      <p className="text-ink-2">{t`Everywhere else you will be logged out.`}</p>
      <PasswordFields form={form} />
    </FormDialog>
  );
}
