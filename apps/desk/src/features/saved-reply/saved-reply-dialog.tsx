import { notify } from '@baraza/app/notify';
import {
  createSavedReply,
  fillPlaceholders,
  listSavedReplies,
  NewSavedReply,
  placeholders,
  savedReplySteps,
  updateSavedReply,
  type Placeholder,
  type PlaceholderValues,
  type SavedReply,
  type SavedReplyStep,
} from '@baraza/contract';
import { Button } from '@baraza/ui/button';
import { SelectField, TextField, TextareaField } from '@baraza/ui/fields';
import { t } from '@lingui/core/macro';
import { useRef, type ReactNode } from 'react';
import { useEditForm } from '../../lib/form/edit-form.ts';
import { EditDialog } from '../../lib/form/edit-dialog.tsx';
import { insertText, placeCursor } from '../../lib/form/insert-text.ts';
import { LoadError } from '@baraza/app/page/load-error';
import { fullName, useMe } from '../../lib/api/session.tsx';
import { useComplaintCategories } from '../../lib/api/choices.ts';
import { useEndpoint } from '../../lib/api/use-endpoint.ts';

/** Creates or changes a saved reply, with a preview. */
export function SavedReplyDialog({ reply, onClose }: { reply?: SavedReply; onClose: () => void }): ReactNode {
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
    prefix: 'reply-',
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

function Preview({ text }: { text: string }): ReactNode {
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

/** Names the step that a saved reply is for. */
export function stepWord(step: SavedReplyStep): string {
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
