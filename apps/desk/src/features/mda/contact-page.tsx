import { endpointQuery, FormDialog, notify } from '@baraza/app';
import {
  createContact,
  deleteContact,
  listOwnContacts,
  NewContact,
  updateContact,
  type OwnContact,
} from '@baraza/contract';
import { type TableColumn, TextField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEndpoint } from '../../lib/api/use-endpoint.ts';
import { ConfirmDialog, useEditForm } from '../../lib/form/edit-dialog.tsx';
import { RowAct, RowActs, RowMenu } from '../../lib/list/row-acts.tsx';
import { LoadedTable, forRoles, NewButton, Page } from '../../lib/page/page.tsx';

/** Manages the contacts of Customer Support, for supervisors. */
export default forRoles(['supervisor'], Contacts);

type Open = { dialog: 'new' } | { dialog: 'edit' | 'remove'; contact: OwnContact } | null;

function Contacts() {
  const query = useQuery(endpointQuery(listOwnContacts));
  const change = useEndpoint(updateContact, listOwnContacts);
  const remove = useEndpoint(deleteContact, listOwnContacts);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const moveUp = (contact: OwnContact) => {
    const place = (query.data ?? []).indexOf(contact) - 1;
    change.mutateAsync({ params: { id: contact.id }, body: { place, version: contact.version } }).catch(notify.failure);
  };
  const columns: TableColumn<OwnContact>[] = [
    { header: t`Name`, rowHeader: true, cell: (row) => <bdi>{row.name}</bdi> },
    { header: t`Phone`, cell: (row) => <bdi dir="ltr">{row.phone}</bdi> },
    {
      header: t`Email`,
      cell: (row) => (
        <bdi dir="ltr" className="wrap-anywhere">
          {row.email}
        </bdi>
      ),
    },
    {
      header: t`Change`,
      cell: (row) => (
        <RowActs>
          <RowAct name={row.name} onClick={() => setOpen({ dialog: 'edit', contact: row })} text={t`Edit`} />
          <RowMenu
            name={row.name}
            acts={[
              row !== query.data?.[0] && { text: t`Move up`, act: () => moveUp(row) },
              { text: t`Remove`, act: () => setOpen({ dialog: 'remove', contact: row }) },
            ]}
          />
        </RowActs>
      ),
    },
  ];
  return (
    <Page
      title={t`Contacts`}
      intro={t`Citizens see these people on Customer Support, in this order, with phone and email.`}
      action={<NewButton text={t`New contact`} onClick={() => setOpen({ dialog: 'new' })} />}
    >
      <LoadedTable
        query={query}
        caption={t`Contacts`}
        columns={columns}
        empty={t`There are no contacts yet. Customer Support shows only the MDA.`}
      />
      {open?.dialog === 'new' && <ContactDialog onClose={close} />}
      {open?.dialog === 'edit' && <ContactDialog contact={open.contact} onClose={close} />}
      {open?.dialog === 'remove' && (
        <ConfirmDialog
          title={t`Remove this contact?`}
          yes={t`Remove contact`}
          tone="danger"
          act={() => remove.mutateAsync({ params: { id: open.contact.id }, query: { version: open.contact.version } })}
          doneText={t`Contact removed.`}
          onClose={close}
        >
          <Trans>
            Citizens will no longer see <bdi>{open.contact.name}</bdi> on Customer Support.
          </Trans>
        </ConfirmDialog>
      )}
    </Page>
  );
}

function ContactDialog({ contact, onClose }: { contact?: OwnContact; onClose: () => void }) {
  const create = useEndpoint(createContact, listOwnContacts);
  const update = useEndpoint(updateContact, listOwnContacts);
  const form = useEditForm({
    schema: NewContact,
    of: contact,
    fill: (saved) => ({ name: saved?.name ?? '', phone: saved?.phone ?? '', email: saved?.email ?? '' }),
    labels: { name: t`Name`, phone: t`Phone`, email: t`Email` },
    submit: async (values, version = 0) => {
      await (contact
        ? update.mutateAsync({ params: { id: contact.id }, body: { version, ...values } })
        : create.mutateAsync({ body: values }));
      notify.success(contact ? t`Contact saved.` : t`Contact published.`);
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={contact ? t`Edit the contact` : t`New contact`} onClose={onClose}>
      <TextField {...form.field('name')} autoComplete="off" required />
      <TextField {...form.field('phone')} type="tel" inputMode="tel" dir="ltr" autoComplete="off" required />
      <TextField {...form.field('email')} type="email" inputMode="email" dir="ltr" autoComplete="off" required />
    </FormDialog>
  );
}
