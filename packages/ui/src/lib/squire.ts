import Squire from 'squire-rte';
import { cleanForEditing, cleanUndoState } from './purify.ts';

/** Squire with an undo that works under Trusted Types, without setting innerHTML from a string. */
class SafeSquire extends Squire {
  override _setRawHTML(html: string): Squire {
    this._root.replaceChildren(cleanUndoState(html));
    if (!this._root.firstChild) this._root.append(this.createDefaultBlock());
    this._ignoreChange = true;
    return this;
  }
}

/** Shortcuts that are turned off: their formats are not allowed, and Tab has to leave the editor. */
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

/** The tag of each format, and how to turn it on and off. Links are not turned on: they need an address. */
const formats = {
  bold: { tag: 'B', on: 'bold', off: 'removeBold' },
  italic: { tag: 'I', on: 'italic', off: 'removeItalic' },
  underline: { tag: 'U', on: 'underline', off: 'removeUnderline' },
  strike: { tag: 'S', on: 'strikethrough', off: 'removeStrikethrough' },
  orderedList: { tag: 'OL', on: 'makeOrderedList', off: 'removeList' },
  bulletList: { tag: 'UL', on: 'makeUnorderedList', off: 'removeList' },
  link: { tag: 'A' },
} as const;

export type { Squire };

export type Format = keyof typeof formats;

/** Returns the formats at the caret. */
export function formatsAt(editor: Squire): Set<Format> {
  return new Set((Object.keys(formats) as Format[]).filter((format) => editor.hasFormat(formats[format].tag)));
}

/** Turns a format on or off. */
export function toggleFormat(editor: Squire, format: Exclude<Format, 'link'>): void {
  const { tag, on, off } = formats[format];
  editor[editor.hasFormat(tag) ? off : on]();
}
