import type { Colleague, DeskComplaint, Me, Named, Unit } from '@baraza/contract';
import type { SelectFieldProps } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { CommandInput } from './use-transitions.ts';

/** A custom field of the complaint, by id. */
export type FieldKey = `field ${string}`;

export type DialogField = {
  name:
    | 'text'
    | 'reason'
    | 'days'
    | 'category'
    | 'jurisdiction'
    | 'mda'
    | 'person'
    | 'parent'
    | 'tags'
    | 'priority'
    | 'followUp'
    | 'call'
    | 'unit'
    | 'assignee'
    | FieldKey;
  label: string;
  hint?: string;
  initial?: string;
  options?: SelectFieldProps['options'];
  /** A text of one line, or a day; else a longer text. */
  input?: 'text' | 'date';
  /** Returns the error of a value. A field without it may stay empty. */
  problem?: (value: string) => string | false;
};

export type DialogValues = { [name in DialogField['name']]?: string };

export type TransitionWords = {
  title: string;
  explanation: ReactNode;
  fields: DialogField[];
  submitText: string;
  /** It cannot be undone. */
  tone?: 'danger';
  sendingText?: string;
  doneText: (values: DialogValues, after: DeskComplaint | null) => string;
  input?: CommandInput;
};

export type Context = {
  person: Named | undefined;
  complaint: DeskComplaint;
  me: Me;
  categories: readonly Named[] | undefined;
  jurisdictions: readonly Named[] | undefined;
  mdas: readonly Named[] | undefined;
  colleagues: readonly Colleague[] | undefined;
  units: readonly Unit[] | undefined;
};

/** The field for a reason that must be given. */
export const reasonField = (hint?: string): DialogField => ({
  name: 'reason',
  label: t`Reason`,
  hint,
  problem: (reason) => !reason && t`Say why.`,
});
