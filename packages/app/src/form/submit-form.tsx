import { Button, cx } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import type { ComponentProps } from 'react';
import type { useForm } from './use-form.ts';
import { FormProblem } from './form-problem.tsx';

type SubmitFormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & {
  form: Pick<ReturnType<typeof useForm>, 'problem' | 'pending' | 'onSubmit'>;
  yes: string;
  pendingText?: string;
  ready?: boolean;
  narrow?: boolean;
  variant?: 'primary' | 'outline';
};

/** Shows a form on a page: its problem, its fields, and the button that submits it. */
export function SubmitForm(props: SubmitFormProps) {
  const { form, yes, pendingText, ready = true, narrow, variant = 'primary', className, children, ...rest } = props;
  return (
    <form {...rest} noValidate className={cx('grid gap-4.5', className)} onSubmit={form.onSubmit}>
      <FormProblem problem={form.problem} />
      {children}
      <Button
        type="submit"
        variant={variant}
        className={narrow ? 'justify-self-start' : undefined}
        disabled={!ready}
        loading={form.pending}
        loadingText={pendingText ?? t`Saving`}
      >
        {yes}
      </Button>
    </form>
  );
}
