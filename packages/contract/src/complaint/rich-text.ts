/** The allowed tags of a rich text in editor, view and server. */
export const RICH_TEXT_TAGS = ['p', 'br', 'strong', 'em', 'u', 's', 'ol', 'ul', 'li', 'a'] as const;

/** The only schemes a link of it may have. */
export const RICH_TEXT_SCHEMES = ['http', 'https', 'mailto', 'tel'] as const;

/** The only addresses a link may lead to: whole ones. One without a scheme would lead to wherever the text is shown. */
export const SAFE_URI = new RegExp(`^(?:${RICH_TEXT_SCHEMES.join('|')}):`, 'i');

/** Attributes of each link: it opens in a new tab, and its target learns nothing of the page. */
export const RICH_TEXT_LINK = { rel: 'noopener noreferrer nofollow', target: '_blank' } as const;
