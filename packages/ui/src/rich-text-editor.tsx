import './css/rich-text.css';
import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react';
import type Squire from 'squire-rte';
import { EditorToolbar, type EditorTexts } from './editor-toolbar.tsx';
import { cleanForSending } from './lib/purify.ts';
import { normaliseHtml, safeHref } from './lib/rich-text.ts';
import { createEditor, formatsAt, toggleFormat, type Format } from './lib/squire.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { TextField } from './fields.tsx';

export type { EditorTexts } from './editor-toolbar.tsx';

export type RichTextEditorProps = {
  value: string;
  /** Receives HTML of p br strong em u s ol ul li a[href] alone. Empty text is ''. */
  onChange: (html: string) => void;
  texts: EditorTexts;
  id: string;
  /** The id of the visible label: use it inside `Field group`. */
  labelId: string;
  describedBy?: string | undefined;
  invalid?: boolean | undefined;
  required?: boolean;
  placeholder?: string | undefined;
  /** A tool that was used before the editor had loaded. */
  firstUse?: Format | undefined;
};

/** Edits rich text with the seven tools of the specification. Load it lazily. */
export default function RichTextEditor(props: RichTextEditorProps) {
  const { value, onChange, texts, id, labelId, describedBy, invalid, required, placeholder, firstUse } = props;
  const root = useRef<HTMLDivElement>(null);
  const editor = useRef<Squire>(null);
  const sent = useRef<string>(null);
  const [active, setActive] = useState<Set<Format>>(new Set());
  const [link, setLink] = useState<string | null>(null);
  const onInput = useEffectEvent(onChange);

  useEffect(() => {
    if (!root.current) return;
    const made = createEditor(root.current);
    editor.current = made;
    sent.current = null;
    const look = () => setActive(formatsAt(made));
    made.addEventListener('pathChange', look);
    made.addEventListener('select', look);
    made.addEventListener('input', () => {
      sent.current = normaliseHtml(cleanForSending(made.getHTML()));
      onInput(sent.current);
      look();
    });
    return () => made.destroy();
  }, []);

  // A value from outside (a restored draft, a cleared form), not the echo of typing.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    editor.current?.setHTML(value);
  }, [value]);

  const use = (format: Format) => {
    const at = editor.current;
    if (!at) return;
    if (format === 'link') setLink(linkAt(at)?.getAttribute('href') ?? '');
    else toggleFormat(at, format);
  };

  const applyFirst = useEffectEvent((format: Format) => {
    editor.current?.focus().moveCursorToEnd();
    use(format);
  });
  useEffect(() => {
    if (firstUse) applyFirst(firstUse);
  }, [firstUse]);

  /** Closes the dialog, then changes the text, so that the caret is back. */
  const changeLink = (act?: (at: Squire) => void) => {
    setLink(null);
    requestAnimationFrame(() => {
      const at = editor.current;
      if (!at) return;
      at.focus();
      act?.(at);
    });
  };

  return (
    <div className="editor">
      <EditorToolbar texts={texts} controls={id} active={active} onUse={use} />
      <div
        ref={root}
        id={id}
        role="textbox"
        aria-multiline="true"
        aria-labelledby={labelId}
        aria-describedby={describedBy}
        aria-required={required}
        aria-invalid={invalid || undefined}
        contentEditable
        suppressContentEditableWarning
        dir="auto"
        data-placeholder={placeholder}
        data-empty={value === ''}
        className="editor-text rich-text"
      />
      {link !== null && (
        <LinkDialog
          href={link}
          texts={texts}
          onSave={(href) => changeLink((at) => saveLink(at, href))}
          onRemove={() => changeLink((at) => at.removeLink())}
          onClose={() => changeLink()}
        />
      )}
    </div>
  );
}

/** Returns the link at the caret, or the first that the selection touches. */
function linkAt(editor: Squire): Element | null {
  const range = editor.getSelection();
  return [...editor.getRoot().querySelectorAll('a[href]')].find((link) => range.intersectsNode(link)) ?? null;
}

/** Changes the link at the caret, or links the selection. With nothing selected, the address itself is inserted. */
function saveLink(editor: Squire, href: string): void {
  const link = linkAt(editor);
  if (link && editor.getSelection().collapsed) {
    const whole = document.createRange();
    whole.selectNodeContents(link);
    editor.setSelection(whole);
  }
  editor.makeLink(href);
}

type LinkDialogProps = {
  href: string;
  texts: EditorTexts;
  onSave: (href: string) => void;
  onRemove: () => void;
  onClose: () => void;
};

function LinkDialog({ href, texts, onSave, onRemove, onClose }: LinkDialogProps) {
  const [typed, setTyped] = useState(href);
  const [refused, setRefused] = useState(false);

  const save = (event: FormEvent) => {
    // The editor sits in a form of its own; only this small one is meant.
    event.preventDefault();
    event.stopPropagation();
    const safe = safeHref(typed);
    if (safe) onSave(safe);
    else setRefused(true);
  };

  return (
    <Dialog onClose={onClose} title={texts.linkTitle}>
      <form noValidate onSubmit={save} className="grid gap-4">
        <TextField
          label={texts.linkLabel}
          hint={texts.linkHint}
          error={refused ? texts.linkError : undefined}
          inputMode="url"
          dir="ltr"
          autoFocus
          autoCapitalize="none"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setRefused(false);
          }}
        />
        <div className="flex flex-wrap justify-end gap-3">
          {href && (
            <Button variant="danger-quiet" onClick={onRemove} className="me-auto">
              {texts.linkRemove}
            </Button>
          )}
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant="primary">
            {texts.linkSave}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
