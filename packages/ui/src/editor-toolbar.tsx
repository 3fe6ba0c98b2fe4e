import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Icon } from './icon.tsx';
import type { Format } from './lib/squire.ts';

/** Texts of the editor. */
export type EditorTexts = Record<Format, string> & {
  toolbar: string;
  linkTitle: string;
  linkLabel: string;
  linkHint?: string;
  linkError: string;
  linkSave: string;
  linkRemove: string;
  cancel: string;
};

const tools: Array<{ format: Format; face: ReactNode }> = [
  { format: 'bold', face: <b>B</b> },
  { format: 'italic', face: <i>I</i> },
  { format: 'underline', face: <u>U</u> },
  { format: 'strike', face: <s>S</s> },
  { format: 'orderedList', face: <Icon name="ordered-list" /> },
  { format: 'bulletList', face: <Icon name="bullet-list" /> },
  { format: 'link', face: <Icon name="link" /> },
];

export type EditorToolbarProps = {
  texts: EditorTexts;
  controls: string;
  active: Set<Format>;
  onUse: (format: Format) => void;
};

/** Shows the seven tools. Tab stops at one of them; the arrow keys, Home and End move between them. */
export function EditorToolbar({ texts, controls, active, onUse }: EditorToolbarProps) {
  const [stop, setStop] = useState(0);
  const bar = useRef<HTMLDivElement>(null);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const last = tools.length - 1;
    const [previous, next] = [(stop + last) % tools.length, (stop + 1) % tools.length];
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const [left, right] = isRtl ? [next, previous] : [previous, next];
    const to = { Home: 0, End: last, ArrowLeft: left, ArrowRight: right }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setStop(to);
    bar.current?.querySelectorAll('button')[to]?.focus();
  };

  return (
    // Tab stops at one of its buttons, not at the bar itself.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div
      ref={bar}
      role="toolbar"
      aria-label={texts.toolbar}
      aria-controls={controls}
      className="editor-bar"
      onKeyDown={onKeyDown}
    >
      {tools.map(({ format, face }, i) => (
        <span key={format} className="contents">
          {format === 'orderedList' && <span aria-hidden="true" className="gap" />}
          <button
            type="button"
            aria-label={texts[format]}
            title={texts[format]}
            aria-pressed={active.has(format)}
            tabIndex={i === stop ? 0 : -1}
            // Pressing a tool keeps the selection of the text.
            onMouseDown={(event) => event.preventDefault()}
            onFocus={() => setStop(i)}
            onClick={() => onUse(format)}
          >
            {face}
          </button>
        </span>
      ))}
    </div>
  );
}
