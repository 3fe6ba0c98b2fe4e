import { notify } from '@baraza/app/notify';
import { categoryKinds, NewCategory, type AdminCategory } from '@baraza/contract';
import { Button } from '@baraza/ui/button';
import { Dialog } from '@baraza/ui/dialog';
import { SelectField } from '@baraza/ui/select-field';
import { TextField } from '@baraza/ui/text-field';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { FormProblem } from '../../lib/form-problem.tsx';
import { useForm } from '../../lib/form.ts';
import { useAddCategory, useChangeCategory } from './category.api.ts';

type CategoryDialogProps = { category: AdminCategory | undefined; onClose: () => void };

/** A new category, or another name for one. */
export function CategoryDialog({ category, onClose }: CategoryDialogProps): ReactNode {
  const [add, change] = [useAddCategory(), useChangeCategory()];
  const form = useForm({
    schema: NewCategory,
    initial: { kind: category?.kind ?? '', name: category?.name ?? '' },
    labels: { kind: t`For`, name: t`Name` },
    prefix: 'category-',
    submit: async (values) => {
      await (category ? change.mutateAsync({ id: category.id, name: values.name }) : add.mutateAsync(values));
      notify.success(category ? t`The category is renamed.` : t`The category is added.`);
      onClose();
    },
  });
  const words = { complaint: t`Complaints`, feedback: t`Feedback` };
  return (
    <Dialog
      open
      onClose={onClose}
      title={category ? t`Rename the category` : t`New category`}
      closeLabel={t`Close`}
      dismissable={!form.pending}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form="category-form" variant="primary" loading={form.pending} loadingText={t`Saving`}>
            <Trans>Save</Trans>
          </Button>
        </>
      }
    >
      <form id="category-form" noValidate className="grid gap-4.5" onSubmit={form.onSubmit}>
        <FormProblem problem={form.problem} />
        {!category && (
          <SelectField
            {...form.field('kind')}
            required
            placeholder={t`Choose one`}
            options={categoryKinds.map((it) => ({ value: it, label: words[it] }))}
          />
        )}
        <TextField {...form.field('name')} autoComplete="off" required />
      </form>
    </Dialog>
  );
}
