import { notify, useForm, useGoBack } from '@baraza/app';
import { limit, message, NewFeedback } from '@baraza/contract';
import { useMediaFiles } from '@baraza/ui/use-media-files';
import { t } from '@lingui/core/macro';
import { useMemo } from 'react';
import { draftKey, type Draft } from '../../lib/draft/draft-store.ts';
import { paths } from '../../lib/router/paths.ts';
import { useDraftFiles } from '../../lib/draft/use-draft-files.ts';
import { useDraftKeeper } from '../../lib/draft/use-draft.ts';
import { usePost, useProblemOfDraft } from '../../lib/outbox/use-post.ts';

/** What the form of new feedback holds, before anything is put in. */
export const blankFeedback = { category: '', title: '', description: '' };

/** Everything behind the form of new feedback: its values, pictures, draft, and the sending. */
export function useFeedbackForm(accountId: string, draft: Draft | null, suggested?: Partial<typeof blankFeedback>) {
  const media = useMediaFiles({ kinds: ['image'], maxBytes: limit.mediaBytes });
  const own = draftKey('feedback', accountId);
  const posting = usePost(draft, accountId);
  const submissionKey = posting.key;
  const goBack = useGoBack(paths.feedbacks);
  const form = useForm({
    schema: NewFeedback,
    initial: { ...blankFeedback, ...suggested, ...draft?.values },
    labels: {
      category: t`Feedback Category`,
      title: t`Subject/Title`,
      description: t`Details/Description`,
      images: t`Pictures`,
    },
    check: (): Record<string, string> => (media.count > limit.mediaFiles ? { images: message.tooManyFiles } : {}),
    submit: send,
  });
  const draftFiles = useDraftFiles(media, draft);
  const { values } = form;
  const content = useMemo(
    () => ({ values, files: draftFiles, recording: null, submissionKey }),
    [values, draftFiles, submissionKey],
  );
  const { keeper, savedAt } = useDraftKeeper('feedback', accountId, content, draft);

  async function send(parsed: NewFeedback): Promise<void> {
    const body = { ...parsed };
    const { title } = parsed;
    const item = {
      account: accountId,
      kind: 'feedback',
      title,
      office: '',
      body,
      content,
      draft: own,
      path: paths.newFeedback,
      media,
    } as const;
    const feedback = await posting.post(item, keeper);
    if (feedback === null) return;
    if (feedback) notify.success(t`Feedback sent! 🎉`);
    goBack();
  }
  useProblemOfDraft(form, draft);

  const startAgain = () => {
    form.reset(blankFeedback);
    media.clear();
    posting.renew();
  };
  const throwAway = async () => {
    await keeper.finish();
    goBack();
  };
  const empty = Object.values(values).every((value) => value === '') && media.items.length === 0;
  return { form, media, progress: posting.progress, keeper, savedAt, startAgain, throwAway, empty, goBack };
}

export type FeedbackForm = ReturnType<typeof useFeedbackForm>;
