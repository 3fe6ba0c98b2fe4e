import {
  deleteSavedReply,
  listSavedReplies,
  type SavedReply,
  createSavedReply,
  NewSavedReply,
  placeholders,
  savedReplySteps,
  updateSavedReply,
  type SavedReplyStep,
} from '@baraza/contract';
import { SelectField, type TableColumn, TextareaField, TextField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { ConfirmDialog, useEditForm } from '../../lib/form/edit-dialog.tsx';
import { toOptions } from '../../lib/form/to-options.ts';
import { RowMenu, RowAct, RowActs } from '../../lib/list/row-acts.tsx';
import { LoadedTable, forRoles, NewButton, Page } from '../../lib/page/page.tsx';
import { useEndpoint, useComplaintCategories } from '../../lib/api/use-endpoint.ts';
import { useMe } from '../../lib/api/session.tsx';
import { useSavedReplies } from './saved-reply.api.ts';
import { FormDialog, LoadError, notify } from '@baraza/app';

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
    { header: t`Category`, cell: (row) => (row.category ? <bdi>{row.category.name}</bdi> : t`All`) },
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
          yes={t`Yes, remove`}
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

function SavedReplyDialog({ reply, onClose }: { reply?: SavedReply; onClose: () => void }) {
  const create = useEndpoint(createSavedReply, listSavedReplies);
  const update = useEndpoint(updateSavedReply, listSavedReplies);
  const categories = useComplaintCategories();
  const isSupervisor = useMe().role === 'supervisor';
  const form = useEditForm({
    schema: NewSavedReply,
    of: reply,
    fill: (saved) => ({
      title: saved?.title ?? '',
      shared: isSupervisor ? 'mda' : 'me',
      step: saved?.step ?? '',
      category: saved?.category?.id ?? '',
      text: saved?.text ?? '',
    }),
    labels: { title: t`Title`, shared: t`For whom`, step: t`For which step`, category: t`Category`, text: t`Text` },
    prepare: (values) => ({ ...values, shared: values.shared === 'mda', category: values.category || null }),
    submit: async ({ shared, ...values }, version = 0) => {
      await (reply
        ? update.mutateAsync({ params: { id: reply.id }, body: { version, ...values } })
        : create.mutateAsync({ body: { shared, ...values } }));
      notify.success(reply ? t`Saved reply updated.` : t`Reply saved.`);
      onClose();
    },
  });
  // A reply keeps showing its category after that was switched off.
  const offered = categories.data ?? [];
  const own = reply?.category && !offered.some((mda) => mda.id === reply.category?.id) ? [reply.category] : [];
  return (
    <FormDialog form={form} title={reply ? t`Edit the saved reply` : t`New saved reply`} size="l" onClose={onClose}>
      <TextField {...form.field('title')} autoComplete="off" required />
      {!reply && isSupervisor && (
        <SelectField
          {...form.field('shared')}
          options={[
            { value: 'mda', label: t`For the whole MDA` },
            { value: 'me', label: t`For me` },
          ]}
        />
      )}
      <div className="grid items-start gap-4.5 m:grid-cols-2">
        <SelectField
          {...form.field('step')}
          required
          placeholder={t`Choose one`}
          options={savedReplySteps.map((step) => ({ value: step, label: stepWord(step) }))}
        />
        {categories.isError ? (
          <LoadError title={t`The categories could not be loaded.`} query={categories} />
        ) : (
          <SelectField
            {...form.field('category')}
            placeholder={t`All categories`}
            options={toOptions([...own, ...offered])}
          />
        )}
      </div>
      <TextareaField
        {...form.field('text')}
        hint={t`These are filled in for each complaint: ${placeholders.map((name) => `{${name}}`).join(', ')}`}
        required
        rows={6}
      />
    </FormDialog>
  );
}

function stepWord(step: SavedReplyStep): string {
  return { reply: t`Reply`, ask: t`Question`, resolve: t`Resolve` }[step];
}
