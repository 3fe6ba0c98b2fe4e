import { limit } from '@baraza/contract';
import { TextareaField, type TextareaFieldProps } from '@baraza/ui/textarea-field';
import type { ReactNode } from 'react';

/** Renders a field for a few sentences, of the length that the contract allows. */
export function WordsField(props: TextareaFieldProps): ReactNode {
  return <TextareaField rows={4} maxLength={limit.textMax} dir="auto" {...props} />;
}
