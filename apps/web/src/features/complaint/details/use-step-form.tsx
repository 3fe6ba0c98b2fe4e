import { type Complaint, limit, message } from '@baraza/contract';
import { say } from '@baraza/app';
import { evidenceKinds } from '@baraza/ui/lib/media-rules';
import { useMediaFiles } from '@baraza/ui/use-media-files';
import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { draftKey } from '../../../lib/draft/draft-store.ts';
import { useDraftFiles } from '../../../lib/draft/use-draft-files.ts';
import { useDraftKeeper, useStoredDraft } from '../../../lib/draft/use-draft.ts';
import { MediaField } from '../../../lib/media/media-field.tsx';
import { useOutbox } from '../../../lib/outbox/use-outbox.ts';
import { usePost } from '../../../lib/outbox/use-post.ts';
import { useSender } from '../../../lib/outbox/use-sender.ts';

const blank = { text: '', rating: '' };

/** Form of a step with text and files: keeps them on the device and submits them through the outbox. */
export function useStepForm(
  kind: 'answer' | 'evidence' | 'reopen' | 'survey',
  { id, title, mda }: Pick<Complaint, 'id' | 'title' | 'mda'>,
  onDone: (isSent: boolean) => void,
) {
  const own = draftKey(kind, id);
  const draft = useStoredDraft(kind, blank, id) ?? null;
  const [typed, setText] = useState<string | null>(null);
  const text = typed ?? draft?.values['text'] ?? '';
  const [chosen, setRating] = useState<string | null>(null);
  const rating = chosen ?? draft?.values['rating'] ?? '';
  const media = useMediaFiles({ kinds: evidenceKinds, maxBytes: limit.mediaBytes });
  const files = useDraftFiles(media, draft);
  const sender = useSender(id);
  // The complaint may reload before the step counts as sent, and its screen then drops this form.
  const { key: submissionKey, post } = usePost(draft, sender.account, { answersWhenLeft: true });
  const content = useMemo(
    () => ({ values: { text, rating }, files, recording: null, submissionKey }),
    [text, rating, files, submissionKey],
  );
  const { keeper } = useDraftKeeper(kind, id, content, draft);
  const waits = useOutbox(sender.account).items.some((item) => item.draft === own && item.state !== 'sent');
  const step = useMutation({
    mutationFn: () => {
      const words = text.trim();
      const isSurvey = kind === 'survey';
      const body = isSurvey
        ? { complaint: id, rating: Number(rating), description: words }
        : { id, [kind === 'reopen' ? 'reason' : 'text']: words };
      const shown = (!isSurvey && words) || title;
      return post({ ...sender, kind, title: shown, office: say(mda.name), body, content, draft: own, media }, keeper);
    },
    onSuccess: (reply) => reply !== null && onDone(reply !== undefined),
  });
  const isFull = media.count > limit.mediaFiles;
  const onSubmit = () => {
    if (!step.isPending && !isFull) step.mutate();
  };
  const filesId = `${kind}-files`;
  const errors: Record<string, string> = isFull ? { [filesId]: say(message.tooManyFiles) } : {};
  const form = { formId: kind, pending: step.isPending, errors, clearError: () => undefined, onSubmit };
  const error = step.error ?? draft?.problem ?? null;
  return { text, setText, rating, setRating, media, filesId, form, error, keeper, waits };
}

export type StepForm = ReturnType<typeof useStepForm>;

/** Field for the photos, videos and PDFs of a step. */
export function StepFiles({ step }: { step: StepForm }) {
  return (
    <MediaField
      id={step.filesId}
      label={t`Photos, videos or PDF`}
      hint={t`Up to 10 files, 10 MB each. We shrink photos before sending.`}
      kind="media"
      drafted={step}
    />
  );
}
