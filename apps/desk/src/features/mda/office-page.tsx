import { notify } from '@baraza/app/notify';
import type { AdminMda } from '@baraza/contract';
import { Button } from '@baraza/ui/button';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { ConfirmDialog } from '../../lib/form/confirm-dialog.tsx';
import { Loaded } from '../../lib/page/loaded.tsx';
import { ForRoles, Page } from '../../lib/page/page.tsx';
import { useAllMdas, useSaveMda } from './admin.api.ts';
import { JurisdictionDialog } from './jurisdiction-dialog.tsx';
import { OfficeDialog } from './office-dialog.tsx';
import { OfficeTable, type OfficeAct } from './office-table.tsx';

/** Manages ministries, departments and agencies, for administrators. */
export default function OfficePage(): ReactNode {
  return (
    <ForRoles roles={['administrator']}>
      <Offices />
    </ForRoles>
  );
}

type Open = { dialog: 'new' } | { dialog: OfficeAct; id: string } | null;

function Offices(): ReactNode {
  const query = useAllMdas();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const office = open && open.dialog !== 'new' ? query.data?.find((mda) => mda.id === open.id) : undefined;
  return (
    <Page
      title={t`MDAs`}
      intro={t`The ministries, departments and agencies that people can complain about.`}
      action={
        <Button variant="primary" icon="plus" onClick={() => setOpen({ dialog: 'new' })}>
          <Trans>New MDA</Trans>
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

function SwitchDialog({ office, onClose }: { office: AdminMda; onClose: () => void }): ReactNode {
  const save = useSaveMda();
  const { name } = office;
  // As it was asked: the MDA is another one by the time that this is told.
  const [active] = useState(office.active);
  return (
    <ConfirmDialog
      title={active ? t`Switch this MDA off?` : t`Switch this MDA on?`}
      yes={active ? t`Yes, switch off` : t`Yes, switch on`}
      tone={active ? 'danger' : 'primary'}
      act={() => save.mutateAsync({ id: office.id, version: office.version, active: active ? 'false' : 'true' })}
      onDone={() => {
        notify.success(active ? t`${name} takes no complaints any more.` : t`${name} takes complaints.`);
        onClose();
      }}
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
