import { confirmPassword, reauthMinutes } from '@baraza/contract';
import { t } from '@lingui/core/macro';
import { call } from '../api/client.ts';
import { answerPasswordAsked } from '../api/reauthentication.ts';
import { useForm } from '../form/use-form.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { SecretField } from '../form/secret-field.tsx';

export default function PasswordAgainDialog() {
  const form = useForm({
    schema: async () => (await import('@baraza/contract/account/account-fields')).TypedPassword,
    initial: { currentPassword: '' },
    labels: { currentPassword: t`Current Password` },
    submit: async (body) => {
      await call(confirmPassword, { body });
      answerPasswordAsked(true);
    },
  });
  return (
    <FormDialog form={form} title={t`Is it still you?`} yes={t`Continue`} onClose={() => answerPasswordAsked(false)}>
      <p className="text-ink-2">
        {t`What you are about to do needs your password. For ${reauthMinutes} minutes you will not be asked again.`}
      </p>
      <SecretField {...form.field('currentPassword')} autoComplete="current-password" required />
    </FormDialog>
  );
}
