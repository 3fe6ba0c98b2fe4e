import { FormDialog, LoadError, notify, say } from '@baraza/app';
import {
  createCustomField,
  type CustomField,
  type CustomFieldType,
  customFieldTypes,
  type FieldOption,
  listCustomFields,
  NewCustomField,
  updateCustomField,
} from '@baraza/contract';
import { SelectField, type TableColumn, TextareaField, TextField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useComplaintCategories, useEndpoint } from '../../lib/api/use-endpoint.ts';
import { CheckField } from '../../lib/form/check-field.tsx';
import { useEditForm } from '../../lib/form/edit-dialog.tsx';
import { toOptions } from '../../lib/form/to-options.ts';
import { RowAct } from '../../lib/list/row-acts.tsx';
import { forRoles, LoadedTable, NewButton, Page } from '../../lib/page/page.tsx';
import { useCustomFields } from '../complaint/complaint.api.ts';

/** Manages the custom fields of the MDA, for supervisors. */
export default forRoles(['supervisor'], CustomFields);

function CustomFields() {
  const query = useCustomFields();
  const categories = useComplaintCategories();
  const [open, setOpen] = useState<CustomField | 'new'>();
  const columns: TableColumn<CustomField>[] = [
    { header: t`Name`, rowHeader: true, cell: ({ name }) => <bdi>{name}</bdi> },
    {
      header: t`Category`,
      cell: ({ category }) => say(categories.data?.find(({ id }) => id === category)?.name ?? ''),
    },
    { header: t`Kind`, cell: ({ type }) => typeWord(type) },
    {
      header: t`Who fills it in`,
      cell: ({ asked, personal }) =>
        [asked ? t`Citizens and officers` : t`Officers`, personal && t`personal`].filter(Boolean).join(', '),
    },
    { header: t`State`, cell: ({ active }) => (active ? t`In use` : t`Retired`) },
    {
      header: t`Change`,
      cell: (field) => <RowAct name={field.name} onClick={() => setOpen(field)} text={t`Edit`} />,
    },
  ];
  return (
    <Page
      title={t`Custom fields`}
      intro={t`What you want to know of complaints of a category, beside what everybody is asked. At most 20 a category.`}
      action={<NewButton text={t`New custom field`} onClick={() => setOpen('new')} />}
    >
      <LoadedTable
        query={query}
        caption={t`Custom fields`}
        columns={columns}
        empty={t`There are no custom fields yet.`}
      />
      {open && <FieldDialog field={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />}
    </Page>
  );
}

const typeWord = (type: CustomFieldType) => ({ text: t`Text`, number: t`Number`, date: t`Date`, list: t`List` })[type];

function FieldDialog({ field, onClose }: { field: CustomField | undefined; onClose: () => void }) {
  const create = useEndpoint(createCustomField, listCustomFields);
  const update = useEndpoint(updateCustomField, listCustomFields);
  const categories = useComplaintCategories();
  const [options, setOptions] = useState(field?.options ?? []);
  const [active, setActive] = useState(field?.active ?? true);
  const form = useEditForm({
    schema: NewCustomField,
    of: field,
    fill: (saved) => ({
      name: saved?.name ?? '',
      category: saved?.category ?? '',
      type: saved?.type ?? '',
      options: '',
      asked: String(saved?.asked ?? false),
      personal: String(saved?.personal ?? false),
    }),
    labels: {
      name: t`Name`,
      category: t`Category`,
      type: t`Kind`,
      options: options.length > 0 ? t`More options` : t`Options`,
      asked: t`Asked`,
      personal: t`Personal`,
    },
    prepare: (values) => ({
      ...values,
      asked: values.asked === 'true',
      personal: values.personal === 'true',
      options: values.type === 'list' ? [...options, ...newOptions(values.options)] : [],
    }),
    submit: async ({ category, type, personal, ...values }, version = 0) => {
      await (field
        ? update.mutateAsync({ params: { id: field.id }, body: { version, active, ...values } })
        : create.mutateAsync({ body: { category, type, personal, ...values } }));
      notify.success(field ? t`Custom field saved.` : t`Custom field added.`);
      onClose();
    },
  });
  const { asked, personal, type } = form.values;
  return (
    <FormDialog form={form} title={field ? t`Edit the custom field` : t`New custom field`} onClose={onClose}>
      <TextField {...form.field('name')} autoComplete="off" required />
      {categories.isError && <LoadError title={t`The categories could not be loaded.`} query={categories} />}
      {!field && (
        <>
          <SelectField
            {...form.field('category')}
            placeholder={t`Choose one`}
            options={toOptions(categories.data)}
            required
          />
          <SelectField
            {...form.field('type')}
            placeholder={t`Choose one`}
            options={customFieldTypes.map((value) => ({ value, label: typeWord(value) }))}
            required
          />
        </>
      )}
      {options.map((option, at) => (
        <div key={option.id} className="flex items-end gap-3">
          <TextField
            label={t`Option ${at + 1}`}
            fieldClassName="flex-1"
            value={option.name}
            onChange={({ target }) => setOptions(options.with(at, { ...option, name: target.value }))}
          />
          <CheckField
            checked={option.active}
            onChange={(active) => setOptions(options.with(at, { ...option, active }))}
          >
            {t`In use`}
          </CheckField>
        </div>
      ))}
      {type === 'list' && <TextareaField {...form.field('options')} hint={t`One a line.`} rows={3} />}
      <CheckField checked={asked === 'true'} onChange={(on) => form.set('asked', String(on))}>
        {t`Ask citizens for it when they file; they may leave it empty`}
      </CheckField>
      {field ? (
        <CheckField checked={active} onChange={setActive}>
          {t`In use. A retired field is not asked for any more; complaints keep its value, views and rules over it stop.`}
        </CheckField>
      ) : (
        <CheckField checked={personal === 'true'} onChange={(on) => form.set('personal', String(on))}>
          {t`Personal: shown only where the name is, never searched or exported, erased with the person`}
        </CheckField>
      )}
    </FormDialog>
  );
}

const newOptions = (lines: string): FieldOption[] =>
  lines
    .split('\n')
    .flatMap((line) => (line.trim() ? [{ id: crypto.randomUUID(), name: line.trim(), active: true }] : []));
