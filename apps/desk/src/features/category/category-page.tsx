import { endpointQuery, FormDialog, notify } from '@baraza/app';
import {
  listAllCategories,
  updateCategory,
  type AdminCategory,
  categoryKinds,
  createCategory,
  NewCategory,
} from '@baraza/contract';
import { SelectField, Table, type TableColumn, TextField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEndpoint } from '../../lib/api/use-endpoint.ts';
import { ConfirmDialog, useEditForm } from '../../lib/form/edit-dialog.tsx';
import { LocalNamesDialog } from '../../lib/form/local-names-dialog.tsx';
import { ActiveWord } from '../../lib/format/active-word.tsx';
import { RowAct, RowActs, RowMenu } from '../../lib/list/row-acts.tsx';
import { Loaded, forRoles, NewButton, Page } from '../../lib/page/page.tsx';

/** Manages the categories of complaints and feedback, for administrators. */
export default forRoles(['administrator'], Categories);

function Categories() {
  const query = useQuery(endpointQuery(listAllCategories));
  const [open, setOpen] = useState<{ category?: AdminCategory } | null>(null);
  return (
    <Page
      title={t`Categories`}
      intro={t`Categories that people can choose for complaints and feedback, in this order. Complaints and feedback keep the category they were filed under.`}
      action={<NewButton text={t`New category`} onClick={() => setOpen({})} />}
    >
      <Loaded query={query}>
        {(data) =>
          (['complaint', 'feedback'] as const).map((kind) => (
            <CategoryTable
              key={kind}
              caption={kind === 'complaint' ? t`For complaints` : t`For feedback`}
              categories={data.filter((category) => category.kind === kind)}
              onEdit={(category) => setOpen({ category })}
            />
          ))
        }
      </Loaded>
      {open && <CategoryDialog category={open.category} onClose={() => setOpen(null)} />}
    </Page>
  );
}

type CategoryTableProps = {
  caption: string;
  categories: AdminCategory[];
  onEdit: (category: AdminCategory) => void;
};

function CategoryTable({ caption, categories, onEdit }: CategoryTableProps) {
  const change = useEndpoint(updateCategory, listAllCategories);
  const [switchingOff, setSwitchingOff] = useState<AdminCategory | null>(null);
  const [naming, setNaming] = useState<AdminCategory | null>(null);
  const update = ({ id, version }: AdminCategory, to: { active: boolean } | { place: number }) =>
    change.mutateAsync({ params: { id }, body: { version, ...to } });
  const moveUp = (category: AdminCategory) =>
    void update(category, { place: categories.indexOf(category) - 1 }).catch(notify.failure);
  const switchOn = (category: AdminCategory) =>
    update(category, { active: true }).then(
      () => notify.success(t`People can choose ${category.name} again.`),
      notify.failure,
    );
  const columns: TableColumn<AdminCategory>[] = [
    { header: t`Name`, rowHeader: true, cell: (row) => <bdi>{row.name}</bdi> },
    { header: t`State`, cell: (row) => <ActiveWord active={row.active} /> },
    {
      header: t`Change`,
      narrow: 'end',
      cell: (row) => (
        <RowActs>
          <RowAct name={row.name} onClick={() => onEdit(row)} text={t`Rename`} />
          <RowMenu
            name={row.name}
            acts={[
              { text: t`Other languages`, act: () => setNaming(row) },
              row !== categories[0] && { text: t`Move up`, act: () => moveUp(row) },
              row.active
                ? { text: t`Switch off`, act: () => setSwitchingOff(row) }
                : { text: t`Switch on`, act: () => void switchOn(row) },
            ]}
          />
        </RowActs>
      ),
    },
  ];
  return (
    <>
      <Table caption={caption} columns={columns} rows={categories} />
      {naming && (
        <LocalNamesDialog kind="category" of={naming} list={listAllCategories} onClose={() => setNaming(null)} />
      )}
      {switchingOff && (
        <ConfirmDialog
          title={t`Switch this category off?`}
          yes={t`Switch off category`}
          tone="danger"
          act={() => update(switchingOff, { active: false })}
          doneText={t`${switchingOff.name} can no longer be chosen.`}
          onClose={() => setSwitchingOff(null)}
        >
          <Trans>
            <bdi>{switchingOff.name}</bdi> can no longer be chosen. Complaints and feedback filed under it keep it, and
            you can switch it on again.
          </Trans>
        </ConfirmDialog>
      )}
    </>
  );
}

function CategoryDialog({ category, onClose }: { category: AdminCategory | undefined; onClose: () => void }) {
  const add = useEndpoint(createCategory, listAllCategories);
  const change = useEndpoint(updateCategory, listAllCategories);
  const form = useEditForm({
    schema: NewCategory,
    of: category,
    fill: (saved) => ({ kind: saved?.kind ?? '', name: saved?.name ?? '' }),
    labels: { kind: t`For`, name: t`Name` },
    submit: async (values, version = 0) => {
      await (category
        ? change.mutateAsync({ params: { id: category.id }, body: { version, name: values.name } })
        : add.mutateAsync({ body: values }));
      notify.success(category ? t`Category renamed.` : t`Category added.`);
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
