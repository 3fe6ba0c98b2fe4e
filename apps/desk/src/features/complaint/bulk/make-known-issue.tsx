import { ActionDialog, endpointQuery, notify } from '@baraza/app';
import { gatherComplaints, listKnownIssues } from '@baraza/contract';
import { Button, SelectField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useMe } from '../../../lib/api/session.tsx';
import { useEndpoint } from '../../../lib/api/use-endpoint.ts';
import { KnownIssueDialog } from '../../../lib/known-issue/known-issue-dialog.tsx';
import type { Selection } from './use-selection.ts';

/** Lets a supervisor gather the selected complaints into a new or an open known issue. */
export function MakeKnownIssue({ selection }: { selection: Selection }): ReactNode {
  const me = useMe();
  const [isOpen, setOpen] = useState(false);
  const complaints = selection.chosen.filter(({ mda }) => mda.id === me.mda?.id).map(({ id }) => id);
  if (me.role !== 'supervisor') return null;
  return (
    <>
      <Button size="s" aria-haspopup="dialog" disabled={complaints.length === 0} onClick={() => setOpen(true)}>
        {t`Make a known issue of it…`}
      </Button>
      {isOpen && <GatherDialog complaints={complaints} onClose={() => setOpen(false)} />}
    </>
  );
}

function GatherDialog({ complaints, onClose }: { complaints: string[]; onClose: () => void }): ReactNode {
  const gather = useEndpoint(gatherComplaints, listKnownIssues);
  const issues = useQuery(endpointQuery(listKnownIssues));
  const [into, setInto] = useState('');
  const open = (issues.data ?? []).filter(({ state }) => state === 'open');
  const choice = open.length > 0 && (
    <SelectField
      label={t`Known issue`}
      placeholder={t`A new one`}
      value={into}
      onChange={({ target }) => setInto(target.value)}
      options={open.map(({ id, title }) => ({ value: id, label: title }))}
    />
  );
  if (into === '') {
    return (
      <KnownIssueDialog complaints={complaints} onClose={onClose}>
        {choice}
      </KnownIssueDialog>
    );
  }
  const add = () =>
    gather.mutate(
      { params: { id: into }, body: { complaints } },
      {
        onSuccess: () => {
          notify.success(t`The complaints are gathered in the known issue.`);
          onClose();
        },
        onError: notify.failure,
      },
    );
  return (
    <ActionDialog
      title={t`Make a known issue of it`}
      yes={t`Add to the known issue`}
      size="l"
      pending={gather.isPending}
      onYes={add}
      onClose={onClose}
    >
      {choice}
    </ActionDialog>
  );
}
