import { notify } from '@baraza/app/notify';
import { NewContact, type OwnContact } from '@baraza/contract';
import { TextField } from '@baraza/ui/text-field';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useEditForm } from '../../lib/form/edit-form.ts';
import { FormDialog } from '../../lib/form/form-dialog.tsx';
import { useSaveContact } from './mda.api.ts';

/** Creates or changes a contact. */
export function ContactDialog({ contact, onClose }: { contact?: OwnContact; onClose: () => void }): ReactNode {
  const save = useSaveContact();
  const form = useEditForm({
    schema: NewContact,
    of: contact,
    fill: (saved) => ({ name: saved?.name ?? '', phone: saved?.phone ?? '', email: saved?.email ?? '' }),
    labels: { name: t`Name`, phone: t`Phone`, email: t`Email` },
    prefix: 'contact-',
    submit: async (values, version) => {
      await save.mutateAsync({ id: contact?.id, version, ...values });
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
