import { hasText, limit, message } from '@baraza/contract';
import { RICH_TEXT_LINK, RICH_TEXT_SCHEMES, RICH_TEXT_TAGS, SAFE_URI } from '@baraza/contract/complaint/rich-text';
import sanitizeHtml from 'sanitize-html';

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

/** Exactly what the toolbar of the editor makes. */
const options: sanitizeHtml.IOptions = {
  allowedTags: [...RICH_TEXT_TAGS],
  allowedAttributes: { a: ['href', ...Object.keys(RICH_TEXT_LINK)] },
  allowedSchemes: [...RICH_TEXT_SCHEMES],
  allowedSchemesAppliedToAttributes: ['href'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: 30,
  transformTags: {
    b: 'strong',
    i: 'em',
    strike: 's',
    del: 's',
    // The link opens beside the page and learns nothing of it.
    a: (_, { href }) => ({
      tagName: 'a',
      attribs: {
        ...(href !== undefined && SAFE_URI.test(href) && { href }),
        ...RICH_TEXT_LINK,
      },
    }),
  },
};

/** Paragraphs as most people write them. The sanitiser would parse them for long and change nothing. */
const plainParagraphs = /^(?:<p>(?:[^<>&]|<br \/>|<(strong|em|u|s)>[^<>&]*<\/\1>)*<\/p>)+$/u;

/** HTML of the editor with everything gone that the toolbar does not make. */
export function cleanHtml(html: string): string {
  return plainParagraphs.test(html) ? html : sanitizeHtml(html, options).trim();
}

/** Cleaned HTML as plain text, for search, mails and lists. The sanitiser escapes each < and > that is not of a tag. */
export function htmlToText(clean: string): string {
  return clean
    .replaceAll('<li>', '• ')
    .replaceAll(/<br \/>|<\/(p|li|ul|ol)>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|nbsp);/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** The few entities that the sanitiser writes. */
const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&nbsp;': ' ' };
