import { notify } from '@baraza/app/notify';
import { limit } from '@baraza/contract/core/common';
import { NewComplaint, SpokenComplaint } from '@baraza/contract/complaint/complaint';
import type { Recorded } from '@baraza/ui/recorder';
import { useMediaFiles } from '@baraza/ui/use-media-files';
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useGoBack } from '@baraza/app/router/back-button';
import type { Draft } from '../../../lib/draft/draft-store.ts';
import { useForm } from '@baraza/app/form';
import { useDraftFiles } from '../../../lib/draft/use-draft-files.ts';
import { paths } from '../../../lib/router/paths.ts';
import { submitOnce } from '../../../lib/form/submit-once.ts';
import { useDraftKeeper } from '../../../lib/draft/use-draft.ts';
import { useSubmissionKey } from '../../../lib/form/use-submission-key.ts';
import { useResume } from '../../../lib/form/use-resume.ts';
import { useUnsaved } from '../../../lib/draft/unsaved.ts';
import { useUpload } from '@baraza/app/use-upload';
import {
  refreshComplaints,
  type SentAlong,
  useSubmitComplaint,
  useMdaChoices,
  useJurisdictionChoices,
} from '../complaint.api.ts';
import { complaintLabels } from './complaint-labels.ts';
import { allowedDays, blankComplaint, checkComplaint, localTimeZone } from './complaint-values.ts';
import { setReceipt } from '../receipt/receipt.ts';

/** Sends a filled form with its files once; undefined when it was stopped. */
export type Deliver = <T>(
  post: (sent: SentAlong & { readonly audio: File | null }) => Promise<T>,
) => Promise<T | undefined>;

/**
 * Everything behind the form of a new complaint: its values, files, recording, draft, and the sending. `submit`: what happens with a
 * valid form in place of sending it for the signed-in citizen.
 */
export function useComplaintForm(
  accountId: string,
  draft: Draft | null,
  submit?: (parsed: NewComplaint, deliver: Deliver) => Promise<void>,
) {
  const client = useQueryClient();
  const media = useMediaFiles({ kinds: ['image', 'video'], maxBytes: limit.mediaBytes });
  const [recording, setRecording] = useState(draft?.recording ?? null);
  const submission = useSubmissionKey(draft);
  const submissionKey = submission.key;
  const goBack = useGoBack(paths.complaints);
  const { mutateAsync } = useSubmitComplaint();
  const upload = useUpload(media);
  useUnsaved('sending', upload.state !== null);
  const days = allowedDays();

  const form = useForm({
    schema: recording ? SpokenComplaint : NewComplaint,
    initial: { ...blankComplaint, ...draft?.values },
    labels: complaintLabels(),
    isAllRequired: true,
    check: (values) =>
      checkComplaint(values, {
        needsJurisdiction: jurisdictions.options.length > 0,
        files: media.count,
        maxFiles: limit.mediaFiles,
        days,
      }),
    submit: (parsed) => (submit ? submit(parsed, deliver) : send(parsed)),
  });
  const jurisdictions = useJurisdictions(form.values.mda);
  const files = useDraftFiles(media, draft);
  const { values } = form;
  const content = useMemo(
    () => ({ values, files, recording, submissionKey }),
    [values, files, recording, submissionKey],
  );
  const { keeper, savedAt, failed } = useDraftKeeper('complaint', accountId, content, draft);

  const deliver: Deliver = (post) => {
    const audio = recording && new File([recording.blob], 'recording.wav', { type: 'audio/wav' });
    return submitOnce({
      key: submissionKey,
      setKey: submission.setKey,
      keep: (key) => {
        keeper.change({ ...content, submissionKey: key });
        return keeper.flush();
      },
      send: (key) => upload.carry(audio ? [audio.size] : [], (carrier) => post({ audio, key, ...carrier })),
      arrivedBefore: t`Your complaint had already arrived, without your last changes: see your complaints. Submit again only if you want to send a second one.`,
    });
  };

  async function send(parsed: NewComplaint): Promise<void> {
    try {
      const complaint = await deliver((sent) =>
        mutateAsync({ form: { ...parsed, timeZone: localTimeZone() }, ...sent }),
      );
      if (!complaint) return;
      setReceipt(complaint);
      await keeper.finish();
      notify.success(t`Complaint submitted successfully!`);
      goBack();
    } catch (error) {
      void refreshComplaints(client);
      throw error;
    }
  }

  useResume({ isLost: upload.lost, content, send: form.onSubmit });

  const changeRecording = (made: Recorded | null) => {
    setRecording(made);
    if (!made) return;
    form.clearError('title');
    form.clearError('description');
  };
  const startAgain = () => {
    form.reset(blankComplaint);
    media.clear();
    setRecording(null);
    submission.renew();
  };
  const throwAway = async () => {
    await keeper.finish();
    goBack();
  };
  const empty = Object.values(values).every((value) => value === '') && media.items.length === 0 && !recording;

  useWarnWhile(form.pending);
  return {
    form,
    media,
    recording,
    setRecording: changeRecording,
    jurisdictions,
    days,
    upload,
    keeper,
    savedAt,
    saveFailed: failed,
    startAgain,
    throwAway,
    empty,
    goBack,
  };
}

export type ComplaintForm = ReturnType<typeof useComplaintForm>;

/** Asks before the page is closed in the middle of sending. */
function useWarnWhile(sending: boolean): void {
  useEffect(() => {
    if (!sending) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [sending]);
}

/** The jurisdictions to choose from for an MDA: none unless it allows them, they have loaded, and there are any. */
function useJurisdictions(mda: string) {
  const mdas = useMdaChoices();
  const allowed = mdas.data?.find((it) => it.id === mda)?.isJurisdictionAllowed === 1;
  const query = useJurisdictionChoices(allowed ? mda : null);
  const options = allowed
    ? (query.data ?? []).map(({ id, jurisdiction }) => ({ value: id, label: jurisdiction.name }))
    : [];
  return { options, query, failed: allowed && query.isError };
}
