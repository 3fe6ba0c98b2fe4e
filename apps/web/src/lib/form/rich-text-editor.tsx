import { Button, Dialog, TextField } from '@baraza/ui';
import { cleanForSending } from '@baraza/ui/lib/purify';
import { normaliseHtml, safeHref } from '@baraza/ui/lib/rich-text';
import { createEditor, formatsAt, toggleFormat, type Format, type Squire } from '@baraza/ui/lib/squire';
import { t } from '@lingui/core/macro';
import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react';
import { EditorFrame, type EditorProps } from './editor-frame.tsx';

type RichTextEditorProps = EditorProps & {
  /** A tool that was used before the editor had loaded. */
  firstUse?: Format | undefined;
};

/** Edits rich text with the seven tools of the specification. Load it lazily. */
export default function RichTextEditor({ firstUse, ...field }: RichTextEditorProps) {
  const { value, onChange } = field;
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
    <EditorFrame editor={field} active={active} onUse={use} ref={root} contentEditable>
      {link !== null && (
        <LinkDialog
          href={link}
          onSave={(href) => changeLink((at) => saveLink(at, href))}
          onRemove={() => changeLink((at) => at.removeLink())}
          onClose={() => changeLink()}
        />
      )}
    </EditorFrame>
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
  onSave: (href: string) => void;
  onRemove: () => void;
  onClose: () => void;
};

function LinkDialog({ href, onSave, onRemove, onClose }: LinkDialogProps) {
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
    <Dialog onClose={onClose} title={t`Link`}>
      <form noValidate onSubmit={save} className="grid gap-4">
        <TextField
          label={t`Address`}
          hint={t`A web address, an email address or a phone number`}
          error={refused ? t`Only web addresses, email addresses and phone numbers can be linked.` : undefined}
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
              {t`Remove link`}
            </Button>
          )}
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" variant="primary">
            {t`Save link`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
