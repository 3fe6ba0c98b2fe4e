import type { Language } from '@baraza/contract';
import { draftSign } from '@baraza/contract/core/promise';
import { i18n, type Messages } from '@lingui/core';

/** Shows another language. `catalogue` is not needed for English. */
export function showLanguage(language: Language, catalogue?: Messages): void {
  const root = document.documentElement;
  root.lang = language;
  root.dir = language === 'ar' ? 'rtl' : 'ltr';
  if (catalogue) i18n.load(language, catalogue);
  i18n.activate(language);
  markEnglish();
}

/** Keeps the choice in a cookie: it outlives the emptying of storage at logout, and `theme.js` reads it early. */
export function rememberLanguage(language: Language): void {
  document.cookie = `language=${language}; path=/; max-age=31536000; samesite=lax`;
}

/** Begins a text that is English in another language. */
const sign = '\u2066';

let observer: MutationObserver | undefined;

/** Marks elements whose text is English with `lang="en"`, so that screen readers pronounce it so. */
function markEnglish(): void {
  if (observer) return;
  observer = new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      for (const node of [target, ...addedNodes]) markBelow(node);
    }
  });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  markBelow(document.body);
}

function markBelow(node: Node): void {
  if (node instanceof Text) mark(node.parentElement);
  const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) mark(texts.currentNode.parentElement);
}

function mark(element: Element | null): void {
  if (!element) return;
  const texts = [...element.childNodes].flatMap((node) => (node instanceof Text ? [node.data] : []));
  const isDraft = texts.some((text) => text.includes(draftSign));
  const isEnglish = !isDraft && texts.some((text) => text.startsWith(sign));
  if (isEnglish) element.setAttribute('lang', 'en');
  else if (element.hasAttribute('data-english')) element.removeAttribute('lang');
  element.toggleAttribute('data-english', isEnglish);
  element.toggleAttribute('data-draft', isDraft);
}
