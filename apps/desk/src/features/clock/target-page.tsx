import { notify } from '@baraza/app/notify';
import type { TargetDays, Targets } from '@baraza/contract';
import { Button } from '@baraza/ui/button';
import { CardSkeleton, SkeletonList } from '@baraza/ui/skeleton';
import { Table, type TableColumn } from '@baraza/ui/table';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { ConfirmDialog } from '../../lib/confirm-dialog.tsx';
import { LoadError } from '../../lib/load-error.tsx';
import { ForRoles, Page } from '../../lib/page.tsx';
import { useDeleteTarget, useTargets } from './clock.api.ts';
import { TargetDialog } from './target-dialog.tsx';

/** The supervisor's page: how many working days the MDA gives itself. */
export default function TargetPage(): ReactNode {
  return (
    <ForRoles roles={['supervisor']}>
      <TargetList />
    </ForRoles>
  );
}

export interface TargetLine {
  /** Null: all categories that have no targets of their own. */
  readonly categoryId: string | null;
  readonly name: string;
  readonly days: TargetDays;
  /** The targets set for just this line. */
  readonly ownId: string | null;
}

type Open = { dialog: 'edit' | 'reset'; line: TargetLine } | null;

function TargetList(): ReactNode {
  const query = useTargets();
  const remove = useDeleteTarget();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <Page
      title={t`Targets`}
      intro={t`How many working days your MDA gives itself, from the day a complaint comes in. Citizens see the day by which it is to be resolved. A category can have targets of its own.`}
    >
      {query.data ? (
        <TargetTable lines={linesOf(query.data)} onOpen={setOpen} />
      ) : query.isError ? (
        <LoadError title={t`The targets could not be loaded.`} query={query} />
      ) : (
        <SkeletonList label={t`Loading targets`} count={3}>
          <CardSkeleton lines={1} />
        </SkeletonList>
      )}
      {open?.dialog === 'edit' && <TargetDialog line={open.line} onClose={close} />}
      {open?.dialog === 'reset' && (
        <ConfirmDialog
          title={t`Go back to the default?`}
          yes={t`Yes, go back`}
          tone="primary"
          act={() => remove(open.line.ownId ?? '')}
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

function linesOf({ defaults, mda, categories }: Targets): TargetLine[] {
  const general = mda?.days ?? defaults;
  return [
    { categoryId: null, name: t`All other categories`, days: general, ownId: mda?.id ?? null },
    ...categories.map(({ category, own }) => ({
      categoryId: category.id,
      name: category.name,
      days: own?.days ?? general,
      ownId: own?.id ?? null,
    })),
  ];
}

function TargetTable({ lines, onOpen }: { lines: TargetLine[]; onOpen: (open: Open) => void }): ReactNode {
  const columns: TableColumn<TargetLine>[] = [
    { key: 'name', header: t`Category`, rowHeader: true, cell: (it) => <bdi>{it.name}</bdi> },
    { key: 'acknowledge', header: t`Begin`, align: 'end', cell: (it) => it.days.acknowledge },
    { key: 'reply', header: t`First reply`, align: 'end', cell: (it) => it.days.reply },
    { key: 'resolve', header: t`Resolve`, align: 'end', cell: (it) => it.days.resolve },
    {
      key: 'own',
      header: t`Set here`,
      cell: (it) => (it.ownId ? <Trans>Own days</Trans> : <Trans>Default</Trans>),
    },
    {
      key: 'acts',
      header: t`Change`,
      cell: (it) => (
        <span className="flex flex-wrap gap-1.5">
          <Button size="s" onClick={() => onOpen({ dialog: 'edit', line: it })}>
            <Trans>Edit</Trans>
            <span className="sr-only"> {it.name}</span>
          </Button>
          {it.ownId && (
            <Button size="s" variant="quiet" onClick={() => onOpen({ dialog: 'reset', line: it })}>
              <Trans>Use the default</Trans>
              <span className="sr-only"> {it.name}</span>
            </Button>
          )}
        </span>
      ),
    },
  ];
  return (
    <Table
      caption={t`Working days by category`}
      captionHidden
      columns={columns}
      rows={lines}
      rowKey={(it) => it.categoryId ?? 'all'}
    />
  );
}
