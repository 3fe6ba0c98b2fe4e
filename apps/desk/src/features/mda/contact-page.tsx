import { contactsMax, deleteContact, listOwnContacts, updateContact, type OwnContact } from '@baraza/contract';
import { Button } from '@baraza/ui/button';
import { Table, type TableColumn } from '@baraza/ui/table';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { endpointQuery } from '@baraza/app/api/client';
import { useEndpoint } from '../../lib/api/use-endpoint.ts';
import { ConfirmDialog } from '../../lib/form/confirm-dialog.tsx';
import { EmailText } from '../../lib/format/email-text.tsx';
import { MoveActs, RowAct, RowActs, RowMenu } from '../../lib/list/row-acts.tsx';
import { Loaded, forRoles, Page } from '../../lib/page/page.tsx';
import { ContactDialog } from './contact-dialog.tsx';

/** Manages the contacts of Customer Support, for supervisors. */
export default forRoles(['supervisor'], Contacts);

type Open = { dialog: 'new' } | { dialog: 'edit' | 'remove'; contact: OwnContact } | null;

function Contacts() {
  const query = useQuery(endpointQuery(listOwnContacts));
  const remove = useEndpoint(deleteContact, listOwnContacts);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const full = (query.data?.length ?? 0) >= contactsMax;
  return (
    <Page
      title={t`Contacts`}
      intro={t`Citizens see these people on Customer Support, in this order, with phone and email.`}
      action={
        !full && (
          <Button variant="primary" icon="plus" onClick={() => setOpen({ dialog: 'new' })}>
            {t`New contact`}
          </Button>
        )
      }
    >
      {full && (
        <p className="text-ink-2">{t`There are ${contactsMax} contacts, which is the most. Remove one to add another.`}</p>
      )}
      <Loaded query={query} failed={t`The contacts could not be loaded.`} loading={t`Loading contacts`}>
        {(data) => <ContactTable contacts={data} onOpen={setOpen} />}
      </Loaded>
      {open?.dialog === 'new' && <ContactDialog onClose={close} />}
      {open?.dialog === 'edit' && <ContactDialog contact={open.contact} onClose={close} />}
      {open?.dialog === 'remove' && (
        <ConfirmDialog
          title={t`Remove this contact?`}
          yes={t`Yes, remove`}
          act={() => remove.mutateAsync({ params: { id: open.contact.id }, query: { version: open.contact.version } })}
          doneText={t`The contact is removed.`}
          onClose={close}
        >
          <p>
            <Trans>
              Citizens will no longer see <bdi>{open.contact.name}</bdi> on Customer Support.
            </Trans>
          </p>
        </ConfirmDialog>
      )}
    </Page>
  );
}

function ContactTable({ contacts, onOpen }: { contacts: OwnContact[]; onOpen: (open: Open) => void }) {
  const change = useEndpoint(updateContact, listOwnContacts);
  const columns: TableColumn<OwnContact>[] = [
    { header: t`Name`, rowHeader: true, cell: (row) => <bdi>{row.name}</bdi> },
    { header: t`Phone`, cell: (row) => <bdi dir="ltr">{row.phone}</bdi> },
    { header: t`Email`, cell: (row) => <EmailText email={row.email} /> },
    {
      header: t`Change`,
      cell: (row) => (
        <RowActs>
          <MoveActs
            row={row}
            rows={contacts}
            busy={change.isPending}
            move={(place) => change.mutateAsync({ params: { id: row.id }, body: { place, version: row.version } })}
          />
          <RowAct name={row.name} onClick={() => onOpen({ dialog: 'edit', contact: row })}>
            {t`Edit`}
          </RowAct>
          <RowMenu
            name={row.name}
            acts={[{ text: t`Remove`, act: () => onOpen({ dialog: 'remove', contact: row }) }]}
          />
        </RowActs>
      ),
    },
  ];
  return (
    <Table
      caption={t`Contacts`}
      captionHidden
      columns={columns}
      rows={contacts}
      empty={t`There are no contacts yet: Customer Support shows the MDA alone.`}
    />
  );
}
