import { t } from '@lingui/core/macro';
import type { ComponentProps } from 'react';
import { SecretField } from '../form/secret-field.tsx';

type Field = ComponentProps<typeof SecretField>;

/** Renders the two fields of a new password. */
export function NewPasswordFields({ field }: { field: (name: 'password' | 'confirmPassword') => Field }) {
  return (
    <>
      <SecretField
        {...field('password')}
        autoComplete="new-password"
        hint={t`At least 8 characters. Three or four unrelated words make a strong password.`}
        required
      />
      <SecretField {...field('confirmPassword')} autoComplete="new-password" required />
    </>
  );
}
