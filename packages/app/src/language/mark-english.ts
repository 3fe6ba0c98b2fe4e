/** Begins a text that is English in another language. */
const sign = '\u2066';

let observer: MutationObserver | undefined;

/** Marks elements whose text is English with `lang="en"`, so that screen readers pronounce it so. */
export function markEnglish(): void {
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
  const isEnglish = [...element.childNodes].some((it) => it instanceof Text && it.data.startsWith(sign));
  if (isEnglish) {
    element.setAttribute('lang', 'en');
    element.setAttribute('data-english', '');
  } else if (element.hasAttribute('data-english')) {
    element.removeAttribute('lang');
    element.removeAttribute('data-english');
  }
}
