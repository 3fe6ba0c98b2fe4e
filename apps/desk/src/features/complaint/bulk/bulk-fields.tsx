import {
  gapsIn,
  languageNames,
  languages,
  limit,
  maxExtension,
  previewWords,
  sharings,
  unknownPlaceholders,
  type DeskComplaintSummary,
  type Need,
  type ReplyTexts,
  type Sharing,
} from '@baraza/contract';
import { Button, Notice, SelectField, TextareaField, TextField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { call, errorText, LoadError, outcomeOptions, say } from '@baraza/app';
import { useQuery } from '@tanstack/react-query';
import { useComplaintCategories, useMdas } from '../../../lib/api/use-endpoint.ts';
import { fullName, useMe } from '../../../lib/api/session.tsx';
import { useColleagues, useUnits } from '../complaint.api.ts';
import { CheckList } from '../../../lib/form/check-field.tsx';
import { LeaveText } from '../../../lib/leave/leave-dialog.tsx';
import { toOptions } from '../../../lib/form/to-options.ts';
import { priorityOptions, sharingWord, tagsIn } from '../mark/marks.ts';
import { useDebounced } from '../../../lib/list/use-debounced.ts';
import { SavedReplyMenu } from '../composer/composer-menus.tsx';
import { ClipButton, FileChips } from '../composer/reply-files.tsx';
import { StagedChips } from '../composer/staged-chips.tsx';
import { stagedBy } from '../composer/use-staged.ts';
import { MergeChoice } from '../transition/merge-choice.tsx';
import type { BulkValues } from './bulk-plan.ts';
import type { Bulk } from './use-bulk.ts';
import type { Selection } from './use-selection.ts';

type BulkFieldsProps = { bulk: Bulk; selection: Selection; missing: readonly Need[] };

const nobody = 'nobody';
const several = 'several';

/** Shows the fields of a bulk action, filled in once for all selected complaints. */
export function BulkFields({ bulk, selection, missing }: BulkFieldsProps): ReactNode {
  const { action, values, set } = bulk;
  const me = useMe();
  // Officers assign to themselves, supervisors to anyone.
  const colleagues = useColleagues(action === 'assign' && me.role === 'supervisor');
  const units = useUnits(action === 'setUnit');
  const categories = useComplaintCategories(action === 'categorise');
  const mdas = useMdas(action === 'offerTransfer');
  const fieldOf = (name: Exclude<keyof BulkValues & Need, 'tags' | 'fields'>) => ({
    name,
    required: true,
    value: values[name] ?? '',
    error: missing.includes(name) ? missingText(name) : undefined,
    errorPrefix: t`Error:`,
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value || undefined }),
  });
  switch (action) {
    case null:
      return <p className="text-ink-2">{t`Choose above what to do with them.`}</p>;
    case 'acceptTransfer':
    case 'start':
      return <p className="text-ink-2">{t`Nothing else to fill in.`}</p>;
    case 'resolve':
    case 'reply':
      return (
        <>
          <div className="flex justify-self-start">
            <SavedReplyMenu
              align="start"
              categoryId={onlyCategory(selection.chosen)}
              status="Processing"
              fill={(text) => text}
              steps={[action]}
              onChoose={(text, reply) => {
                const { outcome } = reply.actions;
                const texts = Object.keys(reply.texts).length > 0 ? reply.texts : undefined;
                set({ text, texts, staged: stagedBy(reply, me, values.staged), ...(outcome && { outcome }) });
              }}
            />
            <ClipButton media={bulk.media} disabled={bulk.isStarting} />
          </div>
          <StagedChips staged={values.staged} onChange={(staged) => set({ staged })} />
          <TextareaField {...fieldOf('text')} label={t`Reply to each citizen`} rows={8} maxLength={limit.textMax} />
          <FileChips media={bulk.media} disabled={bulk.isStarting} isSending={bulk.isStarting} />
          {values.texts && (
            <p className="flex flex-wrap items-center gap-2 text-sm">
              {t`Whoever wrote in ${languageList(values.texts)} gets the text saved in that language.`}
              <Button size="s" onClick={() => set({ texts: undefined })}>{t`This text for all`}</Button>
            </p>
          )}
          {action === 'resolve' && (
            <SelectField
              label={t`How were they resolved`}
              options={outcomeOptions()}
              value={values.outcome}
              onChange={({ target }) => set({ outcome: target.value as BulkValues['outcome'] })}
            />
          )}
          <WordsPreview
            action={action}
            text={values.text ?? ''}
            texts={values.texts}
            rows={bulk.plan.included.slice(0, 3)}
          />
        </>
      );
    case 'note':
      return <TextareaField {...fieldOf('text')} label={t`Internal note`} rows={4} maxLength={limit.textMax} />;
    case 'extend':
      return (
        <>
          <TextField
            {...fieldOf('days')}
            type="number"
            min={1}
            max={maxExtension}
            label={t`More working days`}
            fieldClassName="max-w-60"
            onChange={({ target }) => set({ days: target.value === '' ? undefined : Number(target.value) })}
          />
          <TextareaField
            {...fieldOf('reason')}
            label={t`Reason`}
            hint={t`Each citizen reads it.`}
            maxLength={limit.textMax}
          />
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
            value={values.among ? several : values.assignee === null ? nobody : (values.assignee ?? '')}
            onChange={({ target: { value } }) =>
              set({
                assignee: value === nobody ? null : value === several ? undefined : value || undefined,
                among: value === several ? [] : undefined,
              })
            }
            options={[
              { value: me.id, label: t`Me (${fullName(me)})` },
              ...(me.role === 'supervisor' ? [{ value: several, label: t`Several colleagues` }] : []),
              ...toOptions(colleagues.data?.filter(({ id }) => id !== me.id)),
              { value: nobody, label: t`Nobody` },
            ]}
          />
          {values.among && (
            <>
              <CheckList
                legend={t`Share out among`}
                options={colleagues.data ?? []}
                chosen={values.among}
                onChange={(among) => set({ among })}
                noteOf={({ leave }) => <LeaveText leave={leave} />}
              />
              <SelectField
                label={t`Who gets the next`}
                value={values.sharing}
                onChange={({ target }) => set({ sharing: target.value as Sharing })}
                options={sharings.map((value) => ({ value, label: sharingWord(value) }))}
              />
            </>
          )}
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
    case 'setUnit':
      return (
        <>
          {units.isError && <LoadError title={t`The units could not be loaded.`} query={units} />}
          <SelectField
            {...fieldOf('unit')}
            label={t`Unit`}
            placeholder={t`Choose one`}
            value={values.unit === null ? nobody : (values.unit ?? '')}
            onChange={({ target }) => set({ unit: target.value === nobody ? null : target.value || undefined })}
            options={[...toOptions(units.data?.filter(({ active }) => active)), { value: nobody, label: t`No unit` }]}
          />
        </>
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

const languageList = (texts: ReplyTexts) =>
  languages.flatMap((language) => (texts[language] ? languageNames[language] : [])).join(', ');

/** The category that all complaints have. */
function onlyCategory(rows: readonly DeskComplaintSummary[]): string | undefined {
  const [first, ...others] = new Set(rows.map(({ category }) => category.id));
  return others.length === 0 ? first : undefined;
}

type WordsPreviewProps = {
  action: 'reply' | 'resolve';
  text: string;
  texts: ReplyTexts | undefined;
  rows: readonly DeskComplaintSummary[];
};

/** Shows what the first citizens would read, or why they would not get it. */
function WordsPreview({ action, text, texts, rows }: WordsPreviewProps): ReactNode {
  const words = useDebounced(text.trim(), 500);
  const complaints = rows.map(({ id }) => id);
  const isAsked = words !== '' && complaints.length > 0;
  const preview = useQuery({
    queryKey: [previewWords.path, action, words, texts, complaints],
    queryFn: ({ signal }) => call(previewWords, { body: { action, text: words, texts, complaints } }, { signal }),
    enabled: isAsked && (texts !== undefined || gapsIn(words).length > 0 || unknownPlaceholders(words).length > 0),
    retry: false,
  });
  if (!isAsked) return null;
  if (preview.isError) return <Notice tone="danger">{errorText(preview.error)}</Notice>;
  return (
    <section className="grid gap-2" aria-label={t`The first texts`}>
      {preview.data?.map(({ id, text: filled, error }) => (
        <p
          key={id}
          dir="auto"
          className="rounded-2 border border-line px-4 py-3 text-sm whitespace-pre-line wrap-anywhere"
        >
          <span className="mono block text-ink-2" translate="no">
            {rows.find((row) => row.id === id)?.trackingId}
          </span>
          {filled ?? say(error ?? '')}
        </p>
      ))}
    </section>
  );
}

function missingText(need: Need): string {
  const texts: Partial<Record<Need, string>> = {
    text: t`Write the text first.`,
    assignee: t`Choose somebody.`,
    category: t`Choose a category.`,
    parent: t`Choose the complaint that they belong to.`,
    mda: t`Choose an MDA.`,
    reason: t`Say why.`,
    days: t`Say how many days.`,
    tags: t`Write at least one tag.`,
    priority: t`Choose a priority.`,
    followUp: t`Choose a day.`,
    unit: t`Choose a unit.`,
  };
  return texts[need] ?? '';
}
