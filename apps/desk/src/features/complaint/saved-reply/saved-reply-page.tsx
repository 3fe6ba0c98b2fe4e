import { say } from '@baraza/app';
import { deleteSavedReply, listSavedReplies, type SavedReply } from '@baraza/contract';
import type { TableColumn } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { ConfirmDialog } from '../../../lib/form/edit-dialog.tsx';
import { RowMenu, RowAct, RowActs } from '../../../lib/list/row-acts.tsx';
import { LoadedTable, forRoles, NewButton, Page } from '../../../lib/page/page.tsx';
import { useEndpoint } from '../../../lib/api/use-endpoint.ts';
import { useMe } from '../../../lib/api/session.tsx';
import { useSavedReplies } from './saved-reply.api.ts';
import { SavedReplyDialog, stepWord } from './saved-reply-dialog.tsx';

/** Manages one's own saved replies and, for supervisors, those of the MDA. */
export default forRoles(['officer', 'supervisor'], SavedReplies);

type Open = { dialog: 'new' } | { dialog: 'edit' | 'remove'; reply: SavedReply } | null;

function SavedReplies() {
  const query = useSavedReplies();
  const { role } = useMe();
  const mayKeep = ({ shared }: SavedReply) => !shared || role === 'supervisor';
  const remove = useEndpoint(deleteSavedReply, listSavedReplies);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const columns: TableColumn<SavedReply>[] = [
    {
      header: t`Title`,
      rowHeader: true,
      cell: (row) => (
        <>
          <bdi>{row.title}</bdi>
          <p dir="auto" className="line-clamp-2 max-w-120 font-normal break-words text-ink-2">
            {row.text}
          </p>
        </>
      ),
    },
    { header: t`For`, cell: (row) => stepWord(row.step) },
    { header: t`Of`, cell: (row) => (row.shared ? t`The MDA` : t`Me`) },
    { header: t`Category`, cell: (row) => (row.category ? <bdi>{say(row.category.name)}</bdi> : t`All`) },
    {
      header: t`Change`,
      cell: (row) =>
        mayKeep(row) && (
          <RowActs>
            <RowAct name={row.title} onClick={() => setOpen({ dialog: 'edit', reply: row })} text={t`Edit`} />
            <RowMenu
              name={row.title}
              acts={[{ text: t`Remove`, act: () => setOpen({ dialog: 'remove', reply: row }) }]}
            />
          </RowActs>
        ),
    },
  ];
  return (
    <Page
      title={t`Saved replies`}
      intro={t`Texts that are sent often. Each can be edited before it is sent.`}
      action={<NewButton text={t`New saved reply`} onClick={() => setOpen({ dialog: 'new' })} />}
    >
      <LoadedTable
        query={query}
        caption={t`Saved replies`}
        columns={columns}
        empty={t`There are no saved replies yet.`}
      />
      {open?.dialog === 'new' && <SavedReplyDialog onClose={close} />}
      {open?.dialog === 'edit' && <SavedReplyDialog reply={open.reply} onClose={close} />}
      {open?.dialog === 'remove' && (
        <ConfirmDialog
          title={t`Remove this saved reply?`}
          yes={t`Remove saved reply`}
          tone="danger"
          act={() => remove.mutateAsync({ params: { id: open.reply.id }, query: { version: open.reply.version } })}
          doneText={t`Saved reply removed.`}
          onClose={close}
        >
          <Trans>
            “<bdi>{open.reply.title}</bdi>” is removed for all who have it. Replies sent with it are kept.
          </Trans>
        </ConfirmDialog>
      )}
    </Page>
  );
}
