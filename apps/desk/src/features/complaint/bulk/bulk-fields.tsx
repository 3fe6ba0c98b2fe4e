import { limit, type Need } from '@baraza/contract';
import { SelectField, TextareaField, TextField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { LoadError, outcomeOptions } from '@baraza/app';
import { useComplaintCategories, useMdas } from '../../../lib/api/use-endpoint.ts';
import { fullName, useMe } from '../../../lib/api/session.tsx';
import { useColleagues } from '../complaint.api.ts';
import { toOptions } from '../../../lib/form/to-options.ts';
import { priorityOptions, tagsIn } from '../mark/marks.ts';
import { MergeChoice } from '../transition/merge-choice.tsx';
import type { BulkValues } from './bulk-plan.ts';
import type { Bulk } from './use-bulk.ts';
import type { Selection } from './use-selection.ts';

type BulkFieldsProps = { bulk: Bulk; selection: Selection; missing: readonly Need[] };

const nobody = 'nobody';

/** Shows the fields of a bulk action, filled in once for all selected complaints. */
export function BulkFields({ bulk, selection, missing }: BulkFieldsProps): ReactNode {
  const { action, values, set } = bulk;
  const me = useMe();
  // Officers assign to themselves, supervisors to anyone.
  const colleagues = useColleagues(action === 'assign' && me.role === 'supervisor');
  const categories = useComplaintCategories(action === 'categorise');
  const mdas = useMdas(action === 'offerTransfer');
  const fieldOf = (name: Exclude<keyof BulkValues & Need, 'tags'>) => ({
    name,
    required: true,
    value: values[name] ?? '',
    error: missing.includes(name) ? missingText(name) : undefined,
    errorPrefix: t`Error:`,
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value || undefined }),
  });
  switch (action) {
    case 'start':
      return <p className="text-ink-2">{t`Nothing else to fill in.`}</p>;
    case 'resolve':
    case 'reply':
      return (
        <>
          <TextareaField
            {...fieldOf('text')}
            label={t`Reply to each citizen`}
            hint={t`Without files: to attach some, open the complaint and reply there.`}
            rows={8}
            maxLength={limit.textMax}
          />
          {action === 'resolve' && (
            <SelectField
              label={t`How were they resolved`}
              options={outcomeOptions()}
              value={values.outcome}
              onChange={({ target }) => set({ outcome: target.value as BulkValues['outcome'] })}
            />
          )}
        </>
      );
    case 'assign':
      return (
        <>
          {colleagues.isError && <LoadError title={t`The colleagues could not be loaded.`} query={colleagues} />}
          <SelectField
            {...fieldOf('assignee')}
            label={t`Assign to`}
            placeholder={t`Choose one`}
            value={values.assignee === null ? nobody : (values.assignee ?? '')}
            onChange={({ target }) => set({ assignee: target.value === nobody ? null : target.value || undefined })}
            options={[
              { value: me.id, label: t`Me (${fullName(me)})` },
              ...toOptions(colleagues.data?.filter(({ id }) => id !== me.id)),
              { value: nobody, label: t`Nobody` },
            ]}
          />
        </>
      );
    case 'categorise':
      return (
        <>
          {categories.isError && <LoadError title={t`The categories could not be loaded.`} query={categories} />}
          <SelectField
            {...fieldOf('category')}
            label={t`Category`}
            placeholder={t`Choose one`}
            options={toOptions(categories.data)}
          />
        </>
      );
    case 'merge':
      return selection.chosen[0] ? (
        <MergeChoice
          {...fieldOf('parent')}
          label={t`Merge with: find it by tracking ID, its last characters, or words`}
          hint={t`Until you search, the first selected complaints are listed.`}
          complaint={selection.chosen[0]}
          suggested={selection.chosen.slice(0, 10)}
          onChoose={(parent) => set({ parent })}
        />
      ) : null;
    case 'tag':
      return (
        <TextField
          name="tags"
          label={t`Tags`}
          hint={t`Several with commas between them.`}
          required
          autoComplete="off"
          errorPrefix={t`Error:`}
          error={missing.includes('tags') ? missingText('tags') : undefined}
          onChange={({ target }) => set({ tags: tagsIn(target.value) })}
        />
      );
    case 'prioritise':
      return (
        <SelectField
          {...fieldOf('priority')}
          label={t`Priority`}
          placeholder={t`Choose one`}
          options={priorityOptions()}
        />
      );
    case 'followUp':
      return <TextField {...fieldOf('followUp')} type="date" label={t`Follow up on`} fieldClassName="max-w-60" />;
    case 'offerTransfer':
      return (
        <>
          {mdas.isError && <LoadError title={t`The MDAs could not be loaded.`} query={mdas} />}
          <SelectField
            {...fieldOf('mda')}
            label={t`MDA`}
            placeholder={t`Choose one`}
            options={toOptions(mdas.data?.filter(({ id }) => id !== me.mda?.id))}
          />
          <TextareaField
            {...fieldOf('reason')}
            label={t`Reason`}
            hint={t`The MDAs read it; the citizen does not.`}
            maxLength={limit.textMax}
          />
        </>
      );
  }
}

function missingText(need: Need): string {
  const texts: Partial<Record<Need, string>> = {
    text: t`Write your message to the citizens first.`,
    assignee: t`Choose somebody.`,
    category: t`Choose a category.`,
    parent: t`Choose the complaint that they belong to.`,
    mda: t`Choose an MDA.`,
    reason: t`Say why.`,
    tags: t`Write at least one tag.`,
    priority: t`Choose a priority.`,
    followUp: t`Choose a day.`,
  };
  return texts[need] ?? '';
}
