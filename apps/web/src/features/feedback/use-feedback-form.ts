import { notify } from '@baraza/app';
import { limit, message } from '@baraza/contract';
import { useMediaFiles } from '@baraza/ui/use-media-files';
import { t } from '@lingui/core/macro';
import type { Draft } from '../../lib/draft/draft-store.ts';
import { useDraftedForm } from '../../lib/form/use-drafted-form.ts';
import { paths } from '../../lib/router/paths.ts';

/** Empty values of the form. */
export const blankFeedback = { category: '', title: '', description: '' };

/** Manages the form of new feedback: its values, pictures and draft, and sending it. */
export function useFeedbackForm(account: string, draft: Draft | null, suggested?: Partial<typeof blankFeedback>) {
  const media = useMediaFiles({ kinds: ['image'], maxBytes: limit.mediaBytes });
  const feedback = useDraftedForm({
    kind: 'feedback',
    account,
    draft,
    blank: blankFeedback,
    suggested,
    media,
    fallback: paths.feedbacks,
    schema: async () => (await import('@baraza/contract/feedback/feedback-fields')).NewFeedback,
    labels: {
      category: t`Feedback Category`,
      title: t`Subject/Title`,
      description: t`Details/Description`,
      images: t`Pictures`,
    },
    check: (): Record<string, string> => (media.count > limit.mediaFiles ? { images: message.tooManyFiles } : {}),
    submit: async (body, post) => {
      const reply = await post({ title: body.title, office: '', body, path: paths.newFeedback });
      if (reply === null) return;
      if (reply) notify.success(t`Feedback sent! 🎉`);
      feedback.goBack();
    },
  });
  return feedback;
}
