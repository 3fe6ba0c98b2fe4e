const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes a text for HTML, attributes included. */
export const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/gu, (sign) => entities[sign] ?? sign);
