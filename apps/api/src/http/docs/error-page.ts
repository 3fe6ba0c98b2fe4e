import { errorStatus } from '@baraza/contract/core/error';
import { escapeHtml } from '../../texts/html.ts';

/** What programs have to know of a code, where its name does not say all. */
const meanings: Partial<Record<string, string>> = {
  VALIDATION_FAILED: 'A field or parameter is refused; fields says which, and why.',
  UNAUTHENTICATED: 'The token or session is missing, unknown, expired or ended.',
  REAUTH_REQUIRED: 'Type the password again first.',
  FORBIDDEN: 'The call is not for this caller.',
  SCOPE_MISSING: 'The token was not made for this call.',
  NOT_FOUND: 'There is nothing, or nothing that this caller may see.',
  CONFLICT: 'What there is already forbids it.',
  ACCOUNT_CHOICE: 'Several accounts have the number; accounts lists them.',
  STATE_FORBIDS: 'The complaint is in a state without this step; allowed lists those it has.',
  VERSION_CONFLICT: 'Somebody else was faster: read it again. changes or now says what is new.',
  TOO_MANY_REQUESTS: 'A limit is used up: wait as Retry-After says.',
  UNAVAILABLE: 'Not now: try again as Retry-After says.',
};

/** Writes the page that explains the reason codes of errors. */
export function writeErrorPage(productName: string): string {
  const title = escapeHtml(`${productName} API: reason codes of errors`);
  const rows = Object.entries(errorStatus).map(
    ([code, status]) => `<dt id="${code}">${code}</dt><dd>HTTP ${status}. ${meanings[code] ?? ''}</dd>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1><dl>${rows.join('')}</dl></html>`;
}
