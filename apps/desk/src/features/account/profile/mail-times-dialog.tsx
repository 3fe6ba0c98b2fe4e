import { call, endpointQuery, FormDialog, notify, useForm } from '@baraza/app';
import {
  getMailTimes,
  mailTimes,
  type MailTime,
  type MailTimes,
  type EmailTopic,
  emailTopicsOf,
  updateMailTimes,
  valuesOf,
} from '@baraza/contract';
import { Dialog, SelectField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Loaded } from '../../../lib/page/page.tsx';
import { CheckList } from '../../../lib/form/check-field.tsx';
import { useUnits } from '../../complaint/complaint.api.ts';
import { useMe } from '../../../lib/api/session.tsx';

/** Chooses when mails of each topic are sent. */
export function MailTimesDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(endpointQuery(getMailTimes));
  if (query.data) return <MailTimesForm times={query.data} onClose={onClose} />;
  return (
    <Dialog onClose={onClose} title={t`Email notifications`} closeLabel={t`Close`}>
      <Loaded query={query}>{() => null}</Loaded>
    </Dialog>
  );
}

function MailTimesForm({ times, onClose }: { times: MailTimes; onClose: () => void }) {
  const client = useQueryClient();
  const { role } = useMe();
  const units = useUnits(role === 'supervisor').data?.filter(({ active }) => active) ?? [];
  const labels: Record<EmailTopic | 'units', string> = {
    units: t`Units`,
    assigned: t`A complaint is assigned to me`,
    mentioned: t`A colleague mentions me in a note`,
    approval: t`My approval is needed, or my request was decided`,
    transfer: t`A transfer is offered, declined or undecided`,
    burst: t`Far more complaints of one kind come in than usual`,
    staffing: t`A complaint has too few staff who may handle it, or none`,
    answered: t`The citizen answered, or added evidence`,
    reopened: t`A complaint was re-opened`,
    reminder: t`A complaint is due soon, or late`,
    summary: t`What came in last week, what was resolved, and what is late`,
  };
  const words: Record<MailTime, string> = {
    now: t`Immediately`,
    daily: t`In one mail each morning`,
    never: t`No mail`,
  };
  const weekly = [
    { value: 'daily', label: t`In one mail each Monday morning` },
    { value: 'never', label: words.never },
  ];
  const form = useForm({
    schema: updateMailTimes.body,
    initial: { ...times, units: times.units?.join(',') ?? '' },
    labels,
    prepare: ({ units: list, ...values }) => ({ ...values, units: valuesOf(list) }),
    submit: async (body) => {
      client.setQueryData(endpointQuery(getMailTimes).queryKey, await call(updateMailTimes, { body }));
      notify.success(t`Choices saved.`);
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={t`Email notifications`} onClose={onClose}>
      <p className="text-ink-2">{t`The bell shows everything, whatever mails you choose.`}</p>
      {emailTopicsOf(role).map((topic) => (
        <SelectField
          key={topic}
          {...form.field(topic)}
          options={topic === 'summary' ? weekly : mailTimes.map((time) => ({ value: time, label: words[time] }))}
        />
      ))}
      {units.length > 0 && (
        <CheckList
          legend={t`Only about complaints of these units`}
          hint={t`In the bell too. Without a choice: of all units. Complaints of no unit always notify you.`}
          options={units}
          chosen={valuesOf(form.values.units)}
          onChange={(chosen) => form.set('units', chosen.join(','))}
        />
      )}
    </FormDialog>
  );
}
