import { useState } from 'react';
import { Field, splitField, type TextFieldProps } from './fields.tsx';
import { cx } from './lib/cx.ts';

export type PasswordFieldProps = TextFieldProps & {
  toggle: { show: string; hide: string; showLabel: string; hideLabel: string };
};

/** A password that can be looked at. Set `autoComplete` to current-password or new-password. */
export function PasswordField(props: PasswordFieldProps) {
  const [field, { toggle, className, ...input }] = splitField(props);
  const [shown, setShown] = useState(false);
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
            className={cx('control pe-20 rtl:text-end', className)}
          />
          <button
            type="button"
            aria-label={shown ? toggle.hideLabel : toggle.showLabel}
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
            className="absolute end-1 top-1 bottom-1 min-w-16 rounded-1 px-2.5 text-sm font-semibold text-brand hover:bg-brand-soft"
          >
            {shown ? toggle.hide : toggle.show}
          </button>
        </span>
      )}
    </Field>
  );
}
