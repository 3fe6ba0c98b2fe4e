import { notify } from '@baraza/app/notify';
import { contactsMax, type OwnContact } from '@baraza/contract';
import { Button } from '@baraza/ui/button';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { ConfirmDialog } from '../../lib/form/confirm-dialog.tsx';
import { Loaded } from '../../lib/page/loaded.tsx';
import { ForRoles, Page } from '../../lib/page/page.tsx';
import { ContactDialog } from './contact-dialog.tsx';
import { ContactTable } from './contact-table.tsx';
import { useContacts, useDeleteContact } from './mda.api.ts';

/** Manages the contacts of Customer Support, for supervisors. */
export default function ContactPage(): ReactNode {
  return (
    <ForRoles roles={['supervisor']}>
      <Contacts />
    </ForRoles>
  );
}

type Open = { dialog: 'new' } | { dialog: 'edit' | 'remove'; contact: OwnContact } | null;

function Contacts(): ReactNode {
  const query = useContacts();
  const remove = useDeleteContact();
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
            <Trans>New contact</Trans>
          </Button>
        )
      }
    >
      {full && (
        <p className="text-ink-2">{t`There are ${contactsMax} contacts, and no more fit. Remove one to add another.`}</p>
      )}
      <Loaded query={query} failed={t`The contacts could not be loaded.`} loading={t`Loading contacts`}>
        {(data) => (
          <ContactTable
            contacts={data}
            onEdit={(contact) => setOpen({ dialog: 'edit', contact })}
            onRemove={(contact) => setOpen({ dialog: 'remove', contact })}
          />
        )}
      </Loaded>
      {open?.dialog === 'new' && <ContactDialog onClose={close} />}
      {open?.dialog === 'edit' && <ContactDialog contact={open.contact} onClose={close} />}
      {open?.dialog === 'remove' && (
        <ConfirmDialog
          title={t`Remove this contact?`}
          yes={t`Yes, remove`}
          act={() => remove(open.contact)}
          onDone={() => {
            notify.success(t`The contact is removed.`);
            close();
          }}
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
