import { endpointQuery, formatCount, FormDialog, notify, useForm } from '@baraza/app';
import { addIssueUpdate, type DeskKnownIssue, limit, listKnownIssues, NewIssueUpdate } from '@baraza/contract';
import { SelectField, type TableColumn, TextareaField } from '@baraza/ui';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useEndpoint } from '../../../lib/api/use-endpoint.ts';
import { DayText } from '../../../lib/format/date-text.tsx';
import { KnownIssueDialog } from './known-issue-dialog.tsx';
import { RowAct, RowActs } from '../../../lib/list/row-acts.tsx';
import { LoadedTable, forRoles, Page } from '../../../lib/page/page.tsx';

/** Lists the known issues of the MDA, for supervisors to change, update and close. */
export default forRoles(['supervisor'], KnownIssues);

type Open = { dialog: 'edit' | 'update'; issue: DeskKnownIssue } | null;

function KnownIssues(): ReactNode {
  const query = useQuery(endpointQuery(listKnownIssues));
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const columns: TableColumn<DeskKnownIssue>[] = [
    {
      header: t`Title`,
      rowHeader: true,
      cell: ({ id, title, text, area }) => (
        <div className="max-w-72">
          <a href={`/known-issue/${id}`} target="_blank" rel="noopener">
            <bdi>{title}</bdi>
          </a>
          {area && (
            <p className="font-normal">
              <bdi>{area.name}</bdi>
            </p>
          )}
          <p dir="auto" className="line-clamp-2 font-normal break-words text-ink-2">
            {text}
          </p>
        </div>
      ),
    },
    { header: t`Followers`, cell: ({ followers }) => formatCount(followers) },
    { header: t`Owner`, cell: ({ owner }) => <bdi>{owner.name}</bdi> },
    {
      header: t`State`,
      cell: ({ state, closedDate, promisedDate }) =>
        state === 'solved' ? (
          <Trans>
            Solved on <DayText at={closedDate ?? ''} />
          </Trans>
        ) : promisedDate ? (
          <Trans>
            To be solved by <DayText at={promisedDate} />
          </Trans>
        ) : (
          t`Open`
        ),
    },
    {
      header: t`Change`,
      cell: (issue) =>
        issue.state === 'open' && (
          <RowActs>
            <RowAct name={issue.title} onClick={() => setOpen({ dialog: 'update', issue })} text={t`Write an update`} />
            <RowAct name={issue.title} onClick={() => setOpen({ dialog: 'edit', issue })} text={t`Edit`} />
          </RowActs>
        ),
    },
  ];
  return (
    <Page
      title={t`Known issues`}
      intro={t`Issues that several people reported, in your words. People writing a similar complaint see them first and can follow one instead. To publish one, select complaints in a list.`}
    >
      <LoadedTable
        query={query}
        caption={t`Known issues`}
        columns={columns}
        empty={t`There are no known issues yet.`}
      />
      {open?.dialog === 'edit' && <KnownIssueDialog issue={open.issue} onClose={close} />}
      {open?.dialog === 'update' && <UpdateDialog issue={open.issue} onClose={close} />}
    </Page>
  );
}

function UpdateDialog({ issue, onClose }: { issue: DeskKnownIssue; onClose: () => void }): ReactNode {
  const add = useEndpoint(addIssueUpdate, listKnownIssues);
  const form = useForm({
    schema: NewIssueUpdate,
    initial: { text: '', solved: '' },
    labels: { text: t`Public text`, solved: t`After this update` },
    prepare: ({ text, solved }) => ({ text, solved: solved !== '' }),
    submit: async (body) => {
      await add.mutateAsync({ params: { id: issue.id }, body });
      notify.success(t`Update published. Everybody who follows the issue is notified.`);
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={issue.title} yes={t`Publish`} size="l" onClose={onClose}>
      <TextareaField
        {...form.field('text')}
        hint={t`${plural(issue.followers, { one: '# person is notified in the portal and by email.', other: '# people are notified in the portal and by email.' })}`}
        maxLength={limit.textMax}
        rows={5}
        required
      />
      <SelectField
        {...form.field('solved')}
        options={[
          { value: '', label: t`The issue stays open` },
          { value: 'solved', label: t`The issue is solved and closed` },
        ]}
      />
    </FormDialog>
  );
}
