import { Table, type TableColumn } from '@baraza/ui/table';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { EmailText } from '../../lib/format/email-text.tsx';
import { MoveActs, RowAct, RowActs } from '../../lib/list/row-acts.tsx';
import { useMoveContact, type OwnContact } from './mda.api.ts';

type ContactTableProps = {
  contacts: OwnContact[];
  onEdit: (contact: OwnContact) => void;
  onRemove: (contact: OwnContact) => void;
};

/** Lists the contacts; two arrows change their order. */
export function ContactTable({ contacts, onEdit, onRemove }: ContactTableProps): ReactNode {
  const move = useMoveContact();
  const columns: TableColumn<OwnContact>[] = [
    { key: 'name', header: t`Name`, rowHeader: true, cell: (row) => <bdi>{row.name}</bdi> },
    { key: 'phone', header: t`Phone`, cell: (row) => <bdi dir="ltr">{row.phone}</bdi> },
    { key: 'email', header: t`Email`, cell: (row) => <EmailText email={row.email} /> },
    {
      key: 'acts',
      header: t`Change`,
      cell: (row) => {
        const { name } = row;
        return (
          <RowActs>
            <MoveActs of={row} among={contacts} move={move} />
            <RowAct name={name} onClick={() => onEdit(row)}>
              <Trans>Edit</Trans>
            </RowAct>
            <RowAct name={name} variant="danger-quiet" onClick={() => onRemove(row)}>
              <Trans>Remove</Trans>
            </RowAct>
          </RowActs>
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
      rowKey={(row) => row.id}
      empty={t`There are no contacts yet: Customer Support shows the MDA alone.`}
    />
  );
}
