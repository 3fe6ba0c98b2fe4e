import { reauthMinutes, confirmPassword } from '@baraza/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, type ReactNode } from 'react';
import { FormDialog } from '../../../lib/form/form-dialog.tsx';
import { useForm } from '../../../lib/form/form.ts';
import { answerPasswordAsked, usePasswordAsked } from '../../../lib/api/reauthentication.ts';
import { typePasswordAgain } from '../account.api.ts';
import { SecretField } from '../secret-field.tsx';

/** Asks for the password when a call needs it again. The call then goes on by itself. */
export function PasswordAgain(): ReactNode {
  const asked = usePasswordAsked();
  // Whoever is logged out meanwhile is not waited for.
  useEffect(() => () => answerPasswordAsked(false), []);
  return asked && <PasswordAgainDialog />;
}

function PasswordAgainDialog(): ReactNode {
  const form = useForm({
    schema: confirmPassword.body,
    initial: { currentPassword: '' },
    labels: { currentPassword: t`Current Password` },
    prefix: 'again-',
    submit: async (body) => {
      await typePasswordAgain(body);
      answerPasswordAsked(true);
    },
  });
  return (
    <FormDialog form={form} title={t`Is it still you?`} yes={t`Continue`} onClose={() => answerPasswordAsked(false)}>
      <p className="text-ink-2">
        <Trans>
          What you are about to do needs your password. For {reauthMinutes} minutes you will not be asked again.
        </Trans>
      </p>
      <SecretField {...form.field('currentPassword')} autoComplete="current-password" required />
    </FormDialog>
  );
}
