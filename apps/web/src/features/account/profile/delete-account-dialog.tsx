import { deleteAccount } from '@baraza/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  call,
  endSession,
  FormDialog,
  type LoginState,
  SecretField,
  useForm,
  useNavigate,
  useWakes,
} from '@baraza/app';
import { UnsentNotice } from '@baraza/app/account/logout-dialog';
import { useUnsent } from '../../../lib/outbox/use-outbox.ts';
import { paths } from '../../../lib/router/paths.ts';

/** Dialog that explains the erasure and requires the password. No account is deleted by accident. */
export default function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const unsent = useUnsent();
  const form = useForm({
    schema: async () => (await import('@baraza/contract/account/account-fields')).TypedPassword,
    initial: { currentPassword: '' },
    labels: { currentPassword: t`Your password` },
    submit: async (body) => {
      await call(deleteAccount, { body });
      endSession('logout');
      navigate(paths.login, { replace: true, state: { note: 'account-deleted' } satisfies LoginState });
    },
  });
  return (
    <FormDialog
      form={form}
      title={t`Delete your account?`}
      keep={t`Keep it`}
      yes={t`Delete for good`}
      tone="danger"
      pendingText={t`Deleting`}
      ready={useWakes(form)}
      onClose={onClose}
    >
      <ul className="grid list-disc gap-1.5 ps-5">
        <li>{t`Your name, email, phone number, photo and notifications are erased. This cannot be undone.`}</li>
        <li>
          <Trans>
            The complaints and feedback you sent stay, without your name, and offices keep working on open ones. You
            will not be able to read the answers. If you do not want that, withdraw them first.
          </Trans>
        </li>
        <li>{t`You are logged out everywhere, and drafts on this device are deleted.`}</li>
      </ul>
      <div role="status" className="font-semibold text-danger-ink">
        {unsent && unsent.count > 0 && <UnsentNotice {...unsent} onLeave={onClose} />}
      </div>
      <SecretField {...form.field('currentPassword')} autoComplete="current-password" required />
    </FormDialog>
  );
}
