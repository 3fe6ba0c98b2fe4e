import {
  deleteSavedReply,
  listSavedReplies,
  type SavedReply,
  createSavedReply,
  fillPlaceholders,
  NewSavedReply,
  placeholders,
  savedReplySteps,
  updateSavedReply,
  type Placeholder,
  type PlaceholderValues,
  type SavedReplyStep,
} from '@baraza/contract';
import { Button, SelectField, Table, type TableColumn, TextareaField, TextField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, useRef } from 'react';
import { ConfirmDialog, useEditForm, EditDialog } from '../../lib/form/edit-dialog.tsx';
import { RowMenu, RowAct, RowActs } from '../../lib/list/row-acts.tsx';
import { Loaded, forRoles, NewButton, Page } from '../../lib/page/page.tsx';
import { useEndpoint, useComplaintCategories } from '../../lib/api/use-endpoint.ts';
import { useSavedReplies } from './saved-reply.api.ts';
import { LoadError, notify } from '@baraza/app';
import { insertText, placeCursor } from '../../lib/form/insert-text.ts';
import { fullName, useMe } from '../../lib/api/session.tsx';

/** Manages the saved replies of the MDA, for supervisors. */
export default forRoles(['supervisor'], SavedReplies);

type Open = { dialog: 'new' } | { dialog: 'edit' | 'remove'; reply: SavedReply } | null;

function SavedReplies() {
  const query = useSavedReplies();
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
    { header: t`Category`, cell: (row) => (row.category ? <bdi>{row.category.name}</bdi> : t`All`) },
    {
      header: t`Change`,
      cell: (row) => (
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
      intro={t`What your officers say often. They put a saved reply into their answer and can change it before they send it.`}
      action={<NewButton text={t`New saved reply`} onClick={() => setOpen({ dialog: 'new' })} />}
    >
      <Loaded query={query} failed={t`The saved replies could not be loaded.`} loading={t`Loading saved replies`}>
        {(data) => (
          <Table
            caption={t`Saved replies`}
            captionHidden
            columns={columns}
            rows={data}
            empty={t`There are no saved replies yet.`}
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
          <Trans>
            “<bdi>{open.reply.title}</bdi>” goes away for all officers. What was sent with it stays.
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
  const area = useRef<HTMLTextAreaElement>(null);
  const form = useEditForm({
    schema: NewSavedReply,
    of: reply,
    fill: (saved) => ({
      title: saved?.title ?? '',
      step: saved?.step ?? '',
      category: saved?.category?.id ?? '',
      text: saved?.text ?? '',
    }),
    read: (saved) => ({ step: stepWord(saved.step), category: saved.category?.name ?? t`All categories` }),
    labels: { title: t`Title`, step: t`For which step`, category: t`Category`, text: t`Text` },
    prepare: (values) => ({ ...values, category: values.category || null }),
    submit: async (values, version = 0) => {
      await (reply
        ? update.mutateAsync({ params: { id: reply.id }, body: { version, ...values } })
        : create.mutateAsync({ body: values }));
      notify.success(reply ? t`The saved reply is changed.` : t`The reply is saved.`);
      onClose();
    },
  });
  const putIn = (name: string) => {
    const { selectionStart = 0, selectionEnd = 0 } = area.current ?? {};
    const { text, cursor } = insertText(form.values.text, `{${name}}`, selectionStart, selectionEnd);
    form.set('text', text);
    placeCursor(area.current, cursor);
  };
  // A category that was switched off stays to be seen on the reply that has it.
  const offered = categories.data ?? [];
  const own = reply?.category && !offered.some((mda) => mda.id === reply.category?.id) ? [reply.category] : [];
  return (
    <EditDialog form={form} title={reply ? t`Change the saved reply` : t`New saved reply`} size="l" onClose={onClose}>
      <TextField {...form.field('title')} autoComplete="off" required />
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
            options={[...own, ...offered].map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
      </div>
      <TextareaField ref={area} {...form.field('text')} required rows={6} />
      <fieldset>
        <legend className="mb-1.5 text-sm text-ink-2">{t`Insert a placeholder, filled in for each complaint:`}</legend>
        <div className="flex flex-wrap gap-1.5">
          {placeholders.map((name) => (
            <Button key={name} size="s" onClick={() => putIn(name)}>
              {placeholderWord(name)}
            </Button>
          ))}
        </div>
      </fieldset>
      <Preview text={form.values.text} />
    </EditDialog>
  );
}

function Preview({ text }: { text: string }) {
  const me = useMe();
  if (text.trim() === '') return null;
  const example: PlaceholderValues = {
    citizen: t`Ada Obi`,
    trackingId: 'SDP-26-7F3K92',
    title: t`No water since Monday`,
    mda: me.mda?.name ?? '',
    officer: fullName(me),
    dueDate: '2026-03-27',
  };
  return (
    <section aria-labelledby="reply-preview">
      <h3 id="reply-preview" className="mb-1.5 text-md">
        {t`How it reads`}
      </h3>
      <p dir="auto" className="rounded-1 bg-sunken p-3 break-words whitespace-pre-wrap">
        {fillPlaceholders(text, example)}
      </p>
    </section>
  );
}

function stepWord(step: SavedReplyStep): string {
  return { reply: t`Reply`, ask: t`Question`, resolve: t`Resolve`, reject: t`Reject` }[step];
}

function placeholderWord(name: Placeholder): string {
  return {
    citizen: t`Name of the citizen`,
    trackingId: t`Tracking ID`,
    title: t`Title of the complaint`,
    mda: t`Name of the MDA`,
    officer: t`Your name`,
    dueDate: t`Due date`,
  }[name];
}
