import { endpointQuery, formatMoment } from '@baraza/app';
import { type AccessChange, accessChangeRoles, listAccessChanges } from '@baraza/contract';
import type { TableColumn } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../../../lib/api/session.tsx';
import { RowAct, RowActs } from '../../../lib/list/row-acts.tsx';
import { forRoles, LoadedTable, Page } from '../../../lib/page/page.tsx';
import { ConfirmAccessDialog, DeclineAccessDialog, UndoAccessDialog } from './access-change-dialogs.tsx';
import { changeWord } from './access-change-text.tsx';

/** Lists changes of what staff can read: some wait for a second person, others can be undone. */
export default forRoles(accessChangeRoles, AccessChanges);

const dialogs = { confirm: ConfirmAccessDialog, decline: DeclineAccessDialog, undo: UndoAccessDialog };

function AccessChanges() {
  const me = useMe();
  const query = useQuery(endpointQuery(listAccessChanges));
  const [open, setOpen] = useState<{ dialog: keyof typeof dialogs; change: AccessChange } | null>(null);
  const Dialog = open && dialogs[open.dialog];
  const columns: TableColumn<AccessChange>[] = [
    {
      header: t`Who or what`,
      rowHeader: true,
      cell: ({ subject }) => (
        <span className="block wrap-anywhere">
          <bdi>{subject.name}</bdi>
          {subject.email && (
            <bdi dir="ltr" className="block text-sm font-normal text-ink-2">
              {subject.email}
            </bdi>
          )}
        </span>
      ),
    },
    { header: t`Change`, cell: (row) => <bdi>{changeWord(row, row.identityAccess)}</bdi> },
    { header: t`By`, cell: (row) => <bdi>{row.by.name}</bdi> },
    {
      header: t`State`,
      cell: ({ undoableUntil }) =>
        undoableUntil ? t`Made; can be undone until ${formatMoment(undoableUntil)}` : t`Waits for a second person`,
    },
    {
      header: t`Decide`,
      cell: (change) => {
        const isMine = change.by.id === me.id;
        const act = (dialog: keyof typeof dialogs) => () => setOpen({ dialog, change });
        const { name } = change.subject;
        if (change.undoableUntil) return <RowAct name={name} onClick={act('undo')} text={t`Undo`} />;
        if (change.subject.id === me.id) return '–';
        return (
          <RowActs>
            {!isMine && <RowAct name={name} variant="primary" onClick={act('confirm')} text={t`Confirm`} />}
            <RowAct name={name} onClick={act('decline')} text={isMine ? t`Withdraw` : t`Decline`} />
          </RowActs>
        );
      },
    },
  ];
  return (
    <Page
      title={t`Changes of access`}
      intro={t`Changes that let staff read more. Some wait for a second person; the others can be undone for three days.`}
    >
      <LoadedTable query={query} caption={t`Changes of access`} columns={columns} empty={t`There are none now.`} />
      {open && Dialog && <Dialog change={open.change} onClose={() => setOpen(null)} />}
    </Page>
  );
}
