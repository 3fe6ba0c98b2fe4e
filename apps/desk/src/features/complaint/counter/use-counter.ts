import { blankFacts, call, factLabels, newKey, useForm, useUpload } from '@baraza/app';
import {
  type CounterComplaint as Fields,
  CounterComplaint,
  dayIn,
  fileForSomebody,
  type GuestReceipt,
  limit,
  listFiled,
  message,
} from '@baraza/contract';
import { evidenceKinds } from '@baraza/ui/lib/media-rules';
import { htmlOf } from '@baraza/ui/lib/rich-text';
import { useMediaFiles } from '@baraza/ui/use-media-files';
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useMe } from '../../../lib/api/session.tsx';
import { useMdas } from '../../../lib/api/use-endpoint.ts';
import { loadForm, saveForm } from '../../../lib/storage/drafts.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useJurisdictions } from '../complaint.api.ts';

const draftName = 'counter';

const labels = () => ({
  source: t`How did they reach you?`,
  receivedOn: t`Received on`,
  contactName: t`Their name`,
  contactPhone: t`Their telephone number`,
  identity: t`Who may know who they are?`,
  mda: t`MDA`,
  mdaJurisdiction: t`Jurisdiction`,
  category: t`Category`,
  title: t`Subject/Title`,
  description: t`Details/Description`,
  area: t`Area`,
  ...factLabels(),
  incidentDate: t`When did it happen`,
  fields: t`More about it`,
  files: t`Photos or scans, PDF, videos`,
  consent: t`They agree`,
});

/** State of the form by which staff file for somebody: it is filled in, read back, then filed. */
export function useCounter(onFiled: (receipt: GuestReceipt) => void) {
  const me = useMe();
  const client = useQueryClient();
  const [key, setKey] = useState(newKey);
  const [isReadBack, setReadBack] = useState(false);
  const media = useMediaFiles({ kinds: evidenceKinds, maxBytes: limit.mediaBytes });
  const carry = useUpload(media);
  const today = dayIn(undefined, useNow(60_000));
  const blank = {
    source: me.role === 'agent' ? 'village_centre' : 'counter',
    receivedOn: '',
    contactName: '',
    contactPhone: '',
    identity: '',
    mda: me.mda?.id ?? '',
    mdaJurisdiction: '',
    category: '',
    title: '',
    description: '',
    area: '',
    ...blankFacts,
    incidentDate: today,
    fields: '',
    consent: '',
  };
  const form = useForm<Fields, typeof blank>({
    schema: CounterComplaint,
    initial: { ...blank, ...loadForm(me.id, draftName) },
    labels: labels(),
    prepare: ({ description, contactName, contactPhone, consent, ...values }) => ({
      ...values,
      description: htmlOf(description.trim()),
      ...(values.identity !== 'anonymous' && { contactName, contactPhone }),
      // Asked for once it was read back.
      consent: isReadBack ? consent : 'true',
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    }),
    check: ({ identity, contactName, mdaJurisdiction }): Record<string, string> => ({
      ...(identity === 'named' && !contactName.trim() && { contactName: message.required }),
      ...(jurisdictions.length > 0 && !mdaJurisdiction && { mdaJurisdiction: message.jurisdictionRequired }),
    }),
    submit: async (fields) => {
      if (!isReadBack) return setReadBack(true);
      const headers = { 'idempotency-key': key };
      const receipt = await carry(({ files, signal }) =>
        call(fileForSomebody, { form: fields, files: { files } }, { headers, signal }),
      );
      if (!receipt) return;
      saveForm(me.id, draftName, null);
      void client.invalidateQueries({ queryKey: [listFiled.path] });
      onFiled(receipt);
    },
  });
  const { values } = form;
  const mdas = useMdas();
  const isDivided = mdas.data?.find(({ id }) => id === values.mda)?.isJurisdictionAllowed === 1;
  const jurisdictions = useJurisdictions(isDivided ? values.mda : undefined).data ?? [];
  useEffect(() => {
    saveForm(me.id, draftName, values.title || values.description || values.contactName ? values : null);
  }, [me.id, values]);
  const begin = () => {
    form.reset(blank);
    for (const { id } of media.items) media.remove(id);
    setKey(newKey());
    setReadBack(false);
  };
  return { form, media, mdas, jurisdictions, today, isReadBack, goBack: () => setReadBack(false), begin };
}

export type Counter = ReturnType<typeof useCounter>;
