import { notify } from '@baraza/app/notify';
import type { AdminCategory } from '@baraza/contract';
import { Button } from '@baraza/ui/button';
import { IconButton } from '@baraza/ui/icon-button';
import { Table, type TableColumn } from '@baraza/ui/table';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { announce } from '../../lib/announcer.tsx';
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
  const placeOf = (it: AdminCategory) => categories.findIndex(({ id }) => id === it.id);
  const onError = (error: unknown) => void notify.error(errorText(error));
  const shift = (it: AdminCategory, step: 1 | -1) => {
    const place = placeOf(it) + step;
    if (change.isPending || place < 0 || place >= categories.length) return;
    const [name, number] = [it.name, place + 1];
    const onSuccess = () => announce(t`${name} is number ${number} now.`);
    change.mutate({ id: it.id, place }, { onSuccess, onError });
  };
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
      cell: (it) =>
        it.active ? (
          <Trans>Active</Trans>
        ) : (
          <span className="font-semibold text-danger-ink">
            <Trans>Switched off</Trans>
          </span>
        ),
    },
    {
      key: 'acts',
      header: t`Change`,
      cell: (it) => {
        const { name } = it;
        return (
          <span className="flex flex-wrap items-center gap-1.5">
            <IconButton
              icon="chevron-down"
              label={t`Move ${name} up`}
              aria-disabled={placeOf(it) === 0}
              className="size-9 rotate-180 aria-disabled:opacity-40"
              onClick={() => shift(it, -1)}
            />
            <IconButton
              icon="chevron-down"
              label={t`Move ${name} down`}
              aria-disabled={placeOf(it) === categories.length - 1}
              className="size-9 aria-disabled:opacity-40"
              onClick={() => shift(it, 1)}
            />
            <Button size="s" onClick={() => onEdit(it)}>
              <Trans>Rename</Trans>
              <span className="sr-only"> {name}</span>
            </Button>
            <Button size="s" variant={it.active ? 'danger-quiet' : 'outline'} onClick={() => turn(it)}>
              {it.active ? <Trans>Switch off</Trans> : <Trans>Switch on</Trans>}
              <span className="sr-only"> {name}</span>
            </Button>
          </span>
        );
      },
    },
  ];
  return <Table caption={caption} columns={columns} rows={categories} rowKey={(it) => it.id} />;
}
