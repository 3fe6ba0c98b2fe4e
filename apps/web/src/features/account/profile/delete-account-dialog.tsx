import { deleteAccount } from '@baraza/contract/account/privacy';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { FormDialog } from '../../../lib/form/form-dialog.tsx';
import { FormProblem } from '../../../lib/form/form-problem.tsx';
import { useForm } from '../../../lib/form/form.ts';
import { paths } from '../../../lib/router/paths.ts';
import { useNavigate } from '../../../lib/router/router.tsx';
import { emptyStorage } from '../../../lib/api/session.tsx';
import type { LoginState } from '../sign-in/login-notice.tsx';
import { submitDeletion } from '../privacy.api.ts';
import { SecretField } from '../secret-field.tsx';

/** Says what is erased and what stays, and asks for the password: nobody deletes an account by a slip. */
export default function DeleteAccountDialog({ onClose }: { onClose: () => void }): ReactNode {
  const navigate = useNavigate();
  const form = useForm({
    schema: deleteAccount.body,
    initial: { currentPassword: '' },
    prefix: 'delete-',
    labels: { currentPassword: t`Your password` },
    submit: async (body) => {
      await submitDeletion(body);
      await emptyStorage();
      navigate(paths.login, { replace: true, state: { note: 'account-deleted' } satisfies LoginState });
    },
  });
  return (
    <FormDialog
      id="delete-account"
      title={t`Delete your account?`}
      keep={t`Keep it`}
      yes={t`Delete for good`}
      tone="danger"
      pendingText={t`Deleting`}
      ready={form.canSubmit}
      pending={form.pending}
      onSubmit={form.onSubmit}
      onClose={onClose}
    >
      <ul className="grid list-disc gap-1.5 ps-5">
        <li>
          <Trans>Your name, email, phone number, photo and notifications are erased. This cannot be undone.</Trans>
        </li>
        <li>
          <Trans>
            Complaints and feedback that you sent stay, without your name, and open ones are still worked on. You cannot
            read the answers any more. If you do not want that, withdraw them first.
          </Trans>
        </li>
        <li>
          <Trans>You are logged out everywhere, and drafts on this device are deleted.</Trans>
        </li>
      </ul>
      <FormProblem problem={form.problem} />
      <SecretField {...form.field('currentPassword')} autoComplete="current-password" required />
    </FormDialog>
  );
}
