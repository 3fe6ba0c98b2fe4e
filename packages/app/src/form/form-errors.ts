import { message } from '@baraza/contract';

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
  // A name such as `files[2]` belongs to the field `files`.
  const named = Object.entries(errors).map(([name, text]) => ({ field: name.replace(/\[.*$/u, ''), text }));
  return Object.keys(labels).flatMap((label) => named.filter(({ field }) => field === label));
}
