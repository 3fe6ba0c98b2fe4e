import { Field, splitField, type TextFieldProps } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useState } from 'react';

/** Renders a password field, with a button that reveals it. `autoComplete`: current-password or new-password. */
export function SecretField(props: TextFieldProps & { label: string }) {
  const [field, input] = splitField(props);
  const [shown, setShown] = useState(false);
  const name = props.label;
  return (
    <Field {...field}>
      {(control) => (
        <span className="relative block">
          <input
            dir="ltr"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            className="control pe-20 rtl:text-end"
          />
          <button
            type="button"
            aria-label={shown ? t`Hide: ${name}` : t`Show: ${name}`}
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
            className="absolute end-1 top-1 bottom-1 min-w-16 rounded-1 px-2.5 text-sm font-semibold text-brand hover:bg-brand-soft"
          >
            {shown ? t`Hide` : t`Show`}
          </button>
        </span>
      )}
    </Field>
  );
}
