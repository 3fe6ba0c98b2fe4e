import { useState, type FormEvent, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import type { EditorTexts } from './editor-toolbar.tsx';
import { safeHref } from './lib/rich-text.ts';
import { TextField } from './fields.tsx';

export type LinkDialogProps = {
  /** The address of the link at the caret, '' for a new one. */
  href: string;
  texts: EditorTexts;
  onSave: (href: string) => void;
  onRemove: () => void;
  onClose: () => void;
};

/** Asks where a link leads. Only http, https, mail and telephone addresses are taken. */
export function LinkDialog({ href, texts, onSave, onRemove, onClose }: LinkDialogProps): ReactNode {
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
    <Dialog open onClose={onClose} title={texts.linkTitle}>
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
