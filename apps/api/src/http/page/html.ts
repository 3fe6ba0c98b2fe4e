const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as it stands in a page, in an attribute too. */
export const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/gu, (sign) => entities[sign] ?? sign);

/** HTML that was made here. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | undefined | readonly Part[];

/** Puts texts into HTML: each is escaped, unless it is HTML that this made. Lists are put one after the other. */
export function html(literals: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(literals.map((literal, index) => literal + textOf(parts[index])).join(''));
}

function textOf(part: Part): string {
  if (part instanceof Html) return part.text;
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return part === undefined ? '' : part.map(textOf).join('');
}
