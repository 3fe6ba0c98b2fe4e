import { FormDialog, formatCount, LoadError, notify } from '@baraza/app';
import { createUnit, listUnits, NewUnit, type Unit, updateUnit, valuesOf } from '@baraza/contract';
import { Flag, type TableColumn, TextField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useEndpoint } from '../../lib/api/use-endpoint.ts';
import { ConfirmDialog, useEditForm } from '../../lib/form/edit-dialog.tsx';
import { CheckField, CheckList } from '../../lib/form/check-field.tsx';
import { RowAct, RowActs, RowMenu } from '../../lib/list/row-acts.tsx';
import { forRoles, LoadedTable, NewButton, Page } from '../../lib/page/page.tsx';
import { useColleagues, useUnits } from '../complaint/complaint.api.ts';

/** Manages the branches and teams of the MDA, for supervisors. */
export default forRoles(['supervisor'], Units);

type Open = { dialog: 'new' } | { dialog: 'edit' | 'switch'; unit: Unit } | null;

function Units() {
  const query = useUnits();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const columns: TableColumn<Unit>[] = [
    { header: t`Name`, rowHeader: true, cell: ({ name }) => <bdi>{name}</bdi> },
    { header: t`Members`, cell: (unit) => <Members unit={unit} /> },
    { header: t`Who sees its complaints`, cell: ({ walled, active }) => reachWord(walled && active) },
    { header: t`State`, cell: ({ active }) => (active ? t`In use` : t`Retired`) },
    {
      header: t`Change`,
      cell: (unit) => (
        <RowActs>
          <RowAct name={unit.name} onClick={() => setOpen({ dialog: 'edit', unit })} text={t`Edit`} />
          <RowMenu
            name={unit.name}
            acts={[{ text: unit.active ? t`Retire` : t`Use again`, act: () => setOpen({ dialog: 'switch', unit }) }]}
          />
        </RowActs>
      ),
    },
  ];
  return (
    <Page
      title={t`Units`}
      intro={t`Branches and teams that share out your complaints. The officers of a unit behind a wall see its complaints only.`}
      action={<NewButton text={t`New unit`} onClick={() => setOpen({ dialog: 'new' })} />}
    >
      <LoadedTable query={query} caption={t`Units`} columns={columns} empty={t`There are no units yet.`} />
      {open?.dialog === 'new' && <UnitDialog onClose={close} />}
      {open?.dialog === 'edit' && <UnitDialog unit={open.unit} onClose={close} />}
      {open?.dialog === 'switch' && <SwitchDialog unit={open.unit} onClose={close} />}
    </Page>
  );
}

const reachWord = (walled: boolean) => (walled ? t`Its members and supervisors` : t`All staff without a wall`);

function Members({ unit: { members, walled, active } }: { unit: Unit }) {
  if (members.length > 0) return <bdi>{members.map(({ name }) => name).join(', ')}</bdi>;
  return walled && active ? <Flag>{t`Nobody: supervisors alone see its complaints`}</Flag> : t`Nobody`;
}

function SwitchDialog({ unit, onClose }: { unit: Unit; onClose: () => void }) {
  const change = useEndpoint(updateUnit, listUnits);
  const { id, active, version } = unit;
  return (
    <ConfirmDialog
      title={active ? t`Retire this unit?` : t`Use this unit again?`}
      yes={active ? t`Retire unit` : t`Use unit again`}
      tone={active ? 'danger' : 'primary'}
      act={() => change.mutateAsync({ params: { id }, body: { active: !active, version } })}
      doneText={active ? t`Unit retired.` : t`Unit in use again.`}
      onClose={onClose}
    >
      {active ? (
        <Trans>
          “<bdi>{unit.name}</bdi>” takes no more complaints and keeps those it has. Its wall, if it has one, falls.
        </Trans>
      ) : (
        <Trans>
          “<bdi>{unit.name}</bdi>” takes complaints again. Its wall, if it has one, stands again.
        </Trans>
      )}
    </ConfirmDialog>
  );
}

function UnitDialog({ unit, onClose }: { unit?: Unit; onClose: () => void }) {
  const create = useEndpoint(createUnit, listUnits);
  const update = useEndpoint(updateUnit, listUnits);
  const colleagues = useColleagues(true);
  const form = useEditForm({
    schema: NewUnit,
    of: unit,
    fill: (saved): Record<'name' | 'walled' | 'members', string> => ({
      name: saved?.name ?? '',
      walled: String(saved?.walled ?? false),
      members: saved?.members.map(({ id }) => id).join(',') ?? '',
    }),
    labels: { name: t`Name`, walled: t`Wall`, members: t`Members` },
    prepare: ({ name, walled, members }) => ({ name, walled: walled === 'true', members: valuesOf(members) }),
    submit: async (values, version = 0) => {
      await (unit
        ? update.mutateAsync({ params: { id: unit.id }, body: { version, ...values } })
        : create.mutateAsync({ body: values }));
      notify.success(unit ? t`Unit saved.` : t`Unit added.`);
      onClose();
    },
  });
  const chosen = valuesOf(form.values.members);
  const count = formatCount(chosen.length);
  return (
    <FormDialog form={form} title={unit ? t`Edit the unit` : t`New unit`} onClose={onClose}>
      <TextField {...form.field('name')} autoComplete="off" required />
      <CheckField checked={form.values.walled === 'true'} onChange={(on) => form.set('walled', String(on))}>
        {t`Wall: its officers see complaints of their own units only`}
      </CheckField>
      <p className="text-sm text-ink-2">
        {t`If an officer sees more after your change, administrators, oversight and the other supervisors are told and can undo it.`}
      </p>
      {colleagues.isError && <LoadError title={t`The colleagues could not be loaded.`} query={colleagues} />}
      <CheckList
        legend={t`Members (${count})`}
        options={colleagues.data ?? []}
        chosen={chosen}
        onChange={(members) => form.set('members', members.join(','))}
      />
    </FormDialog>
  );
}
