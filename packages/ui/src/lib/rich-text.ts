import { SAFE_URI } from '@baraza/contract';

const renamed: Record<string, string> = { b: 'strong', i: 'em', strike: 's', del: 's', ins: 'u', div: 'p' };

/** Renames tags to one for each meaning: b becomes strong, i becomes em. Expects serialised HTML. */
export function renameTags(html: string): string {
  return html.replace(/<(\/?)(b|i|strike|del|ins|div)(?=[\s>/])/gi, (_, slash: string, tag: string) => {
    return `<${slash}${renamed[tag.toLowerCase()] ?? tag}`;
  });
}

/** Entities that browsers and our server write. */
const entities = new Map(Object.entries({ nbsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"' }));

/** Returns the text of serialised HTML, line by line; any other entity counts as one character. */
export function plainText(html: string): string {
  return html
    .replace(/<br\s*\/?>|<\/(?:p|li)>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(#\d+|#x[\da-f]+|\w+);/gi, (_, name: string) => entities.get(name) ?? '·')
    .trim();
}

/** Returns the HTML to send for an editor's content: without empty lines at its end; '' without text. */
export function normaliseHtml(html: string): string {
  const clean = renameTags(html.replace(/\u200b/g, ''));
  if (plainText(clean) === '') return '';
  return clean.replace(/(?:<p>(?:\s|&nbsp;|<br\s*\/?>)*<\/p>\s*)+$/, '');
}

/** Returns plain text as HTML to send, with a paragraph for each line. */
export function htmlOf(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const paragraphs = escaped.split('\n').map((line) => `<p>${line || '<br>'}</p>`);
  return normaliseHtml(paragraphs.join(''));
}

/** Completes a link as typed: https, mailto or tel is added. Null for any other scheme. */
export function safeHref(typed: string): string | null {
  const text = typed.trim();
  if (!text || /\s/.test(text.replace(/^\+?[\d\s()-]+$/, ''))) return null;
  if (/^\+?[\d\s()-]{6,}$/.test(text)) return `tel:${text.replace(/[^\d+]/g, '')}`;
  if (/^[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+$/.test(text)) return `mailto:${text}`;
  const whole = /^[a-z][a-z\d+.-]*:/i.test(text) && !/^[\w.-]+\.\w+:\d/.test(text) ? text : `https://${text}`;
  if (!SAFE_URI.test(whole)) return null;
  if (/^(?:mailto|tel):/i.test(whole)) return whole.length > 7 ? whole : null;
  try {
    const url = new URL(whole);
    return /\.|^localhost$/.test(url.hostname) ? url.href : null;
  } catch {
    return null;
  }
}
