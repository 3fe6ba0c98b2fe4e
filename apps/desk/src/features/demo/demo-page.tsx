import { demoWord, getDemoData, removeDemoData, type DemoData } from '@baraza/contract';
import { Button, TextField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, endpointQuery, formatCount } from '@baraza/app';
import { ConfirmDialog } from '../../lib/form/edit-dialog.tsx';
import { Loaded, forRoles, Page } from '../../lib/page/page.tsx';

/** Shows the sample data and removes it, for administrators. */
export default forRoles(['administrator'], SampleData);

function SampleData() {
  const query = useQuery(endpointQuery(getDemoData));
  const [asking, setAsking] = useState(false);
  return (
    <Page
      title={t`Sample data`}
      intro={t`Invented offices, people, complaints and feedback, for trying out the portal.`}
    >
      <Loaded
        query={query}
        failed={t`The sample data could not be counted.`}
        loading={t`Counting the sample data`}
        cards={1}
        lines={3}
      >
        {(data) =>
          Object.values(data).some((count) => count > 0) ? (
            <>
              <Counts data={data} />
              <div>
                <Button onClick={() => setAsking(true)}>{t`Remove all sample data`}</Button>
              </div>
            </>
          ) : (
            <p role="status">{t`There are no sample data here.`}</p>
          )
        }
      </Loaded>
      {asking && query.data && <RemoveDialog data={query.data} onClose={() => setAsking(false)} />}
    </Page>
  );
}

function Counts({ data }: { data: DemoData }) {
  const rows = [
    [t`Complaints with their history and files`, data.complaints],
    [t`Feedback`, data.feedback],
    [t`Accounts of citizens and staff`, data.accounts],
    [t`MDAs`, data.mdas],
  ] as const;
  return (
    <dl className="sheet grid gap-2 p-4 m:p-5">
      {rows.map(([name, count]) => (
        <div key={name} className="flex justify-between gap-4 border-b border-line pb-2 last:border-0 last:pb-0">
          <dt>{name}</dt>
          <dd className="font-semibold tabular-nums">{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

function RemoveDialog({ data, onClose }: { data: DemoData; onClose: () => void }) {
  const client = useQueryClient();
  const remove = async () => {
    const left = await call(removeDemoData, { body: { confirm: demoWord } });
    client.setQueryData(endpointQuery(getDemoData).queryKey, left);
    await client.invalidateQueries();
  };
  const [typed, setTyped] = useState('');
  return (
    <ConfirmDialog
      title={t`Remove all sample data?`}
      yes={t`Remove for good`}
      ready={typed === demoWord}
      act={remove}
      doneText={t`The sample data are gone.`}
      onClose={onClose}
      more={
        <>
          <Counts data={data} />
          <TextField
            label={t`Type ${demoWord} to confirm`}
            autoComplete="off"
            autoCapitalize="characters"
            dir="ltr"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </>
      }
    >
      {t`This cannot be undone, and the sample accounts cannot log in any more. What real people filed stays, and so does an office that they use.`}
    </ConfirmDialog>
  );
}
