import { notify } from '@baraza/app/notify';
import { NewContact } from '@baraza/contract';
import { TextField } from '@baraza/ui/text-field';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { FormDialog } from '../../lib/form-dialog.tsx';
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
    <FormDialog form={form} title={contact ? t`Change the contact` : t`New contact`} onClose={onClose}>
      <TextField {...form.field('name')} autoComplete="off" required />
      <TextField {...form.field('phone')} type="tel" inputMode="tel" dir="ltr" autoComplete="off" required />
      <TextField {...form.field('email')} type="email" inputMode="email" dir="ltr" autoComplete="off" required />
    </FormDialog>
  );
}
