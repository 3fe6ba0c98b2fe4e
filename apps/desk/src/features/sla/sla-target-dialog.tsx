import { notify } from '@baraza/app/notify';
import { setSlaTarget, type SlaTargetDays } from '@baraza/contract';
import { TextField } from '@baraza/ui/text-field';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useEditForm } from '../../lib/form/edit-form.ts';
import { FormDialog } from '../../lib/form/form-dialog.tsx';
import { useSetSlaTarget } from './sla.api.ts';
import type { SlaTargetLine } from './sla-target-lines.ts';

/** Parses a number; an empty field is undefined rather than 0. */
const numberOf = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text));

const textsOf = ({ acknowledge, reply, resolve }: SlaTargetDays) => ({
  acknowledge: String(acknowledge),
  reply: String(reply),
  resolve: String(resolve),
});

/** Sets the working days of one category, or of all others. */
export function TargetDialog({ line, onClose }: { line: SlaTargetLine; onClose: () => void }): ReactNode {
  const set = useSetSlaTarget();
  const form = useEditForm({
    schema: setSlaTarget.body,
    of: { days: line.days, version: line.version },
    fill: (saved) => textsOf(saved?.days ?? line.days),
    labels: { acknowledge: t`Begin`, reply: t`First reply`, resolve: t`Resolve` },
    prefix: 'target-',
    prepare: ({ acknowledge, reply, resolve }) => ({
      category: line.categoryId,
      acknowledge: numberOf(acknowledge),
      reply: numberOf(reply),
      resolve: numberOf(resolve),
      version: line.version,
    }),
    submit: async (values, version = line.version) => {
      await set.mutateAsync({ ...values, version });
      notify.success(t`The targets are set.`);
      onClose();
    },
  });
  const look = { inputMode: 'numeric' as const, autoComplete: 'off', dir: 'ltr', required: true };
  return (
    <FormDialog form={form} title={t`Targets: ${line.name}`} onClose={onClose}>
      <p className="text-ink-2">
        <Trans>In working days from the day a complaint comes in, 1 to 365.</Trans>
      </p>
      <TextField {...form.field('acknowledge')} {...look} hint={t`Somebody starts to work on it.`} />
      <TextField {...form.field('reply')} {...look} hint={t`The citizen has a first answer.`} />
      <TextField {...form.field('resolve')} {...look} hint={t`The matter is answered for good.`} />
    </FormDialog>
  );
}
