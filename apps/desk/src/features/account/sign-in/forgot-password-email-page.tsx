import { notify } from '@baraza/app/notify';
import { forgotPassword } from '@baraza/contract';
import { Button } from '@baraza/ui/button';
import { TextField } from '@baraza/ui/text-field';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useForm } from '../../../lib/form/form.ts';
import { FormProblem } from '../../../lib/form/form-problem.tsx';
import { paths } from '../../../lib/router/paths.ts';
import { requestCode } from '../account.api.ts';
import { BackLink } from './back-link.tsx';
import { holdEmail } from './pending-email.ts';
import { PublicSheet } from './public-sheet.tsx';

export default function ForgotPasswordEmailPage(): ReactNode {
  const navigate = useNavigate();
  const form = useForm({
    schema: forgotPassword.body,
    initial: { email: '' },
    labels: { email: t`Email` },
    submit: async ({ email }) => {
      await requestCode(email);
      holdEmail(email);
      notify.success(t`OTP code sent 🎉`);
      await navigate(paths.forgotPassword);
    },
  });
  return (
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
      <BackLink to={paths.login} />
    </PublicSheet>
  );
}
