import type { Complaint } from '@baraza/contract/complaint/complaint';
import { limit } from '@baraza/contract/core/common';
import { message } from '@baraza/contract/core/message';
import { say } from '@baraza/app/texts';
import { useUpload } from '@baraza/app/use-upload';
import { useMediaFiles } from '@baraza/ui/use-media-files';
import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useUnsaved } from '../../../lib/draft/unsaved.ts';
import { useDraftFiles } from '../../../lib/draft/use-draft-files.ts';
import { useKeptText } from '../../../lib/draft/use-kept-text.ts';
import { submitOnce } from '../../../lib/form/submit-once.ts';
import { useResume } from '../../../lib/form/use-resume.ts';
import { useStepWithFiles, type StepWithFiles } from '../complaint.api.ts';

/** Behind a step with words and files: what is typed and chosen, and its sending, which happens once and resumes. */
export function useStepForm(name: string, endpoint: StepWithFiles, { id }: Complaint, onDone: () => void) {
  const [text, setText, forgetText] = useKeptText(`${name}:${id}`);
  const [key, setKey, forgetKey] = useKeptText(`${name}-key:${id}`);
  const media = useMediaFiles({ kinds: ['image', 'video'], maxBytes: limit.mediaBytes });
  const files = useDraftFiles(media, null);
  const upload = useUpload(media);
  useUnsaved('sending', upload.state !== null);
  // The device keeps the words alone.
  useUnsaved('unkept', media.count > 0);
  const take = useStepWithFiles(endpoint);
  const step = useMutation({
    mutationFn: () =>
      submitOnce({
        key: key || null,
        setKey: (next) => setKey(next ?? ''),
        // `setKey` keeps it.
        keep: () => Promise.resolve(),
        send: (own) => upload.carry([], (carrier) => take({ id, text: text.trim() }, { key: own, ...carrier })),
        arrivedBefore: t`This had already arrived, without your last changes. Send it again only if you want to send both.`,
      }),
    onSuccess: (complaint) => {
      if (!complaint) return;
      forgetText();
      forgetKey();
      onDone();
    },
  });
  const isFull = media.count > limit.mediaFiles;
  const onSubmit = () => {
    if (!step.isPending && !isFull) step.mutate();
  };
  const content = useMemo(() => ({ text, files }), [text, files]);
  useResume({ isLost: upload.lost, content, send: onSubmit });
  const errors: Record<string, string> = isFull ? { files: say(message.tooManyFiles) } : {};
  const form = { formId: name, pending: step.isPending, errors, clearError: () => undefined, onSubmit };
  return { text, setText, media, upload, form, error: step.error, keeper: { flush: () => Promise.resolve() } };
}

export type StepForm = ReturnType<typeof useStepForm>;
