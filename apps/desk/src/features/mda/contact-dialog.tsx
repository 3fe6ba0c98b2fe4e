import { notify } from '@baraza/app/notify';
import { createContact, listOwnContacts, NewContact, updateContact, type OwnContact } from '@baraza/contract';
import { TextField } from '@baraza/ui/fields';
import { t } from '@lingui/core/macro';
import { useEndpoint } from '../../lib/api/use-endpoint.ts';
import { useEditForm, EditDialog } from '../../lib/form/edit-dialog.tsx';

/** Creates or changes a contact. */
export function ContactDialog({ contact, onClose }: { contact?: OwnContact; onClose: () => void }) {
  const create = useEndpoint(createContact, listOwnContacts);
  const update = useEndpoint(updateContact, listOwnContacts);
  const form = useEditForm({
    schema: NewContact,
    of: contact,
    fill: (saved) => ({ name: saved?.name ?? '', phone: saved?.phone ?? '', email: saved?.email ?? '' }),
    labels: { name: t`Name`, phone: t`Phone`, email: t`Email` },
    prefix: 'contact-',
    submit: async (values, version = 0) => {
      await (contact
        ? update.mutateAsync({ params: { id: contact.id }, body: { version, ...values } })
        : create.mutateAsync({ body: values }));
      notify.success(contact ? t`The contact is changed.` : t`The contact is published.`);
      onClose();
    },
  });
  return (
    <EditDialog form={form} title={contact ? t`Change the contact` : t`New contact`} onClose={onClose}>
      <TextField {...form.field('name')} autoComplete="off" required />
      <TextField {...form.field('phone')} type="tel" inputMode="tel" dir="ltr" autoComplete="off" required />
      <TextField {...form.field('email')} type="email" inputMode="email" dir="ltr" autoComplete="off" required />
    </EditDialog>
  );
}
