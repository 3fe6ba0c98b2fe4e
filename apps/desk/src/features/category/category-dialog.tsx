import { notify } from '@baraza/app/notify';
import {
  categoryKinds,
  createCategory,
  listAllCategories,
  NewCategory,
  updateCategory,
  type AdminCategory,
} from '@baraza/contract';
import { SelectField, TextField } from '@baraza/ui/fields';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useEndpoint } from '../../lib/api/use-endpoint.ts';
import { useEditForm } from '../../lib/form/edit-form.ts';
import { EditDialog } from '../../lib/form/edit-dialog.tsx';

type CategoryDialogProps = { category: AdminCategory | undefined; onClose: () => void };

/** Creates or renames a category. */
export function CategoryDialog({ category, onClose }: CategoryDialogProps): ReactNode {
  const add = useEndpoint(createCategory, listAllCategories);
  const change = useEndpoint(updateCategory, listAllCategories);
  const form = useEditForm({
    schema: NewCategory,
    of: category,
    fill: (saved) => ({ kind: saved?.kind ?? '', name: saved?.name ?? '' }),
    labels: { kind: t`For`, name: t`Name` },
    prefix: 'category-',
    submit: async (values, version = 0) => {
      await (category
        ? change.mutateAsync({ params: { id: category.id }, body: { version, name: values.name } })
        : add.mutateAsync({ body: values }));
      notify.success(category ? t`The category is renamed.` : t`The category is added.`);
      onClose();
    },
  });
  const words = { complaint: t`Complaints`, feedback: t`Feedback` };
  return (
    <EditDialog form={form} title={category ? t`Rename the category` : t`New category`} onClose={onClose}>
      {!category && (
        <SelectField
          {...form.field('kind')}
          required
          placeholder={t`Choose one`}
          options={categoryKinds.map((kind) => ({ value: kind, label: words[kind] }))}
        />
      )}
      <TextField {...form.field('name')} autoComplete="off" required />
    </EditDialog>
  );
}
