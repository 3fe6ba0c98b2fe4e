import sanitizeHtml from 'sanitize-html';

/** Whole addresses alone: one without a scheme would lead to wherever the text is shown. */
const wholeAddress = /^(?:https?:|mailto:|tel:)/i;

/** Exactly what the toolbar of the editor makes. */
const options: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'strong', 'em', 'u', 's', 'ol', 'ul', 'li', 'a'],
  allowedAttributes: { a: ['href', 'rel', 'target'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
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
        ...(href !== undefined && wholeAddress.test(href) && { href }),
        rel: 'noopener noreferrer nofollow',
        target: '_blank',
      },
    }),
  },
};

/** HTML of the editor with everything gone that the toolbar does not make. */
export function cleanHtml(html: string): string {
  return sanitizeHtml(html, options).trim();
}

/** The same as plain text, for search, mails and lists. */
export function htmlToText(html: string): string {
  const broken = cleanHtml(html)
    .replaceAll(/<li>/g, '• ')
    .replaceAll(/<br ?\/?>|<\/(p|li|ul|ol)>/g, '\n');
  const text = sanitizeHtml(broken, { allowedTags: [], allowedAttributes: {} });
  return decodeEntities(text)
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** The few entities that the sanitiser writes. */
const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&nbsp;': ' ' };

function decodeEntities(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|nbsp);/g, (entity) => entities[entity] ?? entity);
}
