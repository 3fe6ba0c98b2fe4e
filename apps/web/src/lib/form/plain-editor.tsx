import { htmlOf } from '@baraza/ui/lib/rich-text';
import type { Format } from '@baraza/ui/lib/squire';
import { useEffect, useRef } from 'react';
import { EditorFrame, type EditorProps } from './editor-frame.tsx';

type PlainEditorProps = EditorProps & {
  /** Called on focus and blur, and with a format when a tool is used. */
  onTouch: (format?: Format) => void;
};

const none = new Set<Format>();
const shortcuts: Record<string, Format> = { b: 'bold', i: 'italic', u: 'underline' };

/** Looks like the rich-text editor, and takes plain text until that has loaded. */
export default function PlainEditor({ onTouch, ...editor }: PlainEditorProps) {
  const { value, onChange } = editor;
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (value === '' && root.current?.textContent?.trim()) root.current.replaceChildren();
  }, [value]);
  return (
    <EditorFrame
      editor={editor}
      active={none}
      onUse={onTouch}
      ref={root}
      tabIndex={0}
      contentEditable="plaintext-only"
      className="whitespace-pre-wrap"
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
  );
}
