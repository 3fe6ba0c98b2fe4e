import './css/rich-text.css';
import { useEffect, useRef } from 'react';
import { EditorToolbar } from './editor-toolbar.tsx';
import { htmlOf } from './lib/rich-text.ts';
import type { RichTextEditorProps } from './rich-text-editor.tsx';
import type { Format } from './lib/squire.ts';

export type PlainEditorProps = Omit<RichTextEditorProps, 'firstUse'> & {
  /** Called on focus and blur, and with a format when a tool is used. */
  onTouch: (format?: Format) => void;
};

const none = new Set<Format>();
const shortcuts: Record<string, Format> = { b: 'bold', i: 'italic', u: 'underline' };

/** Looks like the rich-text editor, and takes plain text until that has loaded. */
export default function PlainEditor(props: PlainEditorProps) {
  const { value, onChange, onTouch, texts, id, labelId, describedBy, invalid, required, placeholder } = props;
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (value === '' && root.current?.textContent?.trim()) root.current.replaceChildren();
  }, [value]);
  return (
    <div className="editor">
      <EditorToolbar texts={texts} controls={id} active={none} onUse={onTouch} />
      <div
        ref={root}
        id={id}
        role="textbox"
        tabIndex={0}
        aria-multiline="true"
        aria-labelledby={labelId}
        aria-describedby={describedBy}
        aria-required={required}
        aria-invalid={invalid || undefined}
        contentEditable="plaintext-only"
        suppressContentEditableWarning
        dir="auto"
        data-placeholder={placeholder}
        data-empty={value === ''}
        className="editor-text rich-text whitespace-pre-wrap"
        onFocus={() => onTouch()}
        onBlur={() => onTouch()}
        onInput={(event) => onChange(htmlOf(event.currentTarget.innerText))}
        onKeyDown={(event) => {
          const format = event.ctrlKey || event.metaKey ? shortcuts[event.key] : undefined;
          if (!format) return;
          event.preventDefault();
          onTouch(format);
        }}
      />
    </div>
  );
}
