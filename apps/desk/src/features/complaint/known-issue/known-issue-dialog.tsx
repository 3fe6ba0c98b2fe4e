import { AreaFields, endpointQuery, FormDialog, LoadError, notify } from '@baraza/app';
import {
  bulkMax,
  createKnownIssue,
  type DeskKnownIssue,
  KnownIssueFields,
  limit,
  listColleagues,
  listKnownIssues,
  type NewKnownIssue,
  updateKnownIssue,
} from '@baraza/contract';
import { DateField, SelectField, TextareaField, TextField } from '@baraza/ui';
import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { fullName, useMe } from '../../../lib/api/session.tsx';
import { useEndpoint } from '../../../lib/api/use-endpoint.ts';
import { toOptions } from '../../../lib/form/to-options.ts';
import { useGather } from './use-gather.ts';
import { useEditForm } from '../../../lib/form/edit-dialog.tsx';

type KnownIssueDialogProps = {
  issue?: DeskKnownIssue;
  complaints?: readonly string[];
  onClose: () => void;
  children?: ReactNode;
};

/** Publishes or changes a known issue. */
export function KnownIssueDialog({ issue, complaints, onClose, children }: KnownIssueDialogProps): ReactNode {
  const me = useMe();
  const create = useEndpoint(createKnownIssue, listKnownIssues);
  const gather = useGather();
  // Kept, so that a second try adds the rest to the same one.
  const created = useRef<string>(undefined);
  const update = useEndpoint(updateKnownIssue, listKnownIssues);
  const colleagues = useQuery(endpointQuery(listColleagues, { query: {} }));
  const publish = async (values: Omit<NewKnownIssue, 'complaints'>) => {
    const all = [...(complaints ?? [])];
    if (created.current === undefined)
      created.current = (await create.mutateAsync({ body: { ...values, complaints: all.slice(0, bulkMax) } })).id;
    await gather(created.current, all.slice(bulkMax));
  };
  const form = useEditForm({
    schema: KnownIssueFields,
    of: issue,
    fill: (shown) => ({
      title: shown?.title ?? '',
      text: shown?.text ?? '',
      owner: shown?.owner.id ?? me.id,
      promisedDate: shown?.promisedDate ?? '',
      area: shown?.area?.id ?? '',
    }),
    labels: {
      title: t`Public title`,
      text: t`Public text`,
      owner: t`Owner`,
      promisedDate: t`To be solved by`,
      area: t`Area`,
    },
    prepare: (values) => ({ ...values, promisedDate: values.promisedDate || null, area: values.area || null }),
    submit: async (values, version = 0) => {
      await (issue ? update.mutateAsync({ params: { id: issue.id }, body: { version, ...values } }) : publish(values));
      notify.success(issue ? t`Known issue saved.` : t`Known issue published.`);
      onClose();
    },
  });
  const { area } = form.values;
  const others = (colleagues.data ?? []).filter(({ id }) => id !== me.id);
  return (
    <FormDialog
      form={form}
      title={issue ? t`Edit the known issue` : t`Publish as known issue`}
      yes={issue ? undefined : t`Publish`}
      size="l"
      onClose={onClose}
    >
      {children}
      <TextField
        {...form.field('title')}
        hint={t`In your own words: nothing that a citizen wrote, and no names.`}
        maxLength={limit.titleMax}
        autoComplete="off"
        required
      />
      <TextareaField
        {...form.field('text')}
        hint={t`The problem, the place, your plan, and advice for people affected.`}
        maxLength={limit.textMax}
        rows={5}
        required
      />
      <div className="grid items-start gap-4.5 m:grid-cols-2">
        {colleagues.isError ? (
          <LoadError title={t`The colleagues could not be loaded.`} query={colleagues} />
        ) : (
          <SelectField
            {...form.field('owner')}
            hint={t`The public does not see this name.`}
            options={[{ value: me.id, label: t`Me (${fullName(me)})` }, ...toOptions(others)]}
          />
        )}
        <DateField {...form.field('promisedDate')} optionalText={t`(optional)`} />
      </div>
      <div className="grid items-start gap-4.5 m:grid-cols-2">
        <AreaFields
          id={form.id('area')}
          value={area}
          onChange={(code) => form.set('area', code)}
          error={form.errors['area']}
          placeholder={t`Anywhere`}
          optionalText={t`(optional)`}
        />
      </div>
      {area && <p className="text-sm text-ink-2">{t`People writing about another area do not see the issue.`}</p>}
      <p className="text-sm text-ink-2">
        {t`The public also sees how many people follow it, once there are five, but never their names or texts.`}{' '}
        {complaints &&
          t`${plural(complaints.length, { one: '# complaint is added to it: its citizen gets each update.', other: '# complaints are added to it: their citizens get each update.' })}`}
      </p>
    </FormDialog>
  );
}
