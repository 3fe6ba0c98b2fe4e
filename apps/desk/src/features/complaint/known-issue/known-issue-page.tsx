import { call, endpointQuery, formatCount, FormDialog, Link, newKey, notify, useForm, useNavigate } from '@baraza/app';
import {
  addIssueUpdate,
  type BulkInput,
  bulkMax,
  type DeskKnownIssue,
  getBulkRun,
  limit,
  listDeskComplaints,
  listKnownIssues,
  NewIssueUpdate,
  startBulkRun,
  totalDeskComplaints,
} from '@baraza/contract';
import { SelectField, type TableColumn, TextareaField } from '@baraza/ui';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useMe } from '../../../lib/api/session.tsx';
import { useEndpoint } from '../../../lib/api/use-endpoint.ts';
import { ConfirmDialog } from '../../../lib/form/edit-dialog.tsx';
import { paths } from '../../../lib/router/paths.ts';
import { DayText } from '../../../lib/format/date-text.tsx';
import { KnownIssueDialog } from './known-issue-dialog.tsx';
import { RowAct, RowActs } from '../../../lib/list/row-acts.tsx';
import { LoadedTable, forRoles, Page } from '../../../lib/page/page.tsx';

/** Lists the known issues of the MDA and leads to their complaints. Supervisors change, update and close them. */
export default forRoles(['officer', 'supervisor'], KnownIssues);

type Open = { dialog: 'edit' | 'update' | 'resolve'; issue: DeskKnownIssue; open?: number } | null;

function KnownIssues(): ReactNode {
  const isSupervisor = useMe().role === 'supervisor';
  const query = useQuery(endpointQuery(listKnownIssues));
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const offerResolving = async (issue: DeskKnownIssue) => {
    const { total } = await call(totalDeskComplaints, { query: openOf(issue) });
    if (total > 0) setOpen({ dialog: 'resolve', issue, open: total });
    else notify.info(t`None of its complaints is open.`);
  };
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
    {
      header: t`Complaints`,
      cell: ({ id, title, state }) => (
        <>
          <Link to={paths.listOf('open', { knownIssue: id })}>
            {t`Open ones`}
            <span className="sr-only"> {title}</span>
          </Link>
          {state === 'open' && ' · '}
          {state === 'open' && (
            <Link to={paths.listOf('open', { alike: id })}>
              {t`More like it`}
              <span className="sr-only"> {title}</span>
            </Link>
          )}
        </>
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
        issue.state === 'solved' ? (
          <RowAct
            name={issue.title}
            onClick={() => void offerResolving(issue).catch(notify.failure)}
            text={t`Resolve its complaints`}
          />
        ) : (
          isSupervisor && (
            <RowActs>
              <RowAct
                name={issue.title}
                onClick={() => setOpen({ dialog: 'update', issue })}
                text={t`Write an update`}
              />
              <RowAct name={issue.title} onClick={() => setOpen({ dialog: 'edit', issue })} text={t`Edit`} />
            </RowActs>
          )
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
      {open?.dialog === 'update' && (
        <UpdateDialog
          issue={open.issue}
          onClose={close}
          onSolved={(issue) => void offerResolving(issue).catch(notify.failure)}
        />
      )}
      {open?.dialog === 'resolve' && <ResolveDialog issue={open.issue} open={open.open ?? 0} onClose={close} />}
    </Page>
  );
}

/** Open complaints of a known issue that its MDA may resolve. */
const openOf = ({ id }: DeskKnownIssue) => ({ knownIssue: id, state: 'received,in_progress,awaiting_citizen' });

type ResolveDialogProps = { issue: DeskKnownIssue; open: number; onClose: () => void };

/** Resolves the complaints of a solved issue with its last update. */
function ResolveDialog({ issue, open, onClose }: ResolveDialogProps): ReactNode {
  const start = useEndpoint(startBulkRun, getBulkRun);
  const navigate = useNavigate();
  const [key] = useState(newKey);
  const text = issue.updates[0]?.text ?? '';
  const many = Math.min(open, bulkMax);
  const resolve = async () => {
    const items: BulkInput['items'] = [];
    let cursor: string | null | undefined;
    do {
      const query = { ...openOf(issue), limit: limit.pageMax, ...(cursor && { cursor }) };
      const page = await call(listDeskComplaints, { query });
      items.push(...page.items.map(({ id, version }) => ({ id, version })));
      cursor = page.nextCursor;
    } while (cursor && items.length < bulkMax);
    const body = { id: key, action: 'resolve', outcome: 'solved', text, items: items.slice(0, bulkMax) } as const;
    await start.mutateAsync({ body: { ...body, items: [...body.items] } });
    navigate(paths.listOf('open', { knownIssue: issue.id }));
  };
  return (
    <ConfirmDialog
      title={issue.title}
      yes={t`${plural(many, { one: 'Resolve # complaint', other: 'Resolve all # complaints' })}`}
      act={resolve}
      doneText={t`Sending starts 10 seconds later; until then you can undo it.`}
      onClose={onClose}
    >
      <p>{t`Its open complaints are resolved as solved. Each citizen gets the last update as the answer:`}</p>
      <blockquote dir="auto" className="whitespace-pre-wrap">
        {text}
      </blockquote>
      {open > many && <p>{t`At most ${bulkMax} at once: do it again for the rest.`}</p>}
    </ConfirmDialog>
  );
}

type UpdateDialogProps = {
  issue: DeskKnownIssue;
  onClose: () => void;
  onSolved: (issue: DeskKnownIssue) => void;
};

function UpdateDialog({ issue, onClose, onSolved }: UpdateDialogProps): ReactNode {
  const add = useEndpoint(addIssueUpdate, listKnownIssues);
  const form = useForm({
    schema: NewIssueUpdate,
    initial: { text: '', solved: '' },
    labels: { text: t`Public text`, solved: t`After this update` },
    prepare: ({ text, solved }) => ({ text, solved: solved !== '' }),
    submit: async (body) => {
      const after = await add.mutateAsync({ params: { id: issue.id }, body });
      notify.success(t`Update published. Everybody who follows the issue is notified.`);
      onClose();
      if (body.solved) onSolved(after);
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
