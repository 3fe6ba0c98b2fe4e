import { hasText, limit, message } from '@baraza/contract';
import { cleanHtml, htmlToText } from './rich-text.ts';

export interface Description {
  /** HTML with everything gone that the toolbar does not make. */
  readonly html: string;
  readonly text: string;
  /** What is wrong with it, if anything: nothing to read, or too long once cleaned, which writes links out. */
  readonly fault: string | undefined;
}

/** A description as it is kept. */
export function readDescription(given: string): Description {
  const html = cleanHtml(given);
  return { html, text: htmlToText(html), fault: faultOf(html) };
}

function faultOf(html: string): string | undefined {
  if (!hasText(html)) return message.required;
  return html.length > limit.descriptionMax ? message.tooLong : undefined;
}
