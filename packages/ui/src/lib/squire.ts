import Squire from 'squire-rte';
import { cleanForEditing, cleanUndoState } from './purify.ts';

/** Squire with undo that works under Trusted Types: it would set innerHTML from a string. */
class SafeSquire extends Squire {
  override _setRawHTML(html: string): Squire {
    this._root.replaceChildren(cleanUndoState(html));
    if (!this._root.firstChild) this._root.append(this.createDefaultBlock());
    this._ignoreChange = true;
    return this;
  }
}

/** Shortcuts that are switched off. Their formats are not allowed, and Tab must stay the way out of the editor. */
const unwanted = ['Tab', 'Shift-Tab'];
for (const modifier of ['Ctrl-', 'Meta-']) {
  unwanted.push(...['Shift-5', 'Shift-6', '[', ']', 'd'].map((key) => modifier + key));
}

/** The editing engine on an element, limited to the tags we allow. */
export function createEditor(root: HTMLElement): Squire {
  const editor = new SafeSquire(root, {
    blockTag: 'P',
    addLinks: false,
    sanitizeToDOMFragment: cleanForEditing,
  });
  for (const key of unwanted) editor.setKeyHandler(key, null);
  return editor;
}

export type Format = 'bold' | 'italic' | 'underline' | 'strike' | 'orderedList' | 'bulletList' | 'link';

const tags: Record<Format, string> = {
  bold: 'B',
  italic: 'I',
  underline: 'U',
  strike: 'S',
  orderedList: 'OL',
  bulletList: 'UL',
  link: 'A',
};

/** Which formats hold where the caret stands. */
export function formatsAt(editor: Squire): Set<Format> {
  return new Set((Object.keys(tags) as Format[]).filter((format) => editor.hasFormat(tags[format])));
}

const changes: Record<Exclude<Format, 'link'>, readonly [on: keyof Squire, off: keyof Squire]> = {
  bold: ['bold', 'removeBold'],
  italic: ['italic', 'removeItalic'],
  underline: ['underline', 'removeUnderline'],
  strike: ['strikethrough', 'removeStrikethrough'],
  orderedList: ['makeOrderedList', 'removeList'],
  bulletList: ['makeUnorderedList', 'removeList'],
};

/** Turns a format on or off. Links are not toggled: they need an address. */
export function toggleFormat(editor: Squire, format: Exclude<Format, 'link'>): void {
  const [on, off] = changes[format];
  (editor[editor.hasFormat(tags[format]) ? off : on] as () => void).call(editor);
}
