import { listAllMdas, updateMda, type AdminMda } from '@baraza/contract';
import { Button } from '@baraza/ui/button';
import { Icon } from '@baraza/ui/icon';
import { Table, type TableColumn } from '@baraza/ui/table';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { endpointQuery } from '@baraza/app/api/client';
import { useEndpoint } from '../../lib/api/use-endpoint.ts';
import { ConfirmDialog } from '../../lib/form/confirm-dialog.tsx';
import { ActiveWord } from '../../lib/format/active-word.tsx';
import { formatCount } from '@baraza/app/format';
import { RowAct, RowActs } from '../../lib/list/row-acts.tsx';
import { RowMenu } from '../../lib/list/row-menu.tsx';
import { Loaded } from '../../lib/page/loaded.tsx';
import { forRoles, Page } from '../../lib/page/page.tsx';
import { JurisdictionDialog } from './jurisdiction-dialog.tsx';
import { OfficeDialog } from './office-dialog.tsx';

/** Manages ministries, departments and agencies, for administrators. */
export default forRoles(['administrator'], Offices);

type OfficeAct = 'edit' | 'places' | 'switch';
type Open = { dialog: 'new' } | { dialog: OfficeAct; id: string } | null;

function Offices(): ReactNode {
  const query = useQuery(endpointQuery(listAllMdas));
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const office = open && open.dialog !== 'new' ? query.data?.find((mda) => mda.id === open.id) : undefined;
  return (
    <Page
      title={t`MDAs`}
      intro={t`The ministries, departments and agencies that people can complain about.`}
      action={
        <Button variant="primary" icon="plus" onClick={() => setOpen({ dialog: 'new' })}>
          {t`New MDA`}
        </Button>
      }
    >
      <Loaded query={query} failed={t`The MDAs could not be loaded.`} loading={t`Loading MDAs`}>
        {(data) => <OfficeTable offices={data} onAct={(dialog, { id }) => setOpen({ dialog, id })} />}
      </Loaded>
      {open?.dialog === 'new' && <OfficeDialog onClose={close} />}
      {open?.dialog === 'edit' && office && <OfficeDialog office={office} onClose={close} />}
      {open?.dialog === 'places' && office && <JurisdictionDialog office={office} onClose={close} />}
      {open?.dialog === 'switch' && office && <SwitchDialog office={office} onClose={close} />}
    </Page>
  );
}

type OfficeTableProps = { offices: AdminMda[]; onAct: (act: OfficeAct, office: AdminMda) => void };

function OfficeTable({ offices, onAct }: OfficeTableProps): ReactNode {
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
          <RowAct name={row.name} onClick={() => onAct('edit', row)}>
            {t`Edit`}
          </RowAct>
          <RowAct name={row.name} onClick={() => onAct('places', row)}>
            {t`Jurisdictions`}
          </RowAct>
          <RowMenu
            name={row.name}
            acts={[{ text: row.active ? t`Switch off` : t`Switch on`, act: () => onAct('switch', row) }]}
          />
        </RowActs>
      ),
    },
  ];
  return (
    <Table
      caption={t`MDAs`}
      captionHidden
      columns={columns}
      rows={offices}
      empty={t`There is no MDA yet. Add the first one, so that people can complain.`}
    />
  );
}

function SwitchDialog({ office, onClose }: { office: AdminMda; onClose: () => void }): ReactNode {
  const change = useEndpoint(updateMda, listAllMdas);
  const { id, name, version, active } = office;
  return (
    <ConfirmDialog
      title={active ? t`Switch this MDA off?` : t`Switch this MDA on?`}
      yes={active ? t`Yes, switch off` : t`Yes, switch on`}
      act={() =>
        change.mutateAsync({ params: { id }, form: { version: String(version), active: active ? 'false' : 'true' } })
      }
      doneText={active ? t`${name} takes no complaints any more.` : t`${name} takes complaints.`}
      onClose={onClose}
    >
      <p>
        {active ? (
          <Trans>
            People will not find <bdi>{name}</bdi> any more. What they filed before stays. An MDA with open complaints
            cannot be switched off.
          </Trans>
        ) : (
          <Trans>
            People will find <bdi>{name}</bdi> again and can complain about it.
          </Trans>
        )}
      </p>
    </ConfirmDialog>
  );
}
