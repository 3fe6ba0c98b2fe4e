import { message } from '@baraza/contract';

/** Error texts by the name of the field. */
export type Errors = Record<string, string>;

export type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };

/** The first thing wrong with each field. */
export function firstIssues(issues: readonly Issue[]): Errors {
  const found: Errors = {};
  for (const issue of issues) found[issue.path.join('.')] ??= issue.message;
  return found;
}

/** Returns the error text for the form as a whole. */
export function generalText(found: Errors): string {
  const texts = Object.values(found);
  return texts.includes(message.required) ? message.required : (texts[0] ?? message.invalid);
}

/** Errors of the labelled fields, in the order of the screen. */
export function inOrder(found: Errors, labels: Record<string, string>): { field: string; text: string }[] {
  // A name such as `files[2]` belongs to the field `files`.
  const named = Object.entries(found).map(([name, text]) => ({ field: name.replace(/\[.*$/u, ''), text }));
  return Object.keys(labels).flatMap((label) => named.filter(({ field }) => field === label));
}
