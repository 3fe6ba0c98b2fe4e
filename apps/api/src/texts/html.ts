const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes a text for HTML, attributes included. */
export const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/gu, (sign) => entities[sign] ?? sign);

/** Converts lines to paragraphs, as the editor of the portal writes them. */
export function toParagraphs(lines: string): string {
  return lines
    .split(/\r?\n/u)
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join('');
}

/** HTML that is safe as it is. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | Html | undefined | readonly Html[];

/** Builds HTML from a template: texts in it are escaped. */
export function html(parts: TemplateStringsArray, ...values: readonly Part[]): Html {
  const textOf = (value: Part): string => {
    if (value instanceof Html) return value.text;
    return typeof value === 'string' ? escapeHtml(value) : (value ?? []).map(({ text }) => text).join('');
  };
  return new Html(parts.map((part, index) => part + (index < values.length ? textOf(values[index]) : '')).join(''));
}
