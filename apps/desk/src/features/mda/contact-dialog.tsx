import { notify } from '@baraza/app/notify';
import { NewContact } from '@baraza/contract';
import { Button } from '@baraza/ui/button';
import { Dialog } from '@baraza/ui/dialog';
import { TextField } from '@baraza/ui/text-field';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { FormProblem } from '../../lib/form-problem.tsx';
import { useForm } from '../../lib/form.ts';
import { useSaveContact, type OwnContact } from './mda.api.ts';

/** A new contact, or a change of one. */
export function ContactDialog({ contact, onClose }: { contact?: OwnContact; onClose: () => void }): ReactNode {
  const save = useSaveContact();
  const form = useForm({
    schema: NewContact,
    initial: { name: contact?.name ?? '', phone: contact?.phone ?? '', email: contact?.email ?? '' },
    labels: { name: t`Name`, phone: t`Phone`, email: t`Email` },
    prefix: 'contact-',
    submit: async (values) => {
      await save.mutateAsync({ id: contact?.id, ...values });
      notify.success(contact ? t`The contact is changed.` : t`The contact is published.`);
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={contact ? t`Change the contact` : t`New contact`}
      closeLabel={t`Close`}
      dismissable={!form.pending}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form="contact-form" variant="primary" loading={form.pending} loadingText={t`Saving`}>
            <Trans>Save</Trans>
          </Button>
        </>
      }
    >
      <form id="contact-form" noValidate className="grid gap-4.5" onSubmit={form.onSubmit}>
        <FormProblem problem={form.problem} />
        <TextField {...form.field('name')} autoComplete="off" required />
        <TextField {...form.field('phone')} type="tel" inputMode="tel" dir="ltr" autoComplete="off" required />
        <TextField {...form.field('email')} type="email" inputMode="email" dir="ltr" autoComplete="off" required />
      </form>
    </Dialog>
  );
}
