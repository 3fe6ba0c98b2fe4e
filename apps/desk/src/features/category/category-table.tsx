import { notify } from '@baraza/app/notify';
import type { AdminCategory } from '@baraza/contract';
import { Table, type TableColumn } from '@baraza/ui/table';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { ActiveWord } from '../../lib/format/active-word.tsx';
import { ConfirmDialog } from '../../lib/form/confirm-dialog.tsx';
import { MoveActs, RowAct, RowActs } from '../../lib/list/row-acts.tsx';
import { errorText } from '../../lib/i18n/texts.ts';
import { useChangeCategory } from './category.api.ts';

type CategoryTableProps = {
  caption: string;
  categories: AdminCategory[];
  onEdit: (category: AdminCategory) => void;
};

/** Lists the categories of one kind; two arrows change their order. */
export function CategoryTable({ caption, categories, onEdit }: CategoryTableProps): ReactNode {
  const change = useChangeCategory();
  const [switchingOff, setSwitchingOff] = useState<AdminCategory | null>(null);
  const turn = ({ id, version }: AdminCategory, active: boolean) => change.mutateAsync({ id, version, active });
  const switchOn = (category: AdminCategory) =>
    turn(category, true).then(
      () => notify.success(t`People can choose ${category.name} again.`),
      (error: unknown) => notify.error(errorText(error)),
    );
  const columns: TableColumn<AdminCategory>[] = [
    { key: 'name', header: t`Name`, rowHeader: true, cell: (row) => <bdi>{row.name}</bdi> },
    {
      key: 'state',
      header: t`State`,
      cell: (row) => <ActiveWord active={row.active} />,
    },
    {
      key: 'acts',
      header: t`Change`,
      cell: (row) => {
        const { name } = row;
        return (
          <RowActs>
            <MoveActs of={row} among={categories} move={change} />
            <RowAct name={name} onClick={() => onEdit(row)}>
              <Trans>Rename</Trans>
            </RowAct>
            <RowAct
              name={name}
              variant={row.active ? 'danger-quiet' : 'outline'}
              onClick={() => (row.active ? setSwitchingOff(row) : void switchOn(row))}
            >
              {row.active ? <Trans>Switch off</Trans> : <Trans>Switch on</Trans>}
            </RowAct>
          </RowActs>
        );
      },
    },
  ];
  const close = () => setSwitchingOff(null);
  return (
    <>
      <Table caption={caption} columns={columns} rows={categories} rowKey={(row) => row.id} />
      {switchingOff && (
        <ConfirmDialog
          title={t`Switch this category off?`}
          yes={t`Yes, switch off`}
          act={() => turn(switchingOff, false)}
          onDone={() => {
            notify.success(t`Nobody can choose ${switchingOff.name} any more.`);
            close();
          }}
          onClose={close}
        >
          <p>
            <Trans>
              Nobody can choose <bdi>{switchingOff.name}</bdi> any more. What was filed under it keeps it, and you can
              switch it on again.
            </Trans>
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
