import { RICH_TEXT_LINK, RICH_TEXT_TAGS, SAFE_URI } from '@baraza/contract';
import DOMPurify from 'dompurify';

const rules = { ALLOWED_TAGS: [...RICH_TEXT_TAGS] as string[], ALLOWED_ATTR: ['href'], ALLOWED_URI_REGEXP: SAFE_URI };
/** Tags that the editor uses before its content is renamed. */
const editing = { ...rules, ALLOWED_TAGS: [...RICH_TEXT_TAGS, 'b', 'i', 'strike', 'del', 'ins', 'div'] };
/** Block elements of copied pages: without a replacement, their words would run together. */
const lines = 'h1,h2,h3,h4,h5,h6,blockquote,pre,address,article,section,header,footer,figure,figcaption,dt,dd,tr';
const cells = 'td,th';
const pasted = { ...editing, ALLOWED_TAGS: [...editing.ALLOWED_TAGS, ...lines.split(','), ...cells.split(',')] };
const block = `p,div,ol,ul,${lines}`;

/*
 * Each returns DOM nodes, not a string: inserting nodes needs no exception from Trusted Types,
 * and exactly the checked nodes are shown.
 */

/** Sanitises HTML. The leading tag keeps `<frameset>` from replacing the body, without which DOMPurify throws. */
function sanitize(html: string, allowed: typeof rules): DocumentFragment {
  return DOMPurify.sanitize(`<wbr>${html}`, { ...allowed, RETURN_DOM_FRAGMENT: true });
}

/** Returns foreign HTML as nodes to read. Links open in a new tab and do not reveal where they were pressed. */
export function cleanForView(html: string): DocumentFragment {
  const nodes = sanitize(html, rules);
  for (const link of nodes.querySelectorAll('a[href]')) {
    for (const [name, value] of Object.entries(RICH_TEXT_LINK)) link.setAttribute(name, value);
  }
  return nodes;
}

/** Returns pasted or stored HTML as nodes to edit. A link whose address is refused becomes plain text. */
export function cleanForEditing(html: string): DocumentFragment {
  const nodes = sanitize(html, pasted);
  for (const cell of nodes.querySelectorAll(cells))
    cell.replaceWith(...cell.childNodes, cell.querySelector(block) ? '' : ' ');
  // From the inside out: an element that contains paragraphs by then is no paragraph itself.
  for (const line of [...nodes.querySelectorAll(lines)].toReversed()) {
    if (line.querySelector(block)) line.replaceWith(...line.childNodes);
    else {
      const paragraph = document.createElement('p');
      paragraph.append(...line.childNodes);
      line.replaceWith(paragraph);
    }
  }
  for (const link of nodes.querySelectorAll('a:not([href])')) link.replaceWith(...link.childNodes);
  return nodes;
}

/** Returns the editor's own undo states, which also contain its two caret marks (`input`). */
export function cleanUndoState(html: string): DocumentFragment {
  return sanitize(html, {
    ...editing,
    ALLOWED_TAGS: [...editing.ALLOWED_TAGS, 'input'],
    ALLOWED_ATTR: ['href', 'id', 'type'],
  });
}

/** Returns the editor's content as HTML to send, before renaming. */
export function cleanForSending(html: string): string {
  const box = document.createElement('div');
  box.append(cleanForEditing(html));
  return box.innerHTML;
}
