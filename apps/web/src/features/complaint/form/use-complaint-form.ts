import { notify, useForm, useGoBack } from '@baraza/app';
import { type FiledComplaint, limit, NewComplaint, SpokenComplaint } from '@baraza/contract';
import type { Recorded } from '@baraza/ui/recorder';
import { useMediaFiles } from '@baraza/ui/use-media-files';
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { draftKey, type Draft } from '../../../lib/draft/draft-store.ts';
import { useDraftFiles } from '../../../lib/draft/use-draft-files.ts';
import { paths } from '../../../lib/router/paths.ts';
import { useDraftKeeper } from '../../../lib/draft/use-draft.ts';
import { guestOwner } from '../../../lib/outbox/outbox.ts';
import { usePost, useProblemOfDraft } from '../../../lib/outbox/use-post.ts';
import { refreshComplaints, showFiled, useMdaChoices, useJurisdictionChoices } from '../complaint.api.ts';
import { allowedDays, checkComplaint, complaintLabels } from './complaint-fields.ts';
import { blankComplaint } from './complaint-values.ts';
import { setReceipt } from '../receipt/receipt.ts';

type Post = (form: NewComplaint, more?: object) => Promise<unknown>;

/**
 * Everything behind the form of a new complaint: its values, files, recording, draft, and the sending. `submit`: what happens with a
 * valid form in place of sending it for the signed-in citizen.
 */
export function useComplaintForm(
  accountId: string,
  draft: Draft | null,
  submit?: (parsed: NewComplaint, post: Post) => Promise<void>,
) {
  const client = useQueryClient();
  const media = useMediaFiles({ kinds: ['image', 'video'], maxBytes: limit.mediaBytes });
  const [recording, setRecording] = useState(draft?.recording ?? null);
  const own = draftKey('complaint', accountId);
  const posting = usePost(draft, accountId);
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
        days,
      }),
    submit: (parsed) => (submit ? submit(parsed, post) : send(parsed)),
  });
  const jurisdictions = useJurisdictions(form.values.mda);
  const files = useDraftFiles(media, draft);
  const { values } = form;
  const content = useMemo(
    () => ({ values, files, recording, submissionKey }),
    [values, files, recording, submissionKey],
  );
  const { keeper, savedAt, failed } = useDraftKeeper('complaint', accountId, content, draft);

  const post: Post = (parsed, more) => {
    const item = {
      account: accountId,
      kind: 'complaint',
      title: parsed.title || t`Spoken statement`,
      office: mdas.data?.find(({ id }) => id === parsed.mda)?.name ?? '',
      body: { ...parsed, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, ...more },
      content,
      draft: own,
      path: accountId === guestOwner ? paths.complain : paths.newComplaint,
      media,
    } as const;
    return posting.post(item, keeper);
  };

  async function send(parsed: NewComplaint): Promise<void> {
    try {
      const complaint = (await post(parsed)) as FiledComplaint | null | undefined;
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

function useJurisdictions(mda: string) {
  const mdas = useMdaChoices();
  const allowed = mdas.data?.find((it) => it.id === mda)?.isJurisdictionAllowed === 1;
  const query = useJurisdictionChoices(allowed ? mda : null);
  const options = allowed
    ? (query.data ?? []).map(({ id, jurisdiction }) => ({ value: id, label: jurisdiction.name }))
    : [];
  return { options, query, failed: allowed && query.isError };
}
