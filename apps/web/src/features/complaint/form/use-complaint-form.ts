import { notify } from '@baraza/app/notify';
import { limit } from '@baraza/contract/core/common';
import { NewComplaint, SpokenComplaint, type Complaint } from '@baraza/contract/complaint/complaint';
import type { Recorded } from '@baraza/ui/recorder';
import { useMediaFiles } from '@baraza/ui/use-media-files';
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useGoBack } from '@baraza/app/router/back-button';
import { draftKey, type Draft } from '../../../lib/draft/draft-store.ts';
import { useForm } from '@baraza/app/form';
import { useDraftFiles } from '../../../lib/draft/use-draft-files.ts';
import { paths } from '../../../lib/router/paths.ts';
import { useDraftKeeper } from '../../../lib/draft/use-draft.ts';
import { submitOnce } from '../../../lib/form/submit-once.ts';
import { usePost, useProblemOfDraft } from '../../../lib/outbox/use-post.ts';
import {
  refreshComplaints,
  showFiled,
  type SentAlong,
  useMdaChoices,
  useJurisdictionChoices,
} from '../complaint.api.ts';
import { complaintLabels } from './complaint-labels.ts';
import { allowedDays, checkComplaint, localTimeZone } from './complaint-rules.ts';
import { blankComplaint } from './complaint-values.ts';
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
  const own = draftKey('complaint', accountId);
  const posting = usePost(draft);
  const submissionKey = posting.key;
  const mdas = useMdaChoices();
  const goBack = useGoBack(paths.complaints);
  const days = allowedDays();

  const form = useForm({
    schema: recording ? SpokenComplaint : NewComplaint,
    initial: { ...blankComplaint, ...draft?.values },
    labels: complaintLabels(),
    isAllRequired: true,
    prepare: ({ identity, callPhone, ...stated }) =>
      identity === 'confidential' ? { ...stated, identity } : { ...stated, callPhone },
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

  const stopper = useRef<AbortController>(null);
  const deliver: Deliver = async (post) => {
    const settled = await media.settled();
    if (!settled) return undefined;
    const controller = (stopper.current = new AbortController());
    const sent = {
      audio: recording && new File([recording.blob], 'recording.wav', { type: 'audio/wav' }),
      files: settled.flatMap(({ file }) => file ?? []),
      signal: controller.signal,
    };
    const posted = submitOnce({
      key: submissionKey,
      setKey: (key) => (key === null ? posting.renew() : undefined),
      keep: () => keeper.flush(),
      send: (key) => post({ key, ...sent }),
      arrivedBefore: t`Your complaint had already arrived, without your last changes: see your complaints. Submit again only if you want to send a second one.`,
    });
    return posted.catch((error: unknown) => {
      if (controller.signal.aborted) return undefined;
      throw error;
    });
  };

  async function send(parsed: NewComplaint): Promise<void> {
    const title = parsed.title || t`Spoken statement`;
    const office = mdas.data?.find(({ id }) => id === parsed.mda)?.name ?? '';
    const body = { ...parsed, timeZone: localTimeZone() };
    const item = {
      kind: 'complaint',
      title,
      office,
      body,
      content,
      draft: own,
      path: paths.newComplaint,
      media,
    } as const;
    try {
      const complaint = (await posting.post(item, keeper)) as Complaint | null | undefined;
      if (complaint === null) return;
      if (complaint) {
        showFiled(client, complaint);
        setReceipt(complaint);
        notify.success(t`Complaint submitted successfully!`);
      }
      goBack();
    } catch (error) {
      void refreshComplaints(client);
      throw error;
    }
  }
  useProblemOfDraft(form, draft);

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
    posting.renew();
  };
  const throwAway = async () => {
    await keeper.finish();
    goBack();
  };
  const empty = Object.values(values).every((value) => value === '') && media.items.length === 0 && !recording;

  return {
    form,
    media,
    recording,
    setRecording: changeRecording,
    jurisdictions,
    days,
    progress: posting.progress,
    stop: () => stopper.current?.abort(),
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
