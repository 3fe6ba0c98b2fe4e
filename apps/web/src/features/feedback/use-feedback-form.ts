import { notify } from '@baraza/app/notify';
import { limit } from '@baraza/contract/core/common';
import { NewFeedback } from '@baraza/contract/feedback/feedback';
import { message } from '@baraza/contract/core/message';
import { useMediaFiles } from '@baraza/ui/use-media-files';
import { t } from '@lingui/core/macro';
import { useMemo } from 'react';
import { useGoBack } from '@baraza/app/router/back-button';
import type { Draft } from '../../lib/draft/draft-store.ts';
import { useForm } from '@baraza/app/form';
import { paths } from '../../lib/router/paths.ts';
import { submitOnce } from '../../lib/form/submit-once.ts';
import { useDraftFiles } from '../../lib/draft/use-draft-files.ts';
import { useDraftKeeper } from '../../lib/draft/use-draft.ts';
import { useSubmissionKey } from '../../lib/form/use-submission-key.ts';
import { useResume } from '../../lib/form/use-resume.ts';
import { useUnsaved } from '../../lib/draft/unsaved.ts';
import { useUpload } from '@baraza/app/use-upload';
import { useSubmitFeedback } from './feedback.api.ts';

/** What the form of new feedback holds, before anything is put in. */
export const blankFeedback = { category: '', title: '', description: '' };

/** Everything behind the form of new feedback: its values, pictures, draft, and the sending. */
export function useFeedbackForm(accountId: string, draft: Draft | null, suggested?: Partial<typeof blankFeedback>) {
  const media = useMediaFiles({ kinds: ['image'], maxBytes: limit.mediaBytes });
  const submission = useSubmissionKey(draft);
  const submissionKey = submission.key;
  const upload = useUpload(media);
  useUnsaved('sending', upload.state !== null);
  const goBack = useGoBack(paths.feedbacks);
  const { mutateAsync } = useSubmitFeedback();
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
    const feedback = await submitOnce({
      key: submissionKey,
      setKey: submission.setKey,
      keep: (key) => {
        keeper.change({ ...content, submissionKey: key });
        return keeper.flush();
      },
      send: (key) =>
        upload.carry([], ({ files, ...carrier }) => mutateAsync({ form: parsed, images: files, key, ...carrier })),
      arrivedBefore: t`Your feedback had already arrived, without your last changes: see your feedback. Submit again only if you want to send a second one.`,
    });
    if (!feedback) return;
    await keeper.finish();
    notify.success(t`Feedback sent! 🎉`);
    goBack();
  }

  useResume({ isLost: upload.lost, content, send: form.onSubmit });

  const startAgain = () => {
    form.reset(blankFeedback);
    media.clear();
    submission.renew();
  };
  const throwAway = async () => {
    await keeper.finish();
    goBack();
  };
  const empty = Object.values(values).every((value) => value === '') && media.items.length === 0;
  return { form, media, upload, keeper, savedAt, startAgain, throwAway, empty, goBack };
}

export type FeedbackForm = ReturnType<typeof useFeedbackForm>;
