import { hasText, limit, message } from '@baraza/contract';
import { RICH_TEXT_LINK, RICH_TEXT_SCHEMES, RICH_TEXT_TAGS, SAFE_URI } from '@baraza/contract/complaint/rich-text';
import sanitizeHtml from 'sanitize-html';

export interface Description {
  /** HTML without anything that the toolbar does not make. */
  readonly html: string;
  readonly text: string;
  /** Message for its writer: nothing to read, or too long once cleaned, which writes links out. */
  readonly fault: string | undefined;
}

/** Cleans a description from the editor and checks its length. */
export function readDescription(typed: string): Description {
  const html = cleanHtml(typed.normalize());
  return { html, text: htmlToText(html), fault: faultOf(html) };
}

function faultOf(html: string): string | undefined {
  if (!hasText(html)) return message.required;
  return html.length > limit.descriptionMax ? message.tooLong : undefined;
}

/** Allows exactly the HTML that the toolbar of the editor makes. */
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
    // The link opens in a new tab and does not learn where it was followed from.
    a: (_, { href }) => ({
      tagName: 'a',
      attribs: {
        ...(href !== undefined && SAFE_URI.test(href) && { href }),
        ...RICH_TEXT_LINK,
      },
    }),
  },
};

/** Plain paragraphs, as most people write them. The sanitiser is slow and would not change them. */
const plainParagraphs = /^(?:<p>(?:[^<>&]|<br \/>|<(strong|em|u|s)>[^<>&]*<\/\1>)*<\/p>)+$/u;

/** Removes everything from HTML that the toolbar of the editor does not make. */
export function cleanHtml(html: string): string {
  return plainParagraphs.test(html) ? html : sanitizeHtml(html, options).trim();
}

/** Converts cleaned HTML to plain text for search, mails and lists. The sanitiser has escaped each < and > outside of tags. */
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
