import { reauthMinutes, confirmPassword } from '@baraza/contract/account/reauthentication';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { FormDialog } from '../../../lib/form/form-dialog.tsx';
import { FormProblem } from '../../../lib/form/form-problem.tsx';
import { useForm } from '../../../lib/form/form.ts';
import { typePasswordAgain } from '../account.api.ts';
import { SecretField } from '../secret-field.tsx';

/** Asks for the password before something that whoever found an open portal must not do. */
export default function PasswordAgainDialog({
  onDone,
  onClose,
}: {
  onDone: () => void;
  onClose: () => void;
}): ReactNode {
  const form = useForm({
    schema: confirmPassword.body,
    initial: { currentPassword: '' },
    prefix: 'again-',
    labels: { currentPassword: t`Your password` },
    submit: async (body) => {
      await typePasswordAgain(body);
      onDone();
    },
  });
  return (
    <FormDialog
      id="password-again"
      title={t`Is it still you?`}
      keep={t`Cancel`}
      yes={t`Continue`}
      ready={form.canSubmit}
      pending={form.pending}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <p className="text-ink-2">
        <Trans>
          What you are about to do needs your password. For {reauthMinutes} minutes you will not be asked again.
        </Trans>
      </p>
      <FormProblem problem={form.problem} />
      <SecretField {...form.field('currentPassword')} autoComplete="current-password" required />
    </FormDialog>
  );
}
