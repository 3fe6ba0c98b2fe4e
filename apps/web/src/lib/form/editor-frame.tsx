import '@baraza/ui/rich-text.css';
import { cx, Icon } from '@baraza/ui';
import type { Format } from '@baraza/ui/lib/squire';
import { t } from '@lingui/core/macro';
import { useRef, useState, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react';

/** What a field of formatted text gives to its editor. */
export interface EditorProps {
  value: string;
  /** Receives HTML of p br strong em u s ol ul li a[href] alone. Empty text is ''. */
  onChange: (html: string) => void;
  id: string;
  /** The id of the visible label. */
  labelId: string;
  describedBy?: string | undefined;
  invalid?: boolean | undefined;
  required?: boolean;
  placeholder?: string | undefined;
}

type EditorFrameProps = ToolbarProps & ComponentProps<'div'> & { editor: EditorProps };

/** Shows the tools above the box of the text; the rest of its props go to the box, but for its children. */
export function EditorFrame({ editor, active, onUse, className, children, ...box }: EditorFrameProps) {
  return (
    <div className="editor">
      <Toolbar controls={editor.id} active={active} onUse={onUse} />
      <div
        id={editor.id}
        role="textbox"
        aria-multiline="true"
        aria-labelledby={editor.labelId}
        aria-describedby={editor.describedBy}
        aria-required={editor.required}
        aria-invalid={editor.invalid || undefined}
        suppressContentEditableWarning
        dir="auto"
        data-placeholder={editor.placeholder}
        data-empty={editor.value === ''}
        className={cx('editor-text rich-text', className)}
        {...box}
      />
      {children}
    </div>
  );
}

const tools: Array<{ format: Format; face: ReactNode }> = [
  { format: 'bold', face: <b>B</b> },
  { format: 'italic', face: <i>I</i> },
  { format: 'underline', face: <u>U</u> },
  { format: 'strike', face: <s>S</s> },
  { format: 'orderedList', face: <Icon name="ordered-list" /> },
  { format: 'bulletList', face: <Icon name="bullet-list" /> },
  { format: 'link', face: <Icon name="link" /> },
];

interface ToolbarProps {
  active: Set<Format>;
  onUse: (format: Format) => void;
}

/** Shows the seven tools. Tab stops at one of them; the arrow keys, Home and End move between them. */
function Toolbar({ controls, active, onUse }: ToolbarProps & { controls: string }) {
  const [stop, setStop] = useState(0);
  const bar = useRef<HTMLDivElement>(null);
  const names: Record<Format, string> = {
    bold: t`Bold`,
    italic: t`Italic`,
    underline: t`Underline`,
    strike: t`Strike`,
    orderedList: t`Ordered list`,
    bulletList: t`Bullet list`,
    link: t`Link`,
  };

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
      aria-label={t`Formatting`}
      aria-controls={controls}
      className="editor-bar"
      onKeyDown={onKeyDown}
    >
      {tools.map(({ format, face }, i) => (
        <span key={format} className="contents">
          {format === 'orderedList' && <span aria-hidden="true" className="gap" />}
          <button
            type="button"
            aria-label={names[format]}
            title={names[format]}
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
