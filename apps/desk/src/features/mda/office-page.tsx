import {
  listAllMdas,
  updateMda,
  type AdminMda,
  createMda,
  identityAccesses,
  limit,
  NewMdaForm,
} from '@baraza/contract';
import { Field, Icon, SelectField, type TableColumn, TextField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { endpointQuery, formatCount, FormDialog, notify } from '@baraza/app';
import { useEndpoint } from '../../lib/api/use-endpoint.ts';
import { ConfirmDialog, useEditForm } from '../../lib/form/edit-dialog.tsx';
import { LocalNamesDialog } from '../../lib/form/local-names-dialog.tsx';
import { CheckField } from '../../lib/form/check-field.tsx';
import { ActiveWord } from '../../lib/format/active-word.tsx';
import { RowAct, RowActs, RowMenu } from '../../lib/list/row-acts.tsx';
import { LoadedTable, forRoles, NewButton, Page } from '../../lib/page/page.tsx';
import { JurisdictionDialog } from './jurisdiction-dialog.tsx';
import { accessWords } from '../../lib/format/role-words.ts';

/** Manages ministries, departments and agencies, for administrators. */
export default forRoles(['administrator'], Offices);

type Open = { dialog: 'new' } | { dialog: 'edit' | 'names' | 'places' | 'switch'; id: string } | null;

function Offices() {
  const query = useQuery(endpointQuery(listAllMdas));
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const office = open && open.dialog !== 'new' ? query.data?.find((mda) => mda.id === open.id) : undefined;
  const columns: TableColumn<AdminMda>[] = [
    {
      header: t`Name`,
      rowHeader: true,
      cell: (row) => (
        <span className="flex items-center gap-3">
          <span className="grid size-9 shrink-0 place-items-center overflow-hidden rounded-1 bg-sunken text-ink-2">
            {row.logo ? <img src={row.logo} alt="" className="size-full object-contain" /> : <Icon name="mda" />}
          </span>
          <bdi className="min-w-0 break-words">{row.name}</bdi>
        </span>
      ),
    },
    {
      header: t`Jurisdictions`,
      cell: (row) => {
        const count = formatCount(row.jurisdictions.filter((place) => place.active).length);
        return row.jurisdictionAllowed ? count : t`Not used`;
      },
    },
    { header: t`Open complaints`, align: 'end', cell: (row) => formatCount(row.openComplaints) },
    { header: t`State`, cell: (row) => <ActiveWord active={row.active} /> },
    {
      header: t`Change`,
      cell: (row) => (
        <RowActs>
          <RowAct name={row.name} onClick={() => setOpen({ dialog: 'edit', id: row.id })} text={t`Edit`} />
          <RowAct name={row.name} onClick={() => setOpen({ dialog: 'places', id: row.id })} text={t`Jurisdictions`} />
          <RowMenu
            name={row.name}
            acts={[
              { text: t`Other languages`, act: () => setOpen({ dialog: 'names', id: row.id }) },
              { text: row.active ? t`Switch off` : t`Switch on`, act: () => setOpen({ dialog: 'switch', id: row.id }) },
            ]}
          />
        </RowActs>
      ),
    },
  ];
  return (
    <Page
      title={t`MDAs`}
      intro={t`The ministries, departments and agencies that people can complain about.`}
      action={<NewButton text={t`New MDA`} onClick={() => setOpen({ dialog: 'new' })} />}
    >
      <LoadedTable
        query={query}
        caption={t`MDAs`}
        columns={columns}
        empty={t`There is no MDA yet. Add the first one, so that people can complain.`}
      />
      {open?.dialog === 'new' && <OfficeDialog onClose={close} />}
      {open?.dialog === 'edit' && office && <OfficeDialog office={office} onClose={close} />}
      {open?.dialog === 'names' && office && (
        <LocalNamesDialog kind="mda" of={office} list={listAllMdas} onClose={close} />
      )}
      {open?.dialog === 'places' && office && <JurisdictionDialog office={office} onClose={close} />}
      {open?.dialog === 'switch' && office && <SwitchDialog office={office} onClose={close} />}
    </Page>
  );
}

function SwitchDialog({ office, onClose }: { office: AdminMda; onClose: () => void }) {
  const change = useEndpoint(updateMda, listAllMdas);
  const { id, name, version, active } = office;
  return (
    <ConfirmDialog
      title={active ? t`Switch this MDA off?` : t`Switch this MDA on?`}
      yes={active ? t`Switch off MDA` : t`Switch on MDA`}
      tone={active ? 'danger' : 'primary'}
      act={() =>
        change.mutateAsync({ params: { id }, form: { version: String(version), active: active ? 'false' : 'true' } })
      }
      doneText={active ? t`${name} no longer takes complaints.` : t`${name} takes complaints.`}
      onClose={onClose}
    >
      {active ? (
        <Trans>
          People will no longer find <bdi>{name}</bdi>. Complaints filed before are kept. An MDA with open complaints
          cannot be switched off.
        </Trans>
      ) : (
        <Trans>
          People will find <bdi>{name}</bdi> again and can complain about it.
        </Trans>
      )}
    </ConfirmDialog>
  );
}

function OfficeDialog({ office, onClose }: { office?: AdminMda; onClose: () => void }) {
  const create = useEndpoint(createMda, listAllMdas);
  const update = useEndpoint(updateMda, listAllMdas);
  const [logo, setLogo] = useState<File>();
  const form = useEditForm({
    schema: NewMdaForm,
    of: office,
    fill: (saved): Record<'name' | 'jurisdictionAllowed' | 'identityAccess', string> => ({
      name: saved?.name ?? '',
      jurisdictionAllowed: String(saved?.jurisdictionAllowed ?? false),
      identityAccess: saved?.identityAccess ?? 'assigned',
    }),
    labels: {
      name: t`Name`,
      jurisdictionAllowed: t`Jurisdiction`,
      identityAccess: t`Access to a citizen’s name and contact data`,
      file: t`Logo`,
    },
    check: (): Record<string, string> =>
      logo && logo.size > limit.photoBytes ? { file: t`The logo must not be larger than 3 MB.` } : {},
    submit: async (values, version) => {
      const files = logo && { file: logo };
      const saved = await (office
        ? update.mutateAsync({ params: { id: office.id }, form: { version: String(version), ...values }, files })
        : create.mutateAsync({ form: values, files }));
      const isWaiting = values.identityAccess !== undefined && saved.identityAccess !== values.identityAccess;
      const done = office ? t`MDA saved.` : t`MDA added.`;
      notify.success(isWaiting ? t`${done} Who sees names changes once a second person confirms it.` : done);
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={office ? t`Edit the MDA` : t`New MDA`} onClose={onClose}>
      <TextField {...form.field('name')} autoComplete="off" required />
      <Field
        id={form.id('file')}
        label={t`Logo`}
        optionalText={t`(optional)`}
        hint={t`A picture of up to 3 MB. It replaces the current one.`}
        error={form.errors['file']}
        errorPrefix={t`Error:`}
      >
        {(control) => (
          <input
            {...control}
            type="file"
            accept="image/*"
            className="control"
            onChange={(event) => setLogo(event.target.files?.[0])}
          />
        )}
      </Field>
      <SelectField
        {...form.field('identityAccess')}
        hint={t`Applies to named complaints, including those already filed. Each view is recorded. Showing a confidential name always takes two people.`}
        options={identityAccesses.map((value) => ({ value, label: accessWords()[value] }))}
      />
      <CheckField
        checked={form.values.jurisdictionAllowed === 'true'}
        onChange={(on) => form.set('jurisdictionAllowed', String(on))}
      >
        {t`Complaints must name a jurisdiction, if the MDA has any`}
      </CheckField>
    </FormDialog>
  );
}
