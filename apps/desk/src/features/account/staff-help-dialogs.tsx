import { notify } from '@baraza/app/notify';
import { resetTwoStep, type Staff } from '@baraza/contract';
import { Button } from '@baraza/ui/button';
import { Dialog } from '@baraza/ui/dialog';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../lib/confirm-dialog.tsx';
import { useForm } from '../../lib/form.ts';
import { FormProblem } from '../../lib/form-problem.tsx';
import { fullName } from '../../lib/session.tsx';
import { SecretField } from './secret-field.tsx';
import { useStaffHelp } from './two-step.api.ts';

type HelpDialogProps = { staff: Staff; onClose: () => void };

/** Sends the invitation once more. */
export function InviteAgainDialog({ staff, onClose }: HelpDialogProps): ReactNode {
  const { inviteAgain } = useStaffHelp();
  const { email } = staff;
  return (
    <ConfirmDialog
      title={t`Send the invitation again?`}
      yes={t`Send again`}
      tone="primary"
      act={() => inviteAgain(staff.id)}
      onDone={() => {
        notify.success(t`An invitation was mailed to ${email}.`);
        onClose();
      }}
      onClose={onClose}
    >
      <p>
        <Trans>
          <bdi dir="ltr">{email}</bdi> gets a new link, which works once, for 7 days. The older one no longer works.
        </Trans>
      </p>
    </ConfirmDialog>
  );
}

/** Turns the second step of a colleague off, who lost phone and recovery codes. */
export function ResetTwoStepDialog({ staff, onClose }: HelpDialogProps): ReactNode {
  const { resetTwoStep: reset } = useStaffHelp();
  const name = fullName(staff);
  const form = useForm({
    schema: resetTwoStep.body,
    initial: { currentPassword: '' },
    labels: { currentPassword: t`Your own password` },
    prefix: 'reset-',
    submit: async ({ currentPassword }) => {
      await reset(staff.id, currentPassword);
      notify.success(t`Two-step sign-in of ${name} is off.`);
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Reset two-step sign-in?`}
      closeLabel={t`Close`}
      dismissable={!form.pending}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form="reset-form" variant="danger" loading={form.pending} loadingText={t`Saving`}>
            <Trans>Yes, reset</Trans>
          </Button>
        </>
      }
    >
      <form id="reset-form" noValidate className="grid gap-4.5" onSubmit={form.onSubmit}>
        <p>
          <Trans>
            <bdi>{name}</bdi> is logged out, gets a mail, and logs in with the password alone until it is set up again.
            Make sure that it is really them who ask.
          </Trans>
        </p>
        <FormProblem problem={form.problem} />
        <SecretField {...form.field('currentPassword')} autoComplete="current-password" required />
      </form>
    </Dialog>
  );
}
