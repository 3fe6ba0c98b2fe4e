import { FormDialog, LoadError, notify, outcomeOptions } from '@baraza/app';
import {
  createSavedReply,
  languageNames,
  type Language,
  languages,
  listSavedReplies,
  NewSavedReply,
  placeholders,
  type SavedActions,
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

type LanguageField = `texts.${Language}`;
type Field = 'title' | 'shared' | 'step' | 'category' | 'text' | LanguageField | `actions.${keyof SavedActions}`;

/** Edits a saved reply: its texts, and what choosing it stages. */
export function SavedReplyDialog({ reply, onClose }: { reply?: SavedReply; onClose: () => void }) {
  const create = useEndpoint(createSavedReply, listSavedReplies);
  const update = useEndpoint(updateSavedReply, listSavedReplies);
  const categories = useComplaintCategories();
  const colleagues = useColleagues(true);
  const units = useUnits();
  const isSupervisor = useMe().role === 'supervisor';
  const [added, setAdded] = useState<string[]>([]);
  const form = useEditForm({
    schema: NewSavedReply,
    of: reply,
    fill: (saved): Record<Field, string> => ({
      title: saved?.title ?? '',
      shared: isSupervisor ? 'mda' : 'me',
      step: saved?.step ?? '',
      category: saved?.category?.id ?? '',
      text: saved?.text ?? '',
      ...byLanguage((language) => saved?.texts[language] ?? ''),
      'actions.outcome': saved?.actions.outcome ?? '',
      'actions.category': saved?.actions.category ?? '',
      'actions.priority': saved?.actions.priority ?? '',
      'actions.unit': saved?.actions.unit ?? '',
      'actions.assignee': saved?.actions.assignee ?? '',
      'actions.followUpDays': String(saved?.actions.followUpDays ?? ''),
      'actions.tags': saved?.actions.tags?.join(', ') ?? '',
    }),
    labels: {
      title: t`Title`,
      shared: t`For whom`,
      step: t`For which step`,
      category: t`Category`,
      text: t`Text`,
      ...byLanguage(textLabel),
      'actions.outcome': t`How it was resolved`,
      'actions.category': t`Set the category`,
      'actions.priority': t`Set the priority`,
      'actions.unit': t`Move to unit`,
      'actions.assignee': t`Assign to`,
      'actions.followUpDays': t`Follow up after days`,
      'actions.tags': t`Add tags`,
    },
    prepare: ({ title, shared, step, category, text, ...more }) => {
      const { followUpDays, tags, outcome, ...actions } = filledIn(more, 'actions');
      return {
        title,
        shared: shared === 'mda',
        step,
        category: category || null,
        text,
        texts: filledIn(more, 'texts'),
        actions: {
          ...actions,
          outcome: step === 'resolve' ? outcome : undefined,
          followUpDays: followUpDays && Number(followUpDays),
          tags: tags && tagsIn(tags),
        },
      };
    },
    submit: async ({ shared, ...values }, version = 0) => {
      await (reply
        ? update.mutateAsync({ params: { id: reply.id }, body: { version, ...values } })
        : create.mutateAsync({ body: { shared, ...values } }));
      notify.success(reply ? t`Saved reply updated.` : t`Reply saved.`);
      onClose();
    },
  });
  // A reply keeps showing its category after that was switched off.
  const offered = categories.data ?? [];
  const own = reply?.category && !offered.some(({ id }) => id === reply.category?.id) ? [reply.category] : [];
  const shown = languages.filter((language) => form.values[`texts.${language}`] || added.includes(language));
  const choose = (name: 'category' | 'priority' | 'unit' | 'assignee', options: { value: string; label: string }[]) => {
    const chosen = reply?.actions[name];
    const isGone = chosen !== undefined && chosen !== 'me' && name !== 'priority' && !reply?.names[chosen];
    const gone = isGone ? [{ value: chosen, label: t`No longer there` }] : [];
    return (
      <SelectField {...form.field(`actions.${name}`)} placeholder={t`No change`} options={[...options, ...gone]} />
    );
  };
  return (
    <FormDialog form={form} title={reply ? t`Edit the saved reply` : t`New saved reply`} size="l" onClose={onClose}>
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
        <SelectField
          {...form.field('step')}
          required
          placeholder={t`Choose one`}
          options={savedReplySteps.map((step) => ({ value: step, label: stepWord(step) }))}
        />
        {categories.isError ? (
          <LoadError title={t`The categories could not be loaded.`} query={categories} />
        ) : (
          <SelectField
            {...form.field('category')}
            placeholder={t`All categories`}
            options={toOptions([...own, ...offered])}
          />
        )}
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
          placeholder={t`Choose one`}
          value=""
          options={languages
            .filter((language) => !shown.includes(language))
            .map((language) => ({ value: language, label: languageNames[language] }))}
          onChange={({ target }) => setAdded((before) => [...before, target.value])}
        />
      )}
      <fieldset className="grid items-end gap-4.5 m:grid-cols-2">
        <legend className="mb-2 font-semibold">{t`Set when it is chosen, done when it is sent`}</legend>
        {units.isError && <LoadError title={t`The units could not be loaded.`} query={units} />}
        {colleagues.isError && <LoadError title={t`The colleagues could not be loaded.`} query={colleagues} />}
        {form.values.step === 'resolve' && (
          <SelectField {...form.field('actions.outcome')} placeholder={t`Choose one`} options={outcomeOptions()} />
        )}
        {choose('category', toOptions(offered))}
        {choose('priority', priorityOptions())}
        {choose('unit', toOptions(units.data?.filter(({ active }) => active)))}
        {choose('assignee', [{ value: 'me', label: t`Whoever sends it` }, ...toOptions(colleagues.data)])}
        <TextField {...form.field('actions.followUpDays')} type="number" min={1} max={90} />
        <TextField {...form.field('actions.tags')} hint={t`Several with commas between them.`} autoComplete="off" />
      </fieldset>
    </FormDialog>
  );
}

/** Names the step that a saved reply is for. */
export function stepWord(step: SavedReplyStep): string {
  return { reply: t`Reply`, ask: t`Question`, resolve: t`Resolve` }[step];
}

const byLanguage = (valueOf: (language: Language) => string) =>
  Object.fromEntries(languages.map((language) => [`texts.${language}`, valueOf(language)])) as Record<
    LanguageField,
    string
  >;

function textLabel(language: Language): string {
  const name = languageNames[language];
  return t`Text in ${name}`;
}

/** Returns the fields of a group that are filled in, by their names in it. */
function filledIn(values: Readonly<Record<string, string>>, group: string): Record<string, string> {
  const entries = Object.entries(values).filter(([name, value]) => name.startsWith(`${group}.`) && value.trim() !== '');
  return Object.fromEntries(entries.map(([name, value]) => [name.slice(group.length + 1), value]));
}
