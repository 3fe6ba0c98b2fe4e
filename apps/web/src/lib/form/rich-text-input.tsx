import { Field, type FieldOwnProps } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { lazyPart } from '@baraza/app';

const RichTextEditor = lazyPart(() => import('@baraza/ui/rich-text-editor'), {
  waiting: <div className="min-h-53 rounded-1 border-[1.5px] border-line-strong bg-surface" />,
});

type RichTextInputProps = Omit<FieldOwnProps, 'required' | 'footer'> & {
  id: string;
  placeholder?: string;
  value: string;
  onChange: (html: string) => void;
};

/** A labelled rich-text field; the editor's code loads when it is first shown. */
export function RichTextInput({ placeholder, value, onChange, ...field }: RichTextInputProps) {
  const required = !field.optionalText;
  return (
    <Field group {...field} required={required} footer={t`You can write in any language.`}>
      {(control, labelId) => (
        <RichTextEditor
          id={field.id}
          labelId={labelId}
          describedBy={control['aria-describedby']}
          invalid={control['aria-invalid']}
          required={required}
          placeholder={placeholder}
          value={value}
          onChange={onChange}
          texts={editorTexts()}
        />
      )}
    </Field>
  );
}

function editorTexts() {
  return {
    toolbar: t`Formatting`,
    bold: t`Bold`,
    italic: t`Italic`,
    underline: t`Underline`,
    strike: t`Strike`,
    orderedList: t`Ordered list`,
    bulletList: t`Bullet list`,
    link: t`Link`,
    linkTitle: t`Link`,
    linkLabel: t`Address`,
    linkHint: t`A web address, an email address or a phone number`,
    linkError: t`Only web addresses, email addresses and phone numbers can be linked.`,
    linkSave: t`Save link`,
    linkRemove: t`Remove link`,
    cancel: t`Cancel`,
  };
}
