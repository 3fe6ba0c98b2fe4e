import { notify } from '@baraza/app/notify';
import type { AdminCategory } from '@baraza/contract';
import { Table, type TableColumn } from '@baraza/ui/table';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ActiveWord } from '../../lib/active-word.tsx';
import { MoveActs, RowAct, RowActs } from '../../lib/row-acts.tsx';
import { errorText } from '../../lib/texts.ts';
import { useChangeCategory } from './category.api.ts';

type CategoryTableProps = {
  caption: string;
  categories: AdminCategory[];
  onEdit: (category: AdminCategory) => void;
};

/** The categories of one kind in their order, which two arrows change. */
export function CategoryTable({ caption, categories, onEdit }: CategoryTableProps): ReactNode {
  const change = useChangeCategory();
  const onError = (error: unknown) => void notify.error(errorText(error));
  const turn = ({ id, name, active }: AdminCategory) => {
    const onSuccess = () =>
      void notify.success(active ? t`Nobody can choose ${name} any more.` : t`People can choose ${name} again.`);
    change.mutate({ id, active: !active }, { onSuccess, onError });
  };
  const columns: TableColumn<AdminCategory>[] = [
    { key: 'name', header: t`Name`, rowHeader: true, cell: (it) => <bdi>{it.name}</bdi> },
    {
      key: 'state',
      header: t`State`,
      cell: (it) => <ActiveWord active={it.active} />,
    },
    {
      key: 'acts',
      header: t`Change`,
      cell: (it) => {
        const { name } = it;
        return (
          <RowActs>
            <MoveActs of={it} among={categories} move={change} />
            <RowAct name={name} onClick={() => onEdit(it)}>
              <Trans>Rename</Trans>
            </RowAct>
            <RowAct name={name} variant={it.active ? 'danger-quiet' : 'outline'} onClick={() => turn(it)}>
              {it.active ? <Trans>Switch off</Trans> : <Trans>Switch on</Trans>}
            </RowAct>
          </RowActs>
        );
      },
    },
  ];
  return <Table caption={caption} columns={columns} rows={categories} rowKey={(it) => it.id} />;
}
