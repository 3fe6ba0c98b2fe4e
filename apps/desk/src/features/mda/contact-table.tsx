import { notify } from '@baraza/app/notify';
import { Button } from '@baraza/ui/button';
import { IconButton } from '@baraza/ui/icon-button';
import { Table, type TableColumn } from '@baraza/ui/table';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { announce } from '../../lib/announcer.tsx';
import { errorText } from '../../lib/texts.ts';
import { useMoveContact, type OwnContact } from './mda.api.ts';

type ContactTableProps = {
  contacts: OwnContact[];
  onEdit: (contact: OwnContact) => void;
  onRemove: (contact: OwnContact) => void;
};

/** The contacts in their order, which two arrows change. */
export function ContactTable({ contacts, onEdit, onRemove }: ContactTableProps): ReactNode {
  const move = useMoveContact();
  const placeOf = (it: OwnContact) => contacts.findIndex(({ id }) => id === it.id);
  const shift = (it: OwnContact, step: 1 | -1) => {
    const place = placeOf(it) + step;
    if (move.isPending || place < 0 || place >= contacts.length) return;
    const [name, number] = [it.name, place + 1];
    move.mutate(
      { id: it.id, place },
      {
        onSuccess: () => announce(t`${name} is number ${number} now.`),
        onError: (error) => notify.error(errorText(error)),
      },
    );
  };
  const columns: TableColumn<OwnContact>[] = [
    { key: 'name', header: t`Name`, rowHeader: true, cell: (it) => <bdi>{it.name}</bdi> },
    { key: 'phone', header: t`Phone`, cell: (it) => <bdi dir="ltr">{it.phone}</bdi> },
    {
      key: 'email',
      header: t`Email`,
      cell: (it) => (
        <bdi dir="ltr" className="break-all">
          {it.email}
        </bdi>
      ),
    },
    {
      key: 'acts',
      header: t`Change`,
      cell: (it) => {
        const { name } = it;
        return (
          <span className="flex flex-wrap items-center gap-1.5">
            {/* Not disabled at the ends: the focus would fall from a button that goes out under it. */}
            <IconButton
              icon="chevron-down"
              label={t`Move ${name} up`}
              aria-disabled={placeOf(it) === 0}
              className="size-9 rotate-180 aria-disabled:opacity-40"
              onClick={() => shift(it, -1)}
            />
            <IconButton
              icon="chevron-down"
              label={t`Move ${name} down`}
              aria-disabled={placeOf(it) === contacts.length - 1}
              className="size-9 aria-disabled:opacity-40"
              onClick={() => shift(it, 1)}
            />
            <Button size="s" onClick={() => onEdit(it)}>
              <Trans>Edit</Trans>
              <span className="sr-only"> {name}</span>
            </Button>
            <Button size="s" variant="danger-quiet" onClick={() => onRemove(it)}>
              <Trans>Remove</Trans>
              <span className="sr-only"> {name}</span>
            </Button>
          </span>
        );
      },
    },
  ];
  return (
    <Table
      caption={t`Contacts`}
      captionHidden
      columns={columns}
      rows={contacts}
      rowKey={(it) => it.id}
      empty={t`There are no contacts yet: Customer Support shows the MDA alone.`}
    />
  );
}
