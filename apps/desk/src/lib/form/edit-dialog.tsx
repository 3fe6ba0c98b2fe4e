import { FormDialog } from '@baraza/app/form/form-dialog';
import { Notice } from '@baraza/ui/notice';
import { t } from '@lingui/core/macro';
import type { ComponentProps, ReactNode } from 'react';
import type { SeenChange } from './edit-form.ts';

type EditDialogProps = ComponentProps<typeof FormDialog> & { form: { readonly changes: readonly SeenChange[] } };

/** Shows the form of `useEditForm` in a dialog. */
export function EditDialog({ children, ...rest }: EditDialogProps): ReactNode {
  return (
    <FormDialog {...rest}>
      <ChangesNotice changes={rest.form.changes} />
      {children}
    </FormDialog>
  );
}

/** Lists others' changes since the form opened, and what was kept of one's own. */
export function ChangesNotice({ changes }: { changes: readonly SeenChange[] }): ReactNode {
  if (changes.length === 0) return null;
  return (
    <Notice tone="warning" title={t`Changed by somebody else meanwhile`}>
      <ul className="grid gap-1.5">
        {changes.map(({ label, now, kept }) => (
          <li key={label} className="break-words">
            <b>{label}</b>: <bdi>{now || '–'}</bdi>{' '}
            {kept ? t`What you wrote is still there, and replaces this when you save.` : t`It is in the form already.`}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
