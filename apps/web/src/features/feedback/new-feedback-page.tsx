import { t } from '@lingui/core/macro';
import { SelectField, TextField } from '@baraza/ui';
import { BackButton, Heading, LoadError, useDataInSteps, useLocation, say } from '@baraza/app';
import { paths } from '../../lib/router/paths.ts';
import { useUser } from '../../lib/api/session.ts';
import { useStoredDraft } from '../../lib/draft/use-draft.ts';
import { blankFeedback, useFeedbackForm } from './use-feedback-form.ts';
import { limit } from '@baraza/contract';
import { DraftForm } from '../../lib/form/draft-form.tsx';
import type { Draft } from '../../lib/draft/draft-store.ts';
import { MediaField } from '../../lib/media/media-field.tsx';
import { RichTextInput } from '../../lib/form/rich-text-input.tsx';
import { PageSkeleton } from '../../lib/page/page-skeleton.tsx';
import { useFeedbackCategories } from './feedback.api.ts';

/** Shows the form of new feedback, once a stored draft has been read into it. */
export default function NewFeedbackPage() {
  const user = useUser();
  const suggested = useLocation().state as Partial<typeof blankFeedback> | undefined;
  const account = useDataInSteps(user);
  const draft = useDataInSteps({ data: useStoredDraft('feedback', blankFeedback) });
  return (
    <div className="grid max-w-184 grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid justify-items-start gap-1.5">
        <BackButton fallback={paths.feedbacks} />
        <Heading title={t`New Feedback`} />
      </div>
      {user.isError && <LoadError title={t`Your account could not be loaded.`} query={user} />}
      {account && draft !== undefined ? (
        <NewFeedbackForm key={account.id} accountId={account.id} draft={draft} suggested={suggested} />
      ) : (
        !user.isError && <PageSkeleton label={t`Loading the form`} />
      )}
    </div>
  );
}

interface NewFeedbackFormProps {
  accountId: string;
  draft: Draft | null;
  suggested: Partial<typeof blankFeedback> | undefined;
}

function NewFeedbackForm({ accountId, draft, suggested }: NewFeedbackFormProps) {
  const feedback = useFeedbackForm(accountId, draft, suggested);
  const { form } = feedback;
  const categories = useFeedbackCategories();
  return (
    <DraftForm
      id="new-feedback"
      label={t`New Feedback`}
      drafted={feedback}
      draft={draft}
      submitText={t`Submit`}
      sendingText={t`Sending your feedback…`}
      className="grid grid-cols-[minmax(0,1fr)] gap-4.5 px-4 py-5 m:px-6"
    >
      <div inert={form.pending} className="grid grid-cols-[minmax(0,1fr)] gap-4.5">
        {categories.isError && <LoadError title={t`The categories could not be loaded.`} query={categories} />}
        <SelectField
          {...form.field('category')}
          required
          placeholder={categories.isPending ? t`Loading` : t`Choose one`}
          options={(categories.data ?? []).map(({ id, name }) => ({ value: id, label: say(name) }))}
        />
        <TextField
          {...form.field('title')}
          required
          hint={t`At least ${limit.titleMin} characters`}
          maxLength={limit.titleMax}
          autoComplete="off"
        />
        <RichTextInput
          {...form.field('description')}
          placeholder={t`Please provide enough details...`}
          onChange={(html) => form.set('description', html)}
        />
      </div>
      <MediaField
        id="images"
        label={t`Pictures`}
        hint={t`Any photo (JPEG, PNG, WebP, AVIF, GIF), up to 10 MB each. We shrink photos before sending.`}
        kind="image"
        drafted={feedback}
      />
    </DraftForm>
  );
}
