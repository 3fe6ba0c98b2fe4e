import { PasswordFields, usePasswordForm } from '@baraza/app/account/password-form';
import { FormProblem } from '@baraza/app/form/form-problem';
import { Button } from '@baraza/ui/button';
import { Notice } from '@baraza/ui/notice';
import { t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';

/** Changes the password. Saving is enabled when all three fields are longer than two characters. */
export function PasswordForm(): ReactNode {
  const [saved, setSaved] = useState(false);
  const form = usePasswordForm(() => setSaved(true));
  return (
    <form noValidate className="grid gap-4.5" onSubmit={form.onSubmit} onInput={() => setSaved(false)}>
      <FormProblem problem={form.problem} />
      {saved && <Notice tone="success">{t`Your password is changed. Everywhere else you are logged out now.`}</Notice>}
      <div className="grid items-start gap-4.5 m:grid-cols-2 m:*:first:col-span-2">
        <PasswordFields form={form} />
      </div>
      <Button
        type="submit"
        variant="primary"
        disabled={!form.canSubmit}
        loading={form.pending}
        loadingText={t`Saving`}
        className="justify-self-start"
      >
        {t`Save`}
      </Button>
    </form>
  );
}
