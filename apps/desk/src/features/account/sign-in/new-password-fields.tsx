import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { useForm } from '../../../lib/form/form.ts';
import { SecretField } from '../secret-field.tsx';

type Field = ReturnType<ReturnType<typeof useForm>['field']>;

/** Renders the two fields of a new password. */
export function NewPasswordFields({ field }: { field: (name: 'password' | 'confirmPassword') => Field }): ReactNode {
  return (
    <>
      <SecretField
        {...field('password')}
        autoComplete="new-password"
        hint={t`At least 8 characters. A few words that only you would put together are good.`}
        required
      />
      <SecretField {...field('confirmPassword')} autoComplete="new-password" required />
    </>
  );
}
