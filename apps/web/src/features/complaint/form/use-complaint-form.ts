import { notify, pathBehind, useNavigate, say } from '@baraza/app';
import { type FiledComplaint, limit } from '@baraza/contract';
import type { Recorded } from '@baraza/ui/lib/recording';
import { evidenceKinds } from '@baraza/ui/lib/media-rules';
import { useMediaFiles } from '@baraza/ui/use-media-files';
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Draft } from '../../../lib/draft/draft-store.ts';
import { useDraftedForm } from '../../../lib/form/use-drafted-form.ts';
import { guestOwner } from '../../../lib/outbox/outbox.ts';
import { paths, showsReceipt } from '../../../lib/router/paths.ts';
import { refreshComplaints, showFiled, useMdaChoices, useJurisdictionChoices } from '../complaint.api.ts';
import { focusNextReceipt } from '../receipt/receipt.ts';
import { allowedDays, checkComplaint } from './complaint-checks.ts';
import { useFolds } from './use-folds.ts';
import { blankComplaint, complaintLabels } from './complaint-values.ts';

/** Sends the form with the additional fields `more`; returns the result of `usePost`. */
type PostComplaint = (more?: object) => Promise<unknown>;

/** State and actions of a new complaint's form. `submit` replaces the sending for signed-in citizens. */
export function useComplaintForm(
  account: string,
  draft: Draft | null,
  submit?: (post: PostComplaint) => Promise<void>,
) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const media = useMediaFiles({ kinds: evidenceKinds, maxBytes: limit.mediaBytes });
  const [recording, setRecording] = useState(draft?.recording ?? null);
  const mdas = useMdaChoices();
  const days = allowedDays();
  const drafted = useDraftedForm({
    kind: 'complaint',
    account,
    draft,
    blank: blankComplaint,
    media,
    recording,
    fallback: paths.complaints,
    schema: async () => {
      const { NewComplaint, SpokenComplaint } = await import('@baraza/contract/complaint/complaint-fields');
      return recording ? SpokenComplaint : NewComplaint;
    },
    labels: complaintLabels(),
    isAllRequired: true,
    prepare: ({ identity, callPhone, ...stated }) =>
      identity === 'confidential' ? { ...stated, identity } : { ...stated, callPhone },
    check: (values) =>
      checkComplaint(values, { needsJurisdiction: jurisdictions.options.length > 0, files: media.count, days }),
    submit: (parsed, post) => {
      const postComplaint: PostComplaint = (more) =>
        post({
          title: parsed.title || t`Spoken statement`,
          office: mdas.data?.find(({ id }) => id === parsed.mda)?.name ?? '',
          body: { ...parsed, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, ...more },
          path: account === guestOwner ? paths.complain : paths.newComplaint,
        });
      return (submit ?? send)(postComplaint);
    },
  });
  const { form, goBack } = drafted;
  const jurisdictions = useJurisdictions(form.values.mda);
  // A guest's identity is asked on the next screen.
  const folds = useFolds(form, submit ? 2 : 3);

  async function send(post: PostComplaint): Promise<void> {
    try {
      const complaint = (await post()) as FiledComplaint | null | undefined;
      if (complaint === null) return;
      if (complaint) {
        showFiled(client, complaint);
        notify.success(t`Complaint submitted successfully!`);
      }
      focusNextReceipt();
      if (showsReceipt(pathBehind() ?? '')) goBack();
      else navigate(paths.complaints, { replace: true });
    } catch (error) {
      void refreshComplaints(client);
      throw error;
    }
  }
  const changeRecording = (made: Recorded | null) => {
    setRecording(made);
    if (!made) return;
    form.clearError('title');
    form.clearError('description');
  };
  const startAgain = () => {
    drafted.startAgain();
    setRecording(null);
    folds?.restart();
  };
  return { ...drafted, folds, recording, setRecording: changeRecording, jurisdictions, days, startAgain };
}

export type ComplaintForm = ReturnType<typeof useComplaintForm>;

function useJurisdictions(mda: string) {
  const mdas = useMdaChoices();
  const allowed = mdas.data?.find(({ id }) => id === mda)?.isJurisdictionAllowed === 1;
  const query = useJurisdictionChoices(allowed ? mda : null);
  const options = allowed
    ? (query.data ?? []).map(({ id, jurisdiction }) => ({ value: id, label: say(jurisdiction.name) }))
    : [];
  return { options, query, failed: allowed && query.isError };
}
