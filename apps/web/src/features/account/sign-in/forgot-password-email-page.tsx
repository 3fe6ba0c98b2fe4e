import { notify } from '@baraza/app/notify';
import { forgotPassword } from '@baraza/contract/account/account';
import { Button } from '@baraza/ui/button';
import { TextField } from '@baraza/ui/text-field';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useNavigate } from '../../../lib/router/router.tsx';
import { BackButton } from '../../../lib/router/back-link.tsx';
import { useForm } from '../../../lib/form/form.ts';
import { FormProblem } from '../../../lib/form/form-problem.tsx';
import { paths } from '../../../lib/router/paths.ts';
import { requestReset } from '../account.api.ts';
import { holdEmail } from './pending-email.ts';
import { PublicSheet } from './public-sheet.tsx';

export default function ForgotPasswordEmailPage(): ReactNode {
  const navigate = useNavigate();
  const form = useForm({
    schema: forgotPassword.body,
    initial: { email: '' },
    labels: { email: t`Email` },
    submit: async ({ email }) => {
      await requestReset(email);
      holdEmail('reset', email);
      notify.success(t`OTP code sent 🎉`);
      navigate(paths.forgotPassword);
    },
  });
  return (
    <>
      <BackButton fallback={paths.login} />
      <PublicSheet title={t`Forgot Password`}>
        <p className="text-ink-2">
          <Trans>We send a six-digit code to your email. With it you can set a new password.</Trans>
        </p>
        <FormProblem problem={form.problem} />
        <form noValidate className="grid gap-4.5" onSubmit={form.onSubmit}>
          <TextField {...form.field('email')} type="email" inputMode="email" autoComplete="email" required />
          <Button
            type="submit"
            variant="primary"
            disabled={!form.canSubmit}
            loading={form.pending}
            loadingText={t`Sending the code`}
          >
            <Trans>Continue</Trans>
          </Button>
        </form>
      </PublicSheet>
    </>
  );
}
