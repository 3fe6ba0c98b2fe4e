import { limit } from '@baraza/contract/common';
import { Field } from '@baraza/ui/field';
import { ACCEPT_IMAGES } from '@baraza/ui/lib/media-rules';
import { SelectField } from '@baraza/ui/select-field';
import { Sheet } from '@baraza/ui/sheet';
import { TextField } from '@baraza/ui/text-field';
import { t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import { DiscardDialog } from '../../lib/discard-dialog.tsx';
import { DraftNotice } from '../../lib/draft-notice.tsx';
import type { Draft } from '../../lib/draft-store.ts';
import { FormProblem } from '../../lib/form-problem.tsx';
import { formatSize } from '../../lib/format.ts';
import { LoadError } from '../../lib/load-error.tsx';
import { MediaInput } from '../../lib/media-input.tsx';
import { mediaTexts } from '../../lib/media-texts.ts';
import { RichTextInput } from '../../lib/rich-text-input.tsx';
import { SubmitBar } from '../../lib/submit-bar.tsx';
import { useFeedbackCategories } from './feedback.api.ts';
import { useFeedbackForm, type FeedbackForm } from './use-feedback-form.ts';

/** Category, title, text and pictures of new feedback, and the bar that sends it. */
export function NewFeedbackForm({ accountId, draft }: { accountId: string; draft: Draft | null }): ReactNode {
  const it = useFeedbackForm(accountId, draft);
  const [asking, setAsking] = useState<'cancel' | 'start again' | null>(null);
  const { form, upload } = it;
  const discard = () => {
    setAsking(null);
    if (asking === 'cancel') void it.throwAway();
    else it.startAgain();
  };
  return (
    <>
      {draft && <DraftNotice savedAt={draft.savedAt} onStartAgain={() => setAsking('start again')} />}
      {!form.pending && <FormProblem problem={form.problem} />}
      <div className="flex flex-col gap-4">
        <form id="new-feedback" noValidate aria-label={t`New Feedback`} onSubmit={form.onSubmit}>
          <Sheet className="grid grid-cols-[minmax(0,1fr)] gap-4.5 px-4 py-5 max-m:-mx-4 max-m:overflow-x-clip max-m:rounded-none max-m:border-x-0 m:px-6">
            <div inert={form.pending} className="grid grid-cols-[minmax(0,1fr)] gap-4.5">
              <Fields it={it} />
            </div>
            <Pictures it={it} />
          </Sheet>
        </form>
        <SubmitBar
          form="new-feedback"
          submitText={t`Submit`}
          sendingText={t`Sending your feedback…`}
          pending={form.pending}
          upload={upload.state}
          savedAt={it.savedAt}
          onStop={upload.stop}
          onCancel={() => (it.empty ? it.goBack() : setAsking('cancel'))}
        />
      </div>
      {asking && <DiscardDialog onKeep={() => setAsking(null)} onDiscard={discard} />}
    </>
  );
}

function Fields({ it: { form } }: { it: FeedbackForm }): ReactNode {
  const categories = useFeedbackCategories();
  const description = form.field('description');
  return (
    <>
      {categories.isError && <LoadError title={t`The categories could not be loaded.`} query={categories} />}
      <SelectField
        {...form.field('category')}
        required
        placeholder={t`Choose one`}
        options={(categories.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      />
      <TextField
        {...form.field('title')}
        required
        hint={t`At least ${limit.titleMin} characters`}
        maxLength={limit.titleMax}
        autoComplete="off"
      />
      <RichTextInput
        id={description.id}
        label={description.label}
        placeholder={t`Please provide enough details...`}
        error={description.error}
        errorPrefix={description.errorPrefix}
        value={description.value}
        onChange={(html) => form.set('description', html)}
      />
    </>
  );
}

function Pictures({ it: { form, media, keeper, upload } }: { it: FeedbackForm }): ReactNode {
  return (
    <Field
      group
      id="images"
      label={t`Pictures`}
      hint={t`Any image, up to 10 MB each. We shrink photos before sending.`}
      error={form.errors['images']}
      errorPrefix={t`Error:`}
    >
      {(control, labelId) => (
        <MediaInput
          id={control.id}
          labelId={labelId}
          describedBy={control['aria-describedby']}
          accept={ACCEPT_IMAGES}
          items={media.items}
          onAdd={media.add}
          onRemove={media.remove}
          onRetry={upload.lost ? () => form.onSubmit() : undefined}
          onBeforeOpen={() => void keeper.flush()}
          disabled={form.pending}
          formatSize={formatSize}
          texts={mediaTexts('image')}
        />
      )}
    </Field>
  );
}
