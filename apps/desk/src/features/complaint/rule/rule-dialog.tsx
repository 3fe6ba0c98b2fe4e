import { call, formatCount, FormDialog, LoadError, useForm } from '@baraza/app';
import { type ReplyOf, Rule, type RuleEvent, ruleEvents, ruleFilterFields, sharings, tryRules } from '@baraza/contract';
import { Notice, SelectField, TextareaField, TextField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { toOptions } from '../../../lib/form/to-options.ts';
import { useColleagues, useUnits } from '../complaint.api.ts';
import { priorityOptions, sharingWord, tagsIn } from '../mark/marks.ts';
import { FilterBar } from '../queue/list-filters.tsx';
import type { FilterValues } from '../queues.ts';

type RuleDialogProps = { rule?: Rule | undefined; onSave: (rule: Rule) => Promise<void>; onClose: () => void };

/** Edits a rule. Tells what it would have met in the last 30 days before it is saved. */
export function RuleDialog({ rule, onSave, onClose }: RuleDialogProps) {
  const [id] = useState(() => rule?.id ?? crypto.randomUUID());
  const [filter, setFilter] = useState<FilterValues>(rule?.filter ?? {});
  const [trial, setTrial] = useState<{ of: string; found: ReplyOf<typeof tryRules> }>();
  const colleagues = useColleagues(true);
  const units = useUnits();
  const form = useForm({
    schema: Rule,
    initial: {
      name: rule?.name ?? '',
      event: rule?.event ?? 'filed',
      unit: rule?.unit ?? '',
      sharing: rule?.sharing ?? '',
      person: rule?.person ?? '',
      priority: rule?.priority ?? '',
      tags: rule?.tags?.join(', ') ?? '',
      note: rule?.note ?? '',
      notify: rule?.notify ?? '',
      webhook: rule?.webhook ? 'true' : '',
    },
    labels: {
      name: t`Name`,
      event: t`When`,
      unit: t`Move to unit`,
      sharing: t`Give to somebody in the unit`,
      person: t`Give to`,
      priority: t`Set the priority`,
      tags: t`Add tags`,
      note: t`Write a note`,
      notify: t`Tell a colleague`,
      webhook: t`Tell programs by webhook`,
    },
    prepare: (values) => {
      const set = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
      return { ...set, id, filter, tags: tagsIn(values.tags), webhook: values.webhook ? true : undefined };
    },
    submit: async (values) => {
      const asked = JSON.stringify(values);
      if (trial?.of === asked) {
        await onSave(values);
        onClose();
      } else setTrial({ of: asked, found: await call(tryRules, { body: { rules: [values] } }) });
    },
  });
  const change = (field: string, list: string) => {
    setTrial(undefined);
    setFilter((before) => ({ ...before, [field]: list || undefined }));
  };
  type Field = Parameters<typeof form.field>[0];
  const choose = (name: Field, options: { value: string; label: string }[], placeholder = t`No change`) => (
    <SelectField {...form.field(name)} placeholder={placeholder} options={options} />
  );
  return (
    <FormDialog
      form={form}
      title={rule ? t`Edit the rule` : t`New rule`}
      size="l"
      yes={trial ? t`Save the rule` : t`Try it first`}
      onClose={onClose}
    >
      <TextField {...form.field('name')} autoComplete="off" required />
      <SelectField
        {...form.field('event')}
        options={ruleEvents.map((event) => ({ value: event, label: eventWord(event) }))}
        required
      />
      <fieldset className="grid gap-2">
        <legend className="font-semibold">{t`For complaints that match`}</legend>
        <FilterBar values={filter} onSet={change} only={ruleFilterFields} />
      </fieldset>
      {units.isError && <LoadError title={t`The units could not be loaded.`} query={units} />}
      {colleagues.isError && <LoadError title={t`The colleagues could not be loaded.`} query={colleagues} />}
      <div className="grid items-end gap-4.5 m:grid-cols-2">
        {choose('unit', toOptions(units.data?.filter(({ active }) => active)))}
        {choose(
          'sharing',
          sharings.map((value) => ({ value, label: sharingWord(value) })),
        )}
        {choose('person', toOptions(colleagues.data))}
        {choose('priority', priorityOptions())}
        <TextField {...form.field('tags')} hint={t`Several with commas between them.`} autoComplete="off" />
        {choose('notify', toOptions(colleagues.data), t`Nobody`)}
        {choose('webhook', [{ value: 'true', label: t`Yes` }], t`No`)}
      </div>
      <TextareaField {...form.field('note')} rows={2} dir="auto" />
      {trial && (
        <Notice tone="info" role="status">
          <TrialText {...trial.found} />
        </Notice>
      )}
    </FormDialog>
  );
}

function TrialText({ total, rules }: ReplyOf<typeof tryRules>) {
  const [all, met, elsewhere] = [
    formatCount(total),
    formatCount(rules[0]?.met ?? 0),
    formatCount(rules[0]?.elsewhere ?? 0),
  ];
  return t`Of ${all} complaints of the last 30 days, ${met} match. ${elsewhere} of them are with another unit or person now.`;
}

/** Names when a rule looks at a complaint. */
export function eventWord(event: RuleEvent): string {
  return {
    filed: t`When a complaint is filed`,
    changed: t`When something changes`,
    timer: t`When a timer reminds of it`,
  }[event];
}
