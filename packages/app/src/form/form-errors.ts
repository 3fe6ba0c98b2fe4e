import { message } from '@baraza/contract';
import { say } from '../language/texts.ts';

/** Error texts by the name of the field. */
export type Errors = Record<string, string>;

export type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };

/** Returns the first error of each field. */
export function firstIssues(issues: readonly Issue[]): Errors {
  const errors: Errors = {};
  for (const issue of issues) errors[issue.path.join('.')] ??= issue.message;
  return errors;
}

/** Returns the error text for the form as a whole. */
export function generalText(errors: Errors): string {
  const texts = Object.values(errors);
  return texts.includes(message.required) ? message.required : (texts[0] ?? message.invalid);
}

/** Returns the errors of labelled fields, in the order of the screen. */
export function inOrder(errors: Errors, labels: Record<string, string>): { field: string; text: string }[] {
  const named = Object.entries(errors).map(([name, text]) => ({ field: fieldOf(name), text }));
  return Object.keys(labels).flatMap((label) => named.filter(({ field }) => field === label));
}

/** A name such as `files[2]` belongs to the field `files`. */
const fieldOf = (name: string) => name.replace(/\[.*$/u, '');

const vague: readonly string[] = [message.invalid, message.tooLong, message.tooShort];

/** Names what a vague refusal is about, if it is no field of the screen. */
export function nameStranger(errors: Errors, labels: Record<string, string>, general: string): string {
  const isStrange = ([name, text]: [string, string]) =>
    !(fieldOf(name) in labels) && vague.includes(text) && say(text) === general;
  const stranger = Object.entries(errors).find(isStrange);
  return stranger ? `${stranger[0]}: ${general}` : general;
}
