import { getDemoData, removeDemoData } from '@baraza/contract';
import { Button } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, endpointQuery } from '@baraza/app';
import { ConfirmDialog } from '../../lib/form/edit-dialog.tsx';
import { Loaded, forRoles, Page } from '../../lib/page/page.tsx';

/** Removes the sample data, for administrators. */
export default forRoles(['administrator'], SampleData);

function SampleData() {
  const query = useQuery(endpointQuery(getDemoData));
  const [asking, setAsking] = useState(false);
  return (
    <Page
      title={t`Sample data`}
      intro={t`Invented offices, people, complaints and feedback, for trying out the portal.`}
    >
      <Loaded query={query}>
        {(data) =>
          Object.values(data).some((count) => count > 0) ? (
            <div>
              <Button onClick={() => setAsking(true)}>{t`Remove all sample data`}</Button>
            </div>
          ) : (
            <p role="status">{t`There is no sample data here.`}</p>
          )
        }
      </Loaded>
      {asking && <RemoveDialog onClose={() => setAsking(false)} />}
    </Page>
  );
}

function RemoveDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const remove = async () => {
    await call(removeDemoData);
    await client.invalidateQueries();
  };
  return (
    <ConfirmDialog
      title={t`Remove all sample data?`}
      yes={t`Remove for good`}
      act={remove}
      doneText={t`Sample data removed.`}
      onClose={onClose}
    >
      {t`This cannot be undone, and the sample accounts can no longer log in. Everything that real people filed is kept, and so is each office that they use.`}
    </ConfirmDialog>
  );
}
