import { FormDialog, LoadError, notify, SuggestedTargets } from '@baraza/app';
import { limit, type DeskComplaint, type PhoneCall, type Priority } from '@baraza/contract';
import { SelectField, TextareaField, TextField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Fragment, useRef, useState, type ReactNode } from 'react';
import { useComplaintCategories, useMdas } from '../../../lib/api/use-endpoint.ts';
import { useMe } from '../../../lib/api/session.tsx';
import { useColleagues, useJurisdictions, useUnits } from '../complaint.api.ts';
import type { DialogField, DialogValues } from './dialog-words.ts';
import { dialogOf, noUnit, type OpenDialog } from './dialogs.tsx';
import { tagsIn } from '../mark/marks.ts';
import { MergeChoice } from './merge-choice.tsx';
import { Refusal } from './refusal.tsx';
import type { CommandInput, Transitions } from './use-transitions.ts';
import type { Seen } from './use-seen.ts';

type TransitionDialogProps = OpenDialog & {
  complaint: DeskComplaint;
  seen: Seen;
  transitions: Transitions;
  onClose: () => void;
  onDone: () => void;
};

/** Collects the fields of a transition and applies it. Shows its refusal. */
export function TransitionDialog(props: TransitionDialogProps): ReactNode {
  const { action, person, complaint, seen, transitions, onClose, onDone } = props;
  const me = useMe();
  const mdas = useMdas(action === 'offerTransfer' || action === 'decideTransfer');
  const colleagues = useColleagues(
    action === 'assign' || (action === 'recuse' && me.role !== 'officer'),
    complaint.mda.id,
  );
  const units = useUnits(action === 'setUnit');
  const categories = useComplaintCategories(action === 'categorise');
  const jurisdictions = useJurisdictions(action === 'categorise' ? complaint.mda.id : undefined);
  const dialog = dialogOf(action, {
    person,
    complaint,
    me,
    categories: categories.data,
    jurisdictions: jurisdictions.data,
    mdas: mdas.data,
    colleagues: colleagues.data,
    units: units.data,
  });
  const [typed, setTyped] = useState<DialogValues>({});
  // Some fields appear only once their options are loaded.
  const values: DialogValues = Object.fromEntries(
    dialog.fields.map(({ name, initial = '' }) => [name, typed[name] ?? initial]),
  );
  const [errors, setErrors] = useState<DialogValues>({});
  const controls = useRef(new Map<string, HTMLElement>());
  const focus = (name: string) => controls.current.get(name)?.focus();
  const set = (name: DialogField['name'], value: string) => {
    setTyped((before) => ({ ...before, [name]: value }));
    setErrors((before) => ({ ...before, [name]: undefined }));
  };
  const close = () => {
    transitions.dismiss();
    onClose();
  };
  const submit = async () => {
    const trimmed = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, value?.trim() || undefined]),
    );
    const problems = dialog.fields.flatMap(({ name, problem }) => {
      const text = problem?.(trimmed[name] ?? '');
      return text ? [[name, text] as const] : [];
    });
    setErrors(Object.fromEntries(problems));
    if (problems[0]) return focus(problems[0][0]);
    const fields = action === 'setFields' ? { fields: entriesIn(values, dialog.fields) } : undefined;
    const result = await transitions.act(action, { ...dialog.input, ...(fields ?? toInput(trimmed)) });
    if (!result) return;
    notify.success(dialog.doneText(values, result.after));
    close();
    if (result.after) onDone();
  };
  const fieldProps = ({ name, label, hint, problem }: DialogField) => ({
    id: `${action}-${name}`,
    ref: (control: HTMLElement | null) => {
      if (control) controls.current.set(name, control);
      else controls.current.delete(name);
    },
    name,
    label,
    hint,
    required: problem !== undefined,
    value: values[name] ?? '',
    error: errors[name],
    errorPrefix: t`Error:`,
    onChange: ({ target }: { target: { value: string } }) => set(name, target.value),
  });
  return (
    <FormDialog
      form={{ formId: `${action}-form`, pending: transitions.pending === action, onSubmit: () => void submit() }}
      title={dialog.title}
      yes={dialog.submitText}
      tone={dialog.tone}
      pendingText={dialog.sendingText ?? t`Sending`}
      onClose={close}
    >
      {transitions.refusal?.action === action && (
        <Refusal
          text={transitions.refusal.text}
          seen={seen}
          complaint={complaint}
          onRead={() => {
            seen.accept();
            transitions.dismiss();
            if (dialog.fields[0]) focus(dialog.fields[0].name);
          }}
        />
      )}
      <p className="text-ink-2">{dialog.explanation}</p>
      {mdas.isError && <LoadError title={t`The MDAs could not be loaded.`} query={mdas} />}
      {categories.isError && <LoadError title={t`The categories could not be loaded.`} query={categories} />}
      {jurisdictions.isError && <LoadError title={t`The jurisdictions could not be loaded.`} query={jurisdictions} />}
      {units.isError && <LoadError title={t`The units could not be loaded.`} query={units} />}
      {colleagues.isError && <LoadError title={t`The colleagues could not be loaded.`} query={colleagues} />}
      {dialog.fields.map((field) =>
        field.name === 'parent' ? (
          <MergeChoice key="parent" complaint={complaint} {...fieldProps(field)} onChoose={(id) => set('parent', id)} />
        ) : field.name === 'days' ? (
          <TextField
            key="days"
            {...fieldProps(field)}
            inputMode="numeric"
            autoComplete="off"
            dir="ltr"
            fieldClassName="max-w-60"
          />
        ) : field.options ? (
          <Fragment key={field.name}>
            <SelectField {...fieldProps(field)} placeholder={t`Choose one`} options={field.options} />
            {action === 'decideTransfer' && (
              <SuggestedTargets {...complaint} chosen={{ mda: values.mda ?? '' }} onChoose={set} />
            )}
          </Fragment>
        ) : field.input ? (
          <TextField
            key={field.name}
            {...fieldProps(field)}
            type={field.input}
            autoComplete="off"
            fieldClassName={field.input === 'date' ? 'max-w-60' : undefined}
          />
        ) : (
          <TextareaField
            key={field.name}
            {...fieldProps(field)}
            optionalText={field.problem ? undefined : t`(optional)`}
            rows={4}
            maxLength={limit.textMax}
            dir="auto"
          />
        ),
      )}
    </FormDialog>
  );
}

/** Returns what was changed in custom fields, by their ids. */
function entriesIn(values: DialogValues, fields: readonly DialogField[]): Record<string, string> {
  const changed = fields.filter(({ name, initial }) => values[name] !== initial);
  return Object.fromEntries(changed.map(({ name }) => [name.replace('field ', ''), values[name]?.trim() ?? '']));
}

/** Turns the texts of a dialog into the input of its action. An empty day ends a follow-up. */
function toInput({ days, tags, priority, call, followUp, unit, ...texts }: DialogValues): CommandInput {
  return {
    ...texts,
    ...(days && { days: Number(days) }),
    ...(tags !== undefined && { tags: tagsIn(tags) }),
    ...(priority !== undefined && { priority: priority as Priority }),
    ...(unit !== undefined && { unit: unit === noUnit ? null : unit }),
    ...(call !== undefined && { call: call as PhoneCall }),
    ...(followUp !== undefined && { followUp: followUp || null }),
  };
}
