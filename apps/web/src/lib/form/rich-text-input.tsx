import { Field, type FieldOwnProps } from '@baraza/ui';
import type { Format } from '@baraza/ui/lib/squire';
import { t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { lazyPart, notify } from '@baraza/app';

const look = {
  waiting: <div className="min-h-36 rounded-1 m:min-h-53 border-[1.5px] border-line-strong bg-surface" />,
};
const PlainEditor = lazyPart(() => import('./plain-editor.tsx'), look);
const RichTextEditor = lazyPart(() => import('./rich-text-editor.tsx'), look);

type RichTextInputProps = Omit<FieldOwnProps, 'required' | 'footer'> & {
  id: string;
  placeholder?: string;
  value: string;
  onChange: (html: string) => void;
};

/** A labelled rich-text field. It takes plain text until it is touched and the editor's code has loaded. */
export function RichTextInput({ placeholder, value, onChange, ...field }: RichTextInputProps) {
  const { hint } = field;
  const required = !field.optionalText;
  const typed = useRef('');
  const [isRich, setRich] = useState(false);
  const [firstUse, setFirstUse] = useState<Format>();
  // A restored draft may hold formats.
  const showsRich = isRich || (value !== '' && value !== typed.current);

  async function touch(format?: Format): Promise<void> {
    try {
      await RichTextEditor.load();
    } catch (error) {
      if (format) notify.failure(error);
      return;
    }
    const hasFocus = document.activeElement?.id === field.id;
    // Nobody's caret jumps while they write; the editor takes over when they leave the field.
    if (hasFocus && !format && typed.current !== '') return;
    flushSync(() => {
      setRich(true);
      setFirstUse(format);
    });
    if (hasFocus && !format) document.getElementById(field.id)?.focus();
  }

  return (
    <Field group {...field} required={required} footer={hint ? t`You can write in any language.` : undefined}>
      {(control, labelId) => {
        const editor = {
          id: field.id,
          labelId,
          describedBy: control['aria-describedby'],
          invalid: control['aria-invalid'],
          required,
          placeholder,
          value,
        };
        if (showsRich) return <RichTextEditor {...editor} firstUse={firstUse} onChange={onChange} />;
        return (
          <PlainEditor
            {...editor}
            onTouch={(format) => void touch(format)}
            onChange={(html) => {
              typed.current = html;
              onChange(html);
            }}
          />
        );
      }}
    </Field>
  );
}
