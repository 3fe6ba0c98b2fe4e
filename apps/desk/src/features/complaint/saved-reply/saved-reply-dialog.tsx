import { FormDialog, LoadError, notify, outcomeOptions } from '@baraza/app';
import {
  createSavedReply,
  languageNames,
  type Language,
  languages,
  listSavedReplies,
  NewSavedReply,
  placeholders,
  type Named,
  type SavedReply,
  type SavedReplyStep,
  savedReplySteps,
  updateSavedReply,
} from '@baraza/contract';
import { SelectField, TextareaField, TextField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useMe } from '../../../lib/api/session.tsx';
import { useComplaintCategories, useEndpoint } from '../../../lib/api/use-endpoint.ts';
import { useEditForm } from '../../../lib/form/edit-dialog.tsx';
import { toOptions } from '../../../lib/form/to-options.ts';
import { useColleagues, useUnits } from '../complaint.api.ts';
import { priorityOptions, tagsIn } from '../mark/marks.ts';

/** Edits a saved reply: its texts, and what choosing it stages. */
export function SavedReplyDialog({ reply, onClose }: { reply?: SavedReply; onClose: () => void }) {
  const create = useEndpoint(createSavedReply, listSavedReplies);
  const update = useEndpoint(updateSavedReply, listSavedReplies);
  const categories = useComplaintCategories();
  const colleagues = useColleagues(true);
  const units = useUnits();
  const isSupervisor = useMe().role === 'supervisor';
  const [added, setAdded] = useState<string[]>([]);
  const labels: Record<string, string> = {
    title: t`Title`,
    shared: t`For whom`,
    step: t`For which step`,
    category: t`Category`,
    text: t`Text`,
    ...Object.fromEntries(languages.map((language) => [`texts.${language}`, textLabel(language)])),
    'actions.outcome': t`How it was resolved`,
    'actions.category': t`Set the category`,
    'actions.priority': t`Set the priority`,
    'actions.unit': t`Move to unit`,
    'actions.assignee': t`Assign to`,
    'actions.followUpDays': t`Follow up after days`,
    'actions.tags': t`Add tags`,
  };
  const form = useEditForm<NewSavedReply, Record<string, string>, SavedReply>({
    schema: NewSavedReply,
    of: reply,
    fill: (saved) => ({
      ...Object.fromEntries(Object.keys(labels).map((name) => [name, shownAt(saved, name)])),
      shared: isSupervisor ? 'mda' : 'me',
    }),
    labels,
    prepare: (values) => {
      const { title, shared, step, category, text } = values;
      const { followUpDays, tags, outcome, ...actions } = filledIn(values, 'actions');
      const set = {
        ...actions,
        outcome: step === 'resolve' ? outcome : undefined,
        followUpDays: followUpDays && Number(followUpDays),
        tags: tags && tagsIn(tags),
      };
      const texts = filledIn(values, 'texts');
      return { title, shared: shared === 'mda', step, category: category || null, text, texts, actions: set };
    },
    submit: async ({ shared, ...values }, version = 0) => {
      await (reply
        ? update.mutateAsync({ params: { id: reply.id }, body: { version, ...values } })
        : create.mutateAsync({ body: { shared, ...values } }));
      notify.success(reply ? t`Saved reply updated.` : t`Reply saved.`);
      onClose();
    },
  });
  const shown = languages.filter((language) => form.values[`texts.${language}`] || added.includes(language));
  const names = { ...reply?.names, [reply?.category?.id ?? '']: reply?.category?.name };
  /** Offers the choices of a field, and keeps one that is no longer offered. */
  const choose = (name: string, offered: Options, more: { placeholder?: string; required?: boolean } = {}) => {
    const kept = shownAt(reply, name);
    const isOffered = kept === '' || offered.some(({ value }) => value === kept);
    const options = isOffered ? offered : [{ value: kept, label: names[kept] ?? t`No longer there` }, ...offered];
    return <SelectField placeholder={t`No change`} {...form.field(name)} {...more} options={options} />;
  };
  const one = t`Choose one`;
  return (
    <FormDialog form={form} title={reply ? t`Edit the saved reply` : t`New saved reply`} size="l" onClose={onClose}>
      {categories.isError && <LoadError title={t`The categories could not be loaded.`} query={categories} />}
      {units.isError && <LoadError title={t`The units could not be loaded.`} query={units} />}
      {colleagues.isError && <LoadError title={t`The colleagues could not be loaded.`} query={colleagues} />}
      <TextField {...form.field('title')} autoComplete="off" required />
      {!reply && isSupervisor && (
        <SelectField
          {...form.field('shared')}
          options={[
            { value: 'mda', label: t`For the whole MDA` },
            { value: 'me', label: t`For me` },
          ]}
        />
      )}
      <div className="grid items-start gap-4.5 m:grid-cols-2">
        {choose('step', savedReplySteps.map(toStep), { placeholder: one, required: true })}
        {choose('category', toOptions(categories.data), { placeholder: t`All categories` })}
      </div>
      <TextareaField
        {...form.field('text')}
        hint={t`These are filled in for each complaint: ${placeholders.map((name) => `{${name}}`).join(', ')}`}
        required
        rows={6}
      />
      {shown.map((language) => (
        <TextareaField key={language} {...form.field(`texts.${language}`)} lang={language} dir="auto" rows={4} />
      ))}
      {shown.length < languages.length && (
        <SelectField
          label={t`Add a language`}
          hint={t`Whoever wrote in it last gets its text, all others the text above.`}
          placeholder={one}
          value=""
          options={languages
            .filter((language) => !shown.includes(language))
            .map((language) => ({ value: language, label: languageNames[language] }))}
          onChange={({ target }) => setAdded((before) => [...before, target.value])}
        />
      )}
      <fieldset className="grid items-end gap-4.5 m:grid-cols-2">
        <legend className="mb-2 font-semibold">{t`Set when it is chosen, done when it is sent`}</legend>
        {form.values['step'] === 'resolve' && choose('actions.outcome', outcomeOptions(), { placeholder: one })}
        {choose('actions.category', toOptions(categories.data))}
        {choose('actions.priority', priorityOptions())}
        {choose('actions.unit', toOptions(units.data?.filter(({ active }) => active)))}
        {choose('actions.assignee', [{ value: 'me', label: t`Whoever sends it` }, ...toOptions(colleagues.data)])}
        <TextField {...form.field('actions.followUpDays')} type="number" min={1} max={90} />
        <TextField {...form.field('actions.tags')} hint={t`Several with commas between them.`} autoComplete="off" />
      </fieldset>
    </FormDialog>
  );
}

type Options = { value: string; label: string }[];

/** Names the step that a saved reply is for. */
export function stepWord(step: SavedReplyStep): string {
  return { reply: t`Reply`, ask: t`Question`, resolve: t`Resolve` }[step];
}

const toStep = (step: SavedReplyStep) => ({ value: step, label: stepWord(step) });

function textLabel(language: Language): string {
  const name = languageNames[language];
  return t`Text in ${name}`;
}

/** Returns a field of a saved reply as its control shows it. */
function shownAt(saved: SavedReply | undefined, name: string): string {
  const [group = '', key] = name.split('.');
  const held = saved?.[group as keyof SavedReply];
  const value = key ? (held as Record<string, unknown> | undefined)?.[key] : held;
  return Array.isArray(value)
    ? value.join(', ')
    : String((value as Partial<Named> | null | undefined)?.id ?? value ?? '');
}

/** Returns the fields of a group that are filled in, by their names in it. */
function filledIn(values: Readonly<Record<string, string>>, group: string): Record<string, string> {
  const entries = Object.entries(values).filter(([name, value]) => name.startsWith(`${group}.`) && value.trim() !== '');
  return Object.fromEntries(entries.map(([name, value]) => [name.slice(group.length + 1), value]));
}
