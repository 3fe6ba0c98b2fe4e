import { endTwoStep } from '@baraza/contract';
import { Button } from '@baraza/ui/button';
import { Dialog } from '@baraza/ui/dialog';
import { TextField } from '@baraza/ui/text-field';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useForm } from '../../lib/form.ts';
import { FormProblem } from '../../lib/form-problem.tsx';
import { SecretField } from './secret-field.tsx';

type ProofDialogProps = {
  title: string;
  /** What will happen. */
  children: ReactNode;
  yes: string;
  tone: 'primary' | 'danger';
  act: (proof: { currentPassword: string; code: string }) => Promise<void>;
  onClose: () => void;
};

/** Asks for password and code once more, before something that whoever found an open desk must not do. */
export function ProofDialog({ title, children, yes, tone, act, onClose }: ProofDialogProps): ReactNode {
  const form = useForm({
    schema: endTwoStep.body,
    initial: { currentPassword: '', code: '' },
    labels: { currentPassword: t`Current Password`, code: t`Code of your app, or a recovery code` },
    prefix: 'proof-',
    submit: act,
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      closeLabel={t`Close`}
      dismissable={!form.pending}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form="proof-form" variant={tone} loading={form.pending} loadingText={t`Saving`}>
            {yes}
          </Button>
        </>
      }
    >
      <form id="proof-form" noValidate className="grid gap-4.5" onSubmit={form.onSubmit}>
        <p className="text-ink-2">{children}</p>
        <FormProblem problem={form.problem} />
        <SecretField {...form.field('currentPassword')} autoComplete="current-password" required />
        <TextField {...form.field('code')} autoComplete="one-time-code" maxLength={40} required />
      </form>
    </Dialog>
  );
}
