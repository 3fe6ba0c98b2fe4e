import { endpointQuery, FormDialog, notify, useForm } from '@baraza/app';
import { listTags, renameTag, type UsedTag } from '@baraza/contract';
import { TextField, type TableColumn } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEndpoint } from '../../lib/api/use-endpoint.ts';
import { CountLink } from '../../lib/list/count-link.tsx';
import { RowAct } from '../../lib/list/row-acts.tsx';
import { forRoles, LoadedTable, Page } from '../../lib/page/page.tsx';

/** Renames and merges the tags of the MDA, for supervisors. */
export default forRoles(['supervisor'], Tags);

function Tags() {
  const query = useQuery(endpointQuery(listTags));
  const [renaming, setRenaming] = useState<string | null>(null);
  const columns: TableColumn<UsedTag>[] = [
    { header: t`Tag`, rowHeader: true, order: ({ name }) => name, cell: ({ name }) => <bdi>{name}</bdi> },
    {
      header: t`Complaints`,
      align: 'end',
      order: ({ complaints }) => complaints,
      cell: ({ name, complaints }) => (
        <CountLink count={complaints} queue="received" filters={{ tag: name }} label={t`Complaints tagged ${name}`} />
      ),
    },
    {
      header: t`Change`,
      cell: ({ name }) => <RowAct name={name} onClick={() => setRenaming(name)} text={t`Rename`} />,
    },
  ];
  return (
    <Page title={t`Tags`} intro={t`Words that your staff put on complaints. The first use of a word adds it.`}>
      <LoadedTable query={query} caption={t`Tags`} columns={columns} empty={t`No complaint has a tag yet.`} />
      {renaming !== null && <RenameDialog from={renaming} onClose={() => setRenaming(null)} />}
    </Page>
  );
}

function RenameDialog({ from, onClose }: { from: string; onClose: () => void }) {
  const rename = useEndpoint(renameTag, listTags);
  const form = useForm({
    schema: renameTag.body,
    initial: { from, to: from },
    labels: { from: t`Tag`, to: t`New name` },
    submit: async (body) => {
      await rename.mutateAsync({ body });
      notify.success(t`Tag renamed.`);
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={t`Rename the tag “${from}”`} onClose={onClose}>
      <p className="text-ink-2">
        {t`It changes in all complaints, saved replies, saved views and rules. The name of another tag merges both, which cannot be undone.`}
      </p>
      <TextField {...form.field('to')} autoComplete="off" required />
    </FormDialog>
  );
}
