import { deleteSavedReply, listSavedReplies, type SavedReply } from '@baraza/contract';
import { Button } from '@baraza/ui/button';
import { Table, type TableColumn } from '@baraza/ui/table';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { ConfirmDialog } from '../../lib/form/confirm-dialog.tsx';
import { RowMenu } from '../../lib/list/row-menu.tsx';
import { Loaded } from '../../lib/page/loaded.tsx';
import { forRoles, Page } from '../../lib/page/page.tsx';
import { RowAct, RowActs } from '../../lib/list/row-acts.tsx';
import { SavedReplyDialog, stepWord } from './saved-reply-dialog.tsx';
import { useEndpoint } from '../../lib/api/use-endpoint.ts';
import { useSavedReplies } from './saved-reply.api.ts';

/** Manages the saved replies of the MDA, for supervisors. */
export default forRoles(['supervisor'], SavedReplies);

type Open = { dialog: 'new' } | { dialog: 'edit' | 'remove'; reply: SavedReply } | null;

function SavedReplies(): ReactNode {
  const query = useSavedReplies();
  const remove = useEndpoint(deleteSavedReply, listSavedReplies);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <Page
      title={t`Saved replies`}
      intro={t`What your officers say often. They put a saved reply into their answer and can change it before they send it.`}
      action={
        <Button variant="primary" icon="plus" onClick={() => setOpen({ dialog: 'new' })}>
          {t`New saved reply`}
        </Button>
      }
    >
      <Loaded query={query} failed={t`The saved replies could not be loaded.`} loading={t`Loading saved replies`}>
        {(data) => (
          <ReplyTable
            replies={data}
            onEdit={(reply) => setOpen({ dialog: 'edit', reply })}
            onRemove={(reply) => setOpen({ dialog: 'remove', reply })}
          />
        )}
      </Loaded>
      {open?.dialog === 'new' && <SavedReplyDialog onClose={close} />}
      {open?.dialog === 'edit' && <SavedReplyDialog reply={open.reply} onClose={close} />}
      {open?.dialog === 'remove' && (
        <ConfirmDialog
          title={t`Remove this saved reply?`}
          yes={t`Yes, remove`}
          act={() => remove.mutateAsync({ params: { id: open.reply.id }, query: { version: open.reply.version } })}
          doneText={t`The saved reply is removed.`}
          onClose={close}
        >
          <p>
            <Trans>
              “<bdi>{open.reply.title}</bdi>” goes away for all officers. What was sent with it stays.
            </Trans>
          </p>
        </ConfirmDialog>
      )}
    </Page>
  );
}

type ReplyTableProps = {
  replies: SavedReply[];
  onEdit: (reply: SavedReply) => void;
  onRemove: (reply: SavedReply) => void;
};

function ReplyTable({ replies, onEdit, onRemove }: ReplyTableProps): ReactNode {
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
    {
      header: t`Category`,
      cell: (row) => (row.category ? <bdi>{row.category.name}</bdi> : t`All`),
    },
    {
      header: t`Change`,
      cell: (row) => (
        <RowActs>
          <RowAct name={row.title} onClick={() => onEdit(row)}>
            {t`Edit`}
          </RowAct>
          <RowMenu name={row.title} acts={[{ text: t`Remove`, act: () => onRemove(row) }]} />
        </RowActs>
      ),
    },
  ];
  return (
    <Table
      caption={t`Saved replies`}
      captionHidden
      columns={columns}
      rows={replies}
      empty={t`There are no saved replies yet.`}
    />
  );
}
