import { notify } from '@baraza/app/notify';
import { Table, type TableColumn } from '@baraza/ui/table';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { ConfirmDialog } from '../../lib/form/confirm-dialog.tsx';
import { Loaded } from '../../lib/page/loaded.tsx';
import { ForRoles, Page } from '../../lib/page/page.tsx';
import { RowAct, RowActs } from '../../lib/list/row-acts.tsx';
import { useDeleteSlaTarget, useSlaTargets } from './sla.api.ts';
import { TargetDialog } from './sla-target-dialog.tsx';
import { slaTargetLines, type SlaTargetLine } from './sla-target-lines.ts';

/** Manages the MDA's SLA targets in working days, for supervisors. */
export default function TargetPage(): ReactNode {
  return (
    <ForRoles roles={['supervisor']}>
      <TargetList />
    </ForRoles>
  );
}

type Open = { dialog: 'edit' | 'reset'; line: SlaTargetLine } | null;

function TargetList(): ReactNode {
  const query = useSlaTargets();
  const remove = useDeleteSlaTarget();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <Page
      title={t`Targets`}
      intro={t`How many working days your MDA gives itself, from the day a complaint comes in. Citizens see the day by which it is to be resolved. A category can have targets of its own.`}
    >
      <Loaded query={query} failed={t`The targets could not be loaded.`} loading={t`Loading targets`}>
        {(data) => <TargetTable lines={slaTargetLines(data)} onOpen={setOpen} />}
      </Loaded>
      {open?.dialog === 'edit' && <TargetDialog line={open.line} onClose={close} />}
      {open?.dialog === 'reset' && (
        <ConfirmDialog
          title={t`Go back to the default?`}
          yes={t`Yes, go back`}
          tone="primary"
          act={() => remove({ id: open.line.ownId ?? '', version: open.line.version })}
          onDone={() => {
            notify.success(t`The default holds again.`);
            close();
          }}
          onClose={close}
        >
          <p>
            <Trans>
              “<bdi>{open.line.name}</bdi>” will have the days that hold where nothing else is set.
            </Trans>
          </p>
        </ConfirmDialog>
      )}
    </Page>
  );
}

function TargetTable({ lines, onOpen }: { lines: SlaTargetLine[]; onOpen: (open: Open) => void }): ReactNode {
  const columns: TableColumn<SlaTargetLine>[] = [
    { key: 'name', header: t`Category`, rowHeader: true, cell: (row) => <bdi>{row.name}</bdi> },
    { key: 'acknowledge', header: t`Begin`, align: 'end', cell: (row) => row.days.acknowledge },
    { key: 'reply', header: t`First reply`, align: 'end', cell: (row) => row.days.reply },
    { key: 'resolve', header: t`Resolve`, align: 'end', cell: (row) => row.days.resolve },
    {
      key: 'own',
      header: t`Set here`,
      cell: (row) => (row.ownId ? <Trans>Own days</Trans> : <Trans>Default</Trans>),
    },
    {
      key: 'acts',
      header: t`Change`,
      cell: (row) => (
        <RowActs>
          <RowAct name={row.name} onClick={() => onOpen({ dialog: 'edit', line: row })}>
            <Trans>Edit</Trans>
          </RowAct>
          {row.ownId && (
            <RowAct name={row.name} variant="quiet" onClick={() => onOpen({ dialog: 'reset', line: row })}>
              <Trans>Use the default</Trans>
            </RowAct>
          )}
        </RowActs>
      ),
    },
  ];
  return (
    <Table
      caption={t`Working days by category`}
      captionHidden
      columns={columns}
      rows={lines}
      rowKey={(row) => row.categoryId ?? 'all'}
    />
  );
}
