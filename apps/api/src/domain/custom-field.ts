import { Day, fieldMessage, type FieldOfComplaint, limit, message } from '@baraza/contract';
import { lineText } from '@baraza/contract/core/fields';
import type { CustomValues } from '../db/schema/complaint-tables.ts';
import { validation } from '../http/errors.ts';

const Line = lineText(limit.customTextMax);

/** A field as far as its values depend on it. */
export type ValuedField = Pick<FieldOfComplaint, 'id' | 'name' | 'type' | 'options' | 'personal' | 'active'>;

/** Values after entries were made, with the words of the event: personal ones stay out of it, since a history lasts. */
export interface Entered {
  readonly values: CustomValues;
  readonly names: readonly string[];
  readonly text: string | null;
}

/** Checks entries in custom fields; '' clears one. `fields` are those offered, and those with a value. @throws AppError VALIDATION */
export function enterFields(
  before: CustomValues,
  entries: Readonly<Record<string, string>>,
  fields: readonly ValuedField[],
): Entered {
  const entered = Object.entries(entries).map(([id, typed]) => {
    const field = fields.find((known) => known.id === id);
    // A retired field keeps its value, or loses it.
    if (!field || (typed !== '' && !field.active)) throw refused(id, fieldMessage.unknown);
    return { field, value: typed === '' ? null : read(field, typed) };
  });
  const changed = entered.filter(({ field: { id }, value }) => value !== (before[id] ?? null));
  const values = { ...before, ...Object.fromEntries(changed.map(({ field, value }) => [field.id, value])) };
  const lines = changed.flatMap(({ field, value }) => (field.personal || value === null ? [] : [wordOf(field, value)]));
  return {
    values: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as CustomValues,
    names: changed.map(({ field }) => field.name),
    text: lines.join('\n') || null,
  };
}

/** Words a value; an option by its name. */
export function wordOf({ type, options }: Pick<ValuedField, 'type' | 'options'>, value: string | number): string {
  return type === 'list' ? (options.find(({ id }) => id === value)?.name ?? '') : String(value);
}

function read({ id, type, options }: ValuedField, typed: string): string | number {
  if (type === 'list') {
    if (options.some((option) => option.id === typed && option.active)) return typed;
    throw refused(id, fieldMessage.option);
  }
  if (type === 'date') {
    if (Day.safeParse(typed).success) return typed;
    throw refused(id, fieldMessage.date);
  }
  if (type === 'number') {
    if (/^[+-]?\d{1,15}(\.\d{1,6})?$/u.test(typed.trim())) return Number(typed);
    throw refused(id, fieldMessage.number);
  }
  const line = Line.safeParse(typed);
  if (line.success) return line.data;
  throw refused(id, line.error.issues[0]?.message ?? message.invalid);
}

const refused = (id: string, text: string) => validation({ [`fields.${id}`]: text });
