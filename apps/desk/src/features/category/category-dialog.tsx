import { notify } from '@baraza/app/notify';
import { categoryKinds, NewCategory, type AdminCategory } from '@baraza/contract';
import { SelectField } from '@baraza/ui/select-field';
import { TextField } from '@baraza/ui/text-field';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useEditForm } from '../../lib/form/edit-form.ts';
import { FormDialog } from '../../lib/form/form-dialog.tsx';
import { useAddCategory, useChangeCategory } from './category.api.ts';

type CategoryDialogProps = { category: AdminCategory | undefined; onClose: () => void };

/** Creates or renames a category. */
export function CategoryDialog({ category, onClose }: CategoryDialogProps): ReactNode {
  const [add, change] = [useAddCategory(), useChangeCategory()];
  const form = useEditForm({
    schema: NewCategory,
    of: category,
    fill: (saved) => ({ kind: saved?.kind ?? '', name: saved?.name ?? '' }),
    labels: { kind: t`For`, name: t`Name` },
    prefix: 'category-',
    submit: async (values, version = 0) => {
      const { name } = values;
      await (category ? change.mutateAsync({ id: category.id, version, name }) : add.mutateAsync(values));
      notify.success(category ? t`The category is renamed.` : t`The category is added.`);
      onClose();
    },
  });
  const words = { complaint: t`Complaints`, feedback: t`Feedback` };
  return (
    <FormDialog form={form} title={category ? t`Rename the category` : t`New category`} onClose={onClose}>
      {!category && (
        <SelectField
          {...form.field('kind')}
          required
          placeholder={t`Choose one`}
          options={categoryKinds.map((kind) => ({ value: kind, label: words[kind] }))}
        />
      )}
      <TextField {...form.field('name')} autoComplete="off" required />
    </FormDialog>
  );
}
